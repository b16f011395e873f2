import numpy as np


def linear_forward(x, weight, bias):
    y = np.dot(x, weight) + bias
    return y, (x, weight)


def linear_backward(dy, cache):
    x, weight = cache
    dx = dy @ weight.T
    leading = tuple(range(x.ndim - 1))
    dweight = np.tensordot(x, dy, axes=(leading, leading))
    dbias = dy.sum(axis=leading)
    return dx, dweight, dbias
