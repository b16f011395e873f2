"""Wrong answers to the exercises of chapter 17."""

import numpy as np


def backward(dy, x, gamma, axis=1, sign=1, over=0):
    r = np.sqrt((x * x).mean(axis=axis, keepdims=True))
    hat, g = x / r, dy * gamma
    return (g - sign * hat * (g * hat).mean(axis=axis, keepdims=True)) / r, (dy * hat).sum(axis=over)


def nucleus(q, p, order=None, normal=True, power=1, more=0, fewer=0):
    order = np.argsort(-q) if order is None else order(q)
    before = q[order].cumsum() - q[order]
    kept = np.zeros_like(q)
    kept[order] = np.where(before < p - 1e-12, q[order], 0)
    if not normal:
        return kept
    return kept**power / (kept**power).sum()


def above(q, p):
    """Keeps what is at least p times the largest."""
    kept = np.where(q >= p * q.max(), q, 0)
    return kept / kept.sum()


def in_order(q, p):
    """Keeps the pieces in the order of the vocabulary."""
    return nucleus(q, p, lambda q: np.arange(len(q)))


def rotate(x, t, sign=1, base=1e4, halves=False, scale=1):
    pairs = x.reshape(2, -1).T if halves else x.reshape(-1, 2)
    theta = sign * t * base ** (-2 * np.arange(len(pairs)) / x.size)
    a, b = pairs.T
    turned = np.stack([a * np.cos(theta) - b * np.sin(theta), a * np.sin(theta) + b * np.cos(theta)], axis=1)
    return scale * (turned.T if halves else turned).reshape(x.shape)


WRONG = [
    ("17/1", "two to the loss", 2 ** np.log(50257)),
    ("17/1", "the loss in bits", np.log2(50257)),
    ("17/1", "GPT-2 with 50,256 pieces", 50256),
    ("17/2", "the second term is added", lambda *a: backward(*a, sign=-1)),
    ("17/2", "over the rows", lambda *a: (backward(*a, axis=0)[0], backward(*a)[1])),
    ("17/2", "dgamma is a mean over the rows", lambda *a: (backward(*a)[0], backward(*a)[1] / len(a[0]))),
    ("17/2", "dgamma for each row", lambda *a: (backward(*a)[0], backward(*a, over=())[1])),
    ("17/2", "swapped", lambda *a: backward(*a)[::-1]),
    ("17/2", "for a positive gamma only", lambda dy, x, gamma: backward(dy, x, abs(gamma))),
    ("17/3", "not divided by the sum", lambda *a: nucleus(*a, normal=False)),
    ("17/3", "the least probable first", lambda *a: nucleus(*a, order=np.argsort)),
    ("17/3", "in the order of the vocabulary", in_order),
    ("17/3", "at least p times the largest probability", above),
    ("17/3", "squares", lambda *a: nucleus(*a, power=2)),
    ("17/3", "the most probable piece alone", lambda q, p: (q == q.max()) * 1.0),
    ("17/3", "always the three best", lambda q, p: np.where(q >= np.sort(q)[-3], q, 0) / np.sort(q)[-3:].sum()),
    (
        "17/3",
        "uniform among the kept",
        lambda *a: nucleus(*a, power=0) * (nucleus(*a) > 0) / ((nucleus(*a) > 0).mean() * len(a[0])) * len(a[0]),
    ),
    ("17/4", "bits, not bytes", 2**33),
    ("17/4", "in thousands of 1000 bytes", 2**30 / 1000),
    ("17/4", "one layer", 2**25),
    ("17/4", "in gigabytes", 1.0),
    ("17/5", "backwards", lambda *a: rotate(*a, sign=-1)),
    ("17/5", "pairs are i and i + d / 2", lambda *a: rotate(*a, halves=True)),
    ("17/5", "one position more", lambda x, length: rotate(x, length + 1)),
    ("17/5", "always as the first new piece", lambda x, length: rotate(x, min(length, 1))),
    ("17/5", "base 1000", lambda *a: rotate(*a, base=1e3)),
    ("17/5", "the first pair only", lambda x, length: np.concatenate([rotate(x, length)[:, :2], x[:, 2:]], axis=1)),
    ("17/5", "the exponent -i / d", lambda *a: rotate(*a, base=1e2)),
    ("17/5", "a row [d], not [1, d]", lambda x, length: rotate(x, length)[0]),
    ("17/6", "4 d^2 per layer alone", [4 * 96 * 12288**2, 24 * 96 * 12288**2 * 300e9]),
    ("17/6", "operations of the backward alone", [1.74e11, 4 * 1.74e11 * 300e9]),
    ("17/6", "swapped", [3.1e23, 1.74e11]),
    ("17/6", "operations in units of 10^21", [1.74e11, 313]),
]
MENDED = [  # answers that were once taken as right
    ("17/5", "theta of a row of 4 for every width", lambda x, t: rotate(x, t, base=1e4 ** (x.size / 4))),
]
