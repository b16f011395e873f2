"""Chapter 4.  Each row gets mean 0 and variance 1; and what stands around every sub-layer."""

import numpy as np

from .dropout import dropout_backward, dropout_forward


# Part: layer_norm, chapter 4.  Ours, until you write it.
def layer_norm_forward(x, gamma, beta, eps=1e-6):
    """y = gamma (x - mean) / std + beta, std = sqrt(variance + eps)

    x [..., d], gamma [d], beta [d] -> y [..., d]
    """
    centred = x - x.mean(axis=-1, keepdims=True)
    std = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps)
    x_hat = centred / std
    return gamma * x_hat + beta, (x_hat, std, gamma)


def layer_norm_backward(dy, cache):
    """dy [..., d] -> dx [..., d], dgamma [d], dbeta [d]

    g = dy gamma is the gradient of x_hat.  x_j acts on x_hat directly, through the mean (dmean / dx_j = 1 / d)
    and through std (dstd / dx_j = x_hat_j / d):  dx_j = (g_j - mean(g) - x_hat_j mean(g x_hat)) / std
    """
    x_hat, std, gamma = cache
    g, rows = dy * gamma, tuple(range(dy.ndim - 1))
    mean_g, mean_gx = (each.mean(axis=-1, keepdims=True) for each in (g, g * x_hat))
    return (g - mean_g - x_hat * mean_gx) / std, (dy * x_hat).sum(axis=rows), dy.sum(axis=rows)


# Part: add_norm, chapter 4.  Ours, until you write it.
def add_norm_forward(x, sublayer, gamma, beta, p=0.0, seed=None):
    """y = LayerNorm(x + Dropout(sublayer)).  x and sublayer, rows [n, d] -> y [n, d]"""
    dropped, of_dropout = dropout_forward(sublayer, p, seed)
    y, of_norm = layer_norm_forward(x + dropped, gamma, beta)
    return y, (of_norm, of_dropout)


def add_norm_backward(dy, cache):
    """dy [n, d] -> dx, dsublayer, dgamma, dbeta.  A sum hands its gradient to both of its terms."""
    of_norm, of_dropout = cache
    dsum, dgamma, dbeta = layer_norm_backward(dy, of_norm)
    return dsum, *dropout_backward(dsum, of_dropout), dgamma, dbeta
