"""NumPy's global generator, seeded with the tuple; the cache is an object; entries are set to zero in place."""

import numpy as np


class Dropped:
    def __init__(self, where, scale):
        self.where, self.scale = where, scale

    def __call__(self, x):
        y = x * self.scale
        y[self.where] = 0
        return y


def dropout_forward(x, p=0.0, seed=None):
    nothing = seed is None or p == 0
    if not nothing:
        np.random.seed(list(seed))
    where = np.zeros(x.shape, bool) if nothing else np.random.rand(*x.shape) < p
    dropped = Dropped(where, 1 if nothing else 1 / (1 - p))
    return dropped(x), dropped


def dropout_backward(dy, dropped):
    return (dropped(dy),)
