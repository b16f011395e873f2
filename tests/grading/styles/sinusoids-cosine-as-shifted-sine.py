"""One sine for the whole table, because cos(x) = sin(x + pi / 2)."""

import numpy as np


def sinusoids(length, d_model):
    column = np.arange(d_model)
    rate = np.power(10000.0, -(column // 2 * 2) / d_model)
    return np.sin(np.arange(length, dtype=float).reshape(-1, 1) * rate + column % 2 * np.pi / 2)
