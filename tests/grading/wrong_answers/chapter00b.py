"""Wrong answers to the exercises of chapter 0b: the exercise, the mistake in words, the answer."""

import numpy as np


def with_unique_targets(y, targets):
    return len(set(targets.tolist())) * y - np.bincount(targets, minlength=len(y))


WRONG = [
    ("00b/1", "the loss in bits", 4 / 6),
    ("00b/1", "the perplexity of *the dog sleeps .*", np.sqrt(2)),
    ("00b/1", "2 to the number of uncertain words, by the number of words", 16 / 6),
    ("00b/1", "all six words were uncertain", 2),
    ("00b/1", "the loss", 4 * np.log(2) / 6),
    ("00b/1", "the loss by logarithms to base 10", 4 * np.log10(2) / 6),
    ("00b/1", "2 to the loss in nats", 2 ** (4 * np.log(2) / 6)),
    ("00b/1", "the probability of the sentence", 1 / 16),
    ("00b/1", "one over the probability of the sentence", 16),
    ("00b/1", "without the full stop", 2 ** (3 / 5)),
    ("00b/1", "rounded too far", 1.6),
    ("00b/2", "the loss in place of the perplexity", 4.8),
    ("00b/2", "as before the shuffling", 18.7),
    ("00b/2", "the frequencies alone", 196.1),
    ("00b/2", "all words equally probable", 554),
    ("00b/2", "half way between the text and its frequencies", 107.45),
    ("00b/2", "pairs by entries", 177872 / 306916),
    ("00b/2", "pairs by rows", 177872 / 554),
    ("00b/2", "twice the right one", 244),
    ("00b/2", "the loss in bits", 6.93),
    ("00b/2", "two numbers", [122, 196]),
    ("00b/3", "without the last pair", lambda y, targets: len(targets) * y - np.eye(len(y))[targets[:-1]].sum(axis=0)),
    ("00b/3", "y as often as there are different targets", with_unique_targets),
    ("00b/3", "divided by the number of words", lambda y, t: (len(t) * y - np.eye(len(y))[t].sum(axis=0)) / len(y)),
    ("00b/3", "the counts alone", lambda y, targets: -np.bincount(targets, minlength=len(y))),
    ("00b/3", "an array for each pair", lambda y, targets: y - np.eye(len(y))[targets]),
    ("00b/3", "y once", lambda y, targets: y - np.bincount(targets, minlength=len(y))),
    ("00b/3", "the sign", lambda y, targets: np.bincount(targets, minlength=len(y)) - len(targets) * y),
    ("00b/3", "the counts are added", lambda y, targets: len(targets) * y + np.bincount(targets, minlength=len(y))),
    ("00b/3", "the first pair for all", lambda y, targets: len(targets) * (y - np.eye(len(y))[targets[0]])),
    ("00b/3", "all words equally probable", lambda y, t: len(t) / len(y) - np.bincount(t, minlength=len(y))),
]
