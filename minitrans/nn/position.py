"""Where a word stands: the sinusoids of Section 3.5."""

import numpy as np


def sinusoids(length, d_model):
    """PE(pos, 2i) = sin(pos / 10000^(2i / d)), PE(pos, 2i + 1) = cos of the same

    -> [length, d_model] float64; with an odd d_model the last sine has no cosine
    Each pair of columns turns like the hand of a clock, so that PE(pos + k) is a rotation of PE(pos).
    """
    angle = np.arange(length)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return table
