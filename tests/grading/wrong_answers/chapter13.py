"""Wrong answers to the exercises of chapter 13."""

import numpy as np


def distance(a, power=1, origin=0):
    return (a * abs(np.arange(a.shape[0])[:, None] - np.arange(a.shape[1]) - origin) ** power).sum(axis=1)


def entropies(a):
    return -(a * np.log2(np.where(a > 0, a, 1))).sum(axis=-1)


def without_zeros(a):
    return -(a * np.log2(a + 1e-3)).sum(axis=-1)


def estimate(y, dy, heads):
    return -(y * dy).reshape(len(y), heads, -1)


WRONG = [
    ("13/1", "two to the entropy", 2**1.75),
    ("13/1", "to base 10", 1.75 * np.log10(2)),
    ("13/1", "a mean over four weights", 1.75 / 4),
    ("13/2", "squared distances", lambda a: distance(a, 2).mean()),
    ("13/2", "positions of keys counted from 1", lambda a: distance(a, origin=1).mean()),
    ("13/2", "divided by the number of keys", lambda a: distance(a).sum() / a.shape[1]),
    ("13/2", "the root of the mean square", lambda a: distance(a, 2).mean() ** 0.5),
    ("13/2", "the distance of the mean key", lambda a: abs(np.arange(len(a)) - a @ np.arange(a.shape[1])).mean()),
    ("13/2", "the median of the rows", lambda a: np.median(distance(a))),
    ("13/2", "the first row is left out, as for a start symbol", lambda a: distance(a)[1:].sum() / len(a)),
    ("13/3", "1e-3 is added to avoid log 0", lambda a, mask: without_zeros(a)[mask].mean()),
    (
        "13/3",
        "a mean of the means of sentences",
        lambda a, mask: np.mean([e[m].mean() for e, m in zip(entropies(a), mask, strict=True) if m.any()]),
    ),
    ("13/3", "the rows of padding only", lambda a, mask: entropies(a)[~mask].mean() if (~mask).any() else 0.0),
    ("13/3", "the entropy of the mean row", lambda a, mask: entropies(a[mask].mean(axis=0))),
    ("13/3", "divided by the number of sentences", lambda a, mask: entropies(a)[mask].sum() / len(a)),
    ("13/3", "padding is masked as a key", lambda a, mask: entropies(a * mask[:, None])[mask].mean()),
    ("13/4", "absolute values", lambda *a: abs(estimate(*a)).sum(axis=(0, 2))),
    ("13/4", "the absolute value of the sum", lambda *a: abs(estimate(*a).sum(axis=(0, 2)))),
    ("13/4", "one number per column of a head", lambda *a: estimate(*a).sum(axis=(0, 1))),
    ("13/4", "half of it, as in a quadratic estimate", lambda *a: estimate(*a).sum(axis=(0, 2)) / 2),
    ("13/4", "the heads in the reverse order", lambda *a: estimate(*a).sum(axis=(0, 2))[::-1]),
    ("13/4", "dy alone", lambda y, dy, heads: estimate(np.ones_like(y), dy, heads).sum(axis=(0, 2))),
    ("13/5", "one gender of three, by luck", 3),
    ("13/5", "two genders of three", 6),
    ("13/5", "none", 0),
    ("13/5", "one", 1),
    ("13/5", "all but one", 8),
    ("13/5", "half of them", 4.5),
    ("13/5", "as a percentage", 100),
    ("13/5", "one number for each gender", [3, 3, 3]),
    ("13/5", "how many are wrong", -9),
    ("13/5", "yes", True),
    ("13/6", "squares", lambda s: (s**2).sum(axis=0)),
    ("13/6", "the largest absolute value", lambda s: abs(s).max(axis=0)),
    ("13/6", "positive slopes only", lambda s: np.maximum(s, 0).sum(axis=0)),
    ("13/6", "sorted", lambda s: np.sort(abs(s).sum(axis=0))),
    ("13/6", "as shares of 1", lambda s: abs(s).sum(axis=0) / abs(s).sum()),
]
MENDED = [  # answers that were once taken as right
    (
        "13/6",
        "right if there are as many sentences as heads",
        lambda s: np.einsum("bh,bh->h", s, np.sign(s)) * len(s) / s.shape[1],
    ),
]
