import numpy as np


def with_one(x):
    return np.concatenate([x, np.ones_like(x[..., :1])], axis=-1)


def linear_forward(x, weight, bias):
    both = np.vstack([weight, bias])
    return with_one(x) @ both, (with_one(x), both)


def linear_backward(dy, cache):
    x, both = cache
    dx = (dy @ both.T)[..., :-1]
    dboth = np.zeros_like(both)
    for where in np.ndindex(x.shape[:-1]):
        dboth += np.outer(x[where], dy[where])
    return dx, dboth[:-1], dboth[-1]
