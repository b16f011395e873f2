"""Wrong answers to the exercises of chapter 7."""

import numpy as np


def rotate(x, t, base=10000, shift=0):
    angle = t * base ** (-(np.arange(0, len(x), 2) + shift) / len(x))
    return (x.view(complex) * np.exp(1j * angle)).view(float)


def transposed_rotation(k, d, angle=lambda k: k):
    """W_Q with PE(t) W_Q = PE(t - k); PE has sine and cosine in turn."""
    w = np.zeros((d, d))
    for i in range(d // 2):
        theta = angle(k) / 10000 ** (2 * i / d)
        c, s = np.cos(theta), np.sin(theta)
        w[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]
    return w


def first_pair(k, d):
    w = np.zeros((d, d))
    w[:2, :2] = transposed_rotation(k, d)[:2, :2]
    return w


def tied(ids, dx, h, dlogits, scale=0.5):
    return dlogits.T @ h + np.eye(dlogits.shape[1])[ids].T @ dx * dx.shape[1] ** scale


def positions(dy, batch, longest):
    length = len(dy) // batch
    return np.concatenate([dy.reshape(batch, length, -1).sum(axis=0), np.zeros((longest - length, dy.shape[1]))])


WRONG = [
    ("07/1", "2 pi for the last pair", 2 * np.pi * 10000),
    ("07/1", "one over it", 1 / (2 * np.pi)),
    ("07/1", "in degrees", 360),
    ("07/2", "with row 3 as well", [16, 20]),
    ("07/2", "without the first", [12, 14]),
    ("07/2", "the product", [35, 96]),
    ("07/3", "one over it", 10000 ** (-510 / 512) / (2 * np.pi)),
    ("07/3", "half a turn", np.pi * 10000 ** (510 / 512)),
    ("07/3", "i from 1 on: 2i = 508", 2 * np.pi * 10000 ** (508 / 512)),
    ("07/4", "the root of twice as many", 512**0.5),
    ("07/4", "one over the root", 1 / 16),
    ("07/5", "positions are counted from 1", lambda x, t: rotate(x, t + 1)),
    ("07/5", "base 1000", lambda x, t: rotate(x, t, 1000)),
    ("07/5", "all pairs turn as fast as the first", lambda x, t: rotate(x, t, 1)),
    ("07/5", "the frequencies in the other order", lambda x, t: rotate(x, t, 1 / 10000, 2 - len(x))),
    ("07/5", "in whole turns", lambda x, t: rotate(x, 2 * np.pi * t)),
    ("07/6", "|k|", lambda k, d: transposed_rotation(abs(k), d)),
    ("07/6", "k + 1", lambda k, d: transposed_rotation(k + 1, d)),
    ("07/6", "always one word back", lambda k, d: transposed_rotation(1, d)),
    ("07/6", "with a factor of -1", lambda k, d: -transposed_rotation(k, d)),
    ("07/7", "divided by sqrt(d)", lambda *a: tied(*a, scale=-0.5)),
    ("07/7", "multiplied by d", lambda *a: tied(*a, scale=1)),
    ("07/7", "both are scaled by sqrt(d)", lambda *a: tied(*a, scale=0) * a[1].shape[1] ** 0.5),
    ("07/7", "the gradient of the embedding subtracted", lambda *a: 2 * a[3].T @ a[2] - tied(*a)),
    ("07/7", "h and dx exchanged", lambda ids, dx, h, dlogits: tied(ids, h, dx, dlogits)),
    ("07/8", "without rotation: 1", 1),
    ("07/8", "the other sign", -0.8),
    ("07/9", "the absolute sum", lambda dy, batch, longest: abs(positions(dy, batch, longest))),
    ("07/9", "of the first sentence only", lambda dy, batch, longest: positions(dy[: len(dy) // batch], 1, longest)),
    (
        "07/9",
        "the zeros come first",
        lambda dy, batch, longest: np.roll(positions(dy, batch, longest), longest - len(dy) // batch, 0),
    ),
    ("07/9", "only as many rows as positions", lambda dy, batch, longest: positions(dy, batch, len(dy) // batch)),
]
