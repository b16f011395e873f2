"""RMSNorm (Zhang and Sennrich 2019) in place of LayerNorm: check it, then train as `minitrans train` does.

python docs/teaching/rms_norm.py --steps 800 --warmup 300 --rate 1 --cooldown 0 --out runs/rms_norm

This is an example for a project: another operation comes in by the same three steps.
"""

import numpy as np

from minitrans import ops
from minitrans.commands.train import main
from minitrans.gradcheck import check
from minitrans.ops.residual import residual_backward, residual_forward


def rms_norm_forward(x, gamma, beta, eps=1e-6):
    """y = gamma x / r + beta with r = sqrt(mean(x^2) + eps).  x [n, d], gamma [d], beta [d] -> y [n, d]"""
    r = np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)
    x_hat = x / r
    return gamma * x_hat + beta, (x_hat, r, gamma)


def rms_norm_backward(dy, cache):
    """dy [n, d] -> dx [n, d], dgamma, dbeta [d].  As for LayerNorm, without the term of the mean."""
    x_hat, r, gamma = cache
    g = dy * gamma
    dx = (g - x_hat * (g * x_hat).mean(axis=-1, keepdims=True)) / r
    return dx, (dy * x_hat).sum(axis=0), dy.sum(axis=0)


def add_norm_forward(x, sublayer, gamma, beta, *, eps=1e-6, p=0.0, seed=None):
    """Add & Norm with our norm: the row of the table that a model with --norm post runs on."""
    total, dropped = residual_forward(x, sublayer, p, seed)
    y, normed = rms_norm_forward(total, gamma, beta, eps)
    return y, (dropped, normed)


def add_norm_backward(dy, cache):
    dropped, normed = cache
    dtotal, dgamma, dbeta = rms_norm_backward(dy, normed)
    return *residual_backward(dtotal, dropped), dgamma, dbeta


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    check(rms_norm_forward, rms_norm_backward, [rng.standard_normal(shape) for shape in ((5, 8), 8, 8)])
    # The norm before a sub-layer (--norm pre, as in the preset of the bundled corpus) is a row of its own.
    ops.use("layer_norm", rms_norm_forward, rms_norm_backward)
    ops.use("add_norm", add_norm_forward, add_norm_backward)
    main()
