"""Layer normalisation (Ba et al. 2016), applied around every sub-layer (Section 3.1)."""

from ..backend import Array, array_module
from .sums import column_sum, row_mean


def layer_norm_forward(x: Array, gamma: Array, beta: Array, eps: float = 1e-6) -> tuple[Array, tuple]:
    """y = gamma * x_hat + beta with x_hat = (x - mean) / sqrt(var + eps), for each row separately.

    x [..., d], gamma [d], beta [d] -> y [..., d]
    var is the mean of (x - mean)^2, divided by d and not by d - 1, as in `torch.nn.LayerNorm`.
    """
    xp = array_module(x)
    x_hat = x - row_mean(x)[..., None]
    var = xp.einsum("...d,...d->...", x_hat, x_hat) / x.shape[-1]
    inverse_std = (1 / xp.sqrt(var + eps))[..., None]
    x_hat *= inverse_std
    y = x_hat * gamma
    y += beta
    return y, (x_hat, inverse_std, gamma)


def layer_norm_backward(dy: Array, cache: tuple) -> tuple[Array, Array, Array]:
    """dy [..., d] -> dx [..., d], dgamma [d], dbeta [d]

    Let g = dy * gamma, the gradient with respect to x_hat.  x_j influences x_hat_i = (x_i - mean) / std
    in three ways: directly (i = j), through the mean and through std.  With dmean/dx_j = 1/d and
    dstd/dx_j = x_hat_j / d, these give the three terms of
        dx_j = 1/std * (g_j  -  mean_i(g_i)  -  x_hat_j mean_i(g_i x_hat_i))
    Hence dx is orthogonal to the vector of ones and, up to eps, to x_hat: LayerNorm removes shift and
    scale from the forward, and the same two directions from the gradient.
    """
    x_hat, inverse_std, gamma = cache
    d = len(gamma)
    product = dy * x_hat
    dgamma, dbeta = column_sum(product.reshape(-1, d)), column_sum(dy.reshape(-1, d))
    dx = dy * gamma
    dx -= (dy @ gamma)[..., None] / d
    dx -= x_hat * ((product @ gamma)[..., None] / d)
    dx *= inverse_std
    return dx, dgamma, dbeta
