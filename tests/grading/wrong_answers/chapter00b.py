"""Wrong answers to the exercises of chapter 0b: the exercise, the mistake in words, the answer."""

import numpy as np


def with_unique_targets(y, targets):
    return len(set(targets.tolist())) * y - np.bincount(targets, minlength=len(y))


WRONG = [
    ("00b/1", "the loss in bits", 4 / 6),
    ("00b/1", "the perplexity of *the dog sleeps .*", np.sqrt(2)),
    ("00b/1", "2 to the number of uncertain words, by the number of words", 16 / 6),
    ("00b/1", "all six words were uncertain", 2),
    ("00b/2", "the loss in place of the perplexity", 4.8),
    ("00b/2", "as before the shuffling", 18.7),
    ("00b/2", "the frequencies alone", 196.1),
    ("00b/2", "all words equally probable", 554),
    ("00b/3", "without the last pair", lambda y, targets: len(targets) * y - np.eye(len(y))[targets[:-1]].sum(axis=0)),
    ("00b/3", "y as often as there are different targets", with_unique_targets),
    ("00b/3", "divided by the number of words", lambda y, t: (len(t) * y - np.eye(len(y))[t].sum(axis=0)) / len(y)),
    ("00b/3", "the counts alone", lambda y, targets: -np.bincount(targets, minlength=len(y))),
    ("00b/3", "an array for each pair", lambda y, targets: y - np.eye(len(y))[targets]),
]
