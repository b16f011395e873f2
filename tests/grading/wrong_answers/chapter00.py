"""Wrong answers to the exercises of chapter 0: the exercise, the mistake in words, the answer."""

import numpy as np


def counts(e, f, pairs):
    both = sum(e in side and f in other for side, other in pairs)
    return both, sum(e in side for side, _ in pairs), sum(f in other for _, other in pairs)


def dice(e, f, pairs):
    both, with_e, with_f = counts(e, f, pairs)
    return 2 * both / (with_e + with_f)


def as_text(e, f, pairs):
    return dice(e, f, [(" ".join(side), " ".join(other)) for side, other in pairs])


WRONG = [
    ("00/1", "the BLEU as a share of 1", 0.15),
    ("00/1", "the smallest of the three", 5),
    ("00/1", "an array of two numbers", [15, 60]),
    ("00/2", "the cosine: a geometric mean below", lambda *a: counts(*a)[0] / (counts(*a)[1] * counts(*a)[2]) ** 0.5),
    ("00/2", "the smaller count alone below", lambda *a: counts(*a)[0] / min(counts(*a)[1:])),
    ("00/2", "rounded down to a whole number", lambda *a: 2 * counts(*a)[0] // sum(counts(*a)[1:])),
    ("00/2", "`in` on the text of a sentence, which finds parts of words", as_text),
    ("00/2", "1 added to the denominator", lambda *a: 2 * counts(*a)[0] / (sum(counts(*a)[1:]) + 1)),
    ("00/2", "without the last pair", lambda e, f, pairs: dice(e, f, pairs[:-1])),
    ("00/3", "divided by the largest vote of the column", lambda votes: votes / votes.max(axis=0)),
    ("00/3", "transposed", lambda votes: (votes / votes.sum(axis=0)).T),
    ("00/3", "one vote per German word, equally shared", lambda votes: np.full(votes.shape, 1 / len(votes))),
    ("00/3", "the root of the sum of squares below", lambda votes: votes / np.sqrt((votes**2).sum(axis=0))),
]
