"""The sinusoidal positional encoding (Section 3.5)."""

import numpy as np


def sinusoids(length: int, d_model: int) -> np.ndarray:
    """PE(pos, 2i) = sin(pos / 10000^(2i / d)), PE(pos, 2i + 1) = cos of the same angle

    -> [length, d_model] float64; if d_model is odd, the last sine has no cosine
    Each pair of columns is a point that moves on a circle at constant speed, so PE(pos + k) is a rotation of PE(pos).
    """
    angle = np.arange(length)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return table
