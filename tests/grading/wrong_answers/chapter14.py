"""Wrong answers to the exercises of chapter 14."""

import numpy as np


def apart(n):
    return np.arange(n)[:, None] - np.arange(n)


def carried(dh, h, w_h, slope=lambda h: 1 - h**2, first=True, norm=np.linalg.norm):
    lengths = []
    for i, state in enumerate(h[::-1]):
        dz = dh * (slope(state) if first or i else 1)
        lengths.append(norm(dz))
        dh = dz @ w_h.T
    return np.array(lengths[::-1])


def convolution(dy, w, shift=0, wrap=False, scale=1):
    dx = np.zeros_like(dy)
    for j in range(len(w)):
        more = np.roll(dy, -(j + shift), axis=0) @ w[j].T
        dx += more if wrap else np.where(np.arange(len(dy))[:, None] < len(dy) - j - shift, more, 0)
    return dx / scale


WRONG = [
    ("14/1", "without the division of the 2", 5.12),
    ("14/1", "the difference of n and d", 462),
    ("14/1", "d / n squared", 10.24**2),
    ("14/2", "the largest distance over the kernel", 41 / 5),
    ("14/2", "ten: both sides count", 10),
    ("14/2", "the logarithm, rounded up", 3),
    ("14/3", "below r, not up to r", lambda n, r: abs(apart(n)) < r),
    ("14/3", "earlier positions only", lambda n, r: (apart(n) >= 0) & (apart(n) <= r)),
    ("14/3", "r to both sides together", lambda n, r: abs(apart(n)) <= r / 2),
    ("14/3", "without the position itself", lambda n, r: (abs(apart(n)) <= r) & (apart(n) != 0)),
    ("14/3", "at the ends it wraps around", lambda n, r: np.minimum(abs(apart(n)), n - abs(apart(n))) <= r),
    ("14/3", "an r of 0 means no limit", lambda n, r: abs(apart(n)) <= (r or n)),
    ("14/4", "kernels multiply", lambda dilations, k: k ** len(dilations)),
    ("14/4", "the largest dilation alone", lambda dilations, k: 1 + (k - 1) * max(dilations)),
    ("14/4", "a causal kernel half as wide", lambda dilations, k: 1 + (k // 2) * sum(dilations)),
    ("14/4", "doubling dilations are taken for granted", lambda dilations, k: 1 + (k - 1) * (2 ** len(dilations) - 1)),
    ("14/4", "k times the dilations", lambda dilations, k: k * sum(dilations)),
    ("14/4", "a kernel of 3 is taken for granted", lambda dilations, k: 1 + 2 * sum(dilations)),
    ("14/5", "the square of the norm", lambda *a: carried(*a) ** 2),
    ("14/5", "the slope of a sigmoid", lambda *a: carried(*a, slope=lambda h: h * (1 - h))),
    ("14/5", "the last state without its slope", lambda *a: carried(*a, first=False)),
    ("14/5", "the sum of absolute values", lambda *a: carried(*a, norm=lambda z: abs(z).sum())),
    ("14/5", "tanh is applied to the states again", lambda *a: carried(*a, slope=lambda h: 1 - np.tanh(h) ** 2)),
    ("14/5", "the largest entry", lambda *a: carried(*a, norm=lambda z: abs(z).max())),
    ("14/6", "one half of it", 4 / 3),
    ("14/6", "from 2 + 4 to 8 + 4", 2),
    ("14/6", "two thirds", 1.5),
    ("14/7", "all taps are one step later", lambda dy, w: convolution(dy, w, shift=1)),
    ("14/7", "at the end it wraps around", lambda dy, w: convolution(dy, w, wrap=True)),
    ("14/7", "the mean over the taps", lambda dy, w: convolution(dy, w, scale=len(w))),
    ("14/7", "the first tap only", lambda dy, w: convolution(dy, w[:1])),
    ("14/7", "the last tap is left out", lambda dy, w: convolution(dy, w[:-1]) if len(w) > 1 else convolution(dy, w)),
]
