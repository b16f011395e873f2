import numpy as np


def dropout_forward(x, p=0.0, seed=None):
    if seed is None or p == 0:
        return x, None
    rng = np.random.default_rng(seed)
    mask = rng.random(x.shape) >= p
    factor = (mask / (1 - p)).astype(x.dtype)
    return x * factor, factor


def dropout_backward(dy, factor):
    if factor is None:
        return (dy,)
    return (dy * factor,)
