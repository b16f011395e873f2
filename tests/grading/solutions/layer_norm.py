import numpy as np


def layer_norm_forward(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mean) / std
    return gamma * x_hat + beta, (x_hat, std, gamma)


def layer_norm_backward(dy, cache):
    x_hat, std, gamma = cache
    g = dy * gamma
    by_mean = g.mean(axis=-1, keepdims=True)
    by_std = x_hat * (g * x_hat).mean(axis=-1, keepdims=True)
    dx = (g - by_mean - by_std) / std
    rows = tuple(range(dy.ndim - 1))
    dgamma = (dy * x_hat).sum(axis=rows)
    dbeta = dy.sum(axis=rows)
    return dx, dgamma, dbeta
