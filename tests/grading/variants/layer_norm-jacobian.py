"""A loop over the rows, with the whole Jacobian of each row; the cache is an object."""

import numpy as np


class Rows:
    pass


def layer_norm_forward(x, gamma, beta, eps=1e-6):
    cache = Rows()
    cache.gamma, cache.x_hats, cache.stds = gamma, [], []
    y = np.empty_like(x)
    for row in np.ndindex(*x.shape[:-1]):
        cache.stds.append(np.sqrt(np.var(x[row]) + eps))
        cache.x_hats.append((x[row] - np.mean(x[row])) / cache.stds[-1])
        y[row] = gamma * cache.x_hats[-1] + beta
    return y, cache


def layer_norm_backward(dy, cache):
    d = len(cache.gamma)
    dx, dgamma, dbeta = np.empty_like(dy), np.zeros_like(cache.gamma), np.zeros_like(cache.gamma)
    for row, x_hat, std in zip(np.ndindex(*dy.shape[:-1]), cache.x_hats, cache.stds, strict=True):
        jacobian = (np.eye(d) - 1 / d - np.outer(x_hat, x_hat) / d) / std
        dx[row] = jacobian @ (dy[row] * cache.gamma)
        dgamma += dy[row] * x_hat
        dbeta += dy[row]
    return dx, dgamma, dbeta
