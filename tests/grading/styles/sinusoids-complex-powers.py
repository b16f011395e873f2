"""Each pair of columns is the real and imaginary part of a power of one complex number."""

import numpy as np


def sinusoids(length, d_model):
    pairs = (d_model + 1) // 2
    turn = np.exp(-np.log(10000) * 2 * np.arange(pairs) / d_model)
    hand = np.exp(1j * np.outer(np.arange(length), turn))
    return np.stack([hand.imag, hand.real], axis=2).reshape(length, 2 * pairs)[:, :d_model]
