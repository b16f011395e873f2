"""LayerNorm(x + Dropout(Sublayer(x))): the "Add & Norm" boxes of Figure 1 (Section 3.1)."""

from ..backend import Array
from .layer_norm import layer_norm_backward, layer_norm_forward
from .residual import residual_backward, residual_forward


def add_norm_forward(
    x: Array,
    sublayer: Array,
    gamma: Array,
    beta: Array,
    *,
    eps: float = 1e-6,
    p: float = 0.0,
    seed: tuple | None = None,
) -> tuple[Array, tuple]:
    """x, sublayer [n, d], gamma [d], beta [d] -> y [n, d]"""
    total, dropped = residual_forward(x, sublayer, p, seed)
    y, normed = layer_norm_forward(total, gamma, beta, eps)
    return y, (dropped, normed)


def add_norm_backward(dy: Array, cache: tuple) -> tuple[Array, Array, Array, Array]:
    """dy [n, d] -> dx, dsublayer [n, d], dgamma, dbeta [d]: the chain rule, from the last operation to the first."""
    dropped, normed = cache
    dtotal, dgamma, dbeta = layer_norm_backward(dy, normed)
    dx, dsublayer = residual_backward(dtotal, dropped)
    return dx, dsublayer, dgamma, dbeta
