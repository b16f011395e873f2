"""Small exercises of chapter 0."""

from functools import partial
from operator import contains

import numpy as np

from .question import ask, between

ask(
    "00/1",
    "the BLEU of word-by-word translation with a dictionary from 60,000 pairs: 5, 15 or 60",
    15,
    wrong={"compare the translations": (60, 5, [15, 15])},
    judge=between(
        12,
        20,
        "run the cells with 60,000 pairs, and compare the translations with those from 5,000",
        "more text makes a dictionary surer, but most of its words were right before; which mistakes are left?",
    ),
)

PAIRS = [
    ("the dog sees the cat".split(), "der Hund sieht die Katze".split()),
    ("the cat sleeps".split(), "die Katze schläft".split()),
    ("a dog sleeps".split(), "ein Hund schläft".split()),
    ("the dogs".split(), "die Hunde".split()),
    ("a cat sleeps".split(), "eine Katze schläft".split()),
]
WORDS = ("the", "Katze"), ("dog", "schläft"), ("cat", "Katze"), ("dogs", "Katze")


def counts(e, f, pairs, count=contains):
    with_e = np.array([count(english, e) for english, _ in pairs], int)
    with_f = np.array([count(german, f) for _, german in pairs], int)
    return with_e @ with_f, with_e.sum(), with_f.sum()


def dice(e, f, pairs, count=contains):
    both, with_e, with_f = counts(e, f, pairs, count)
    return 2 * both / (with_e + with_f)


def share(rule):
    return lambda *words: rule(*counts(*words))


ask(
    "00/2",
    "a function of a word e, a word f and pairs [(English words, German words)] that gives their Dice coefficient",
    dice,
    tries=[(*words, PAIRS) for words in WORDS],
    wrong={
        "a word that stands twice in a sentence counts once: count pairs, not words": partial(dice, count=list.count),
        "the factor 2 is missing: two words that always come together have the coefficient 1": lambda *a: dice(*a) / 2,
        "below, a pair with both words counts once for each of them": share(lambda both, e, f: both / (e + f - both)),
        "below, the pairs with e and the pairs with f both count": share(lambda both, e, f: both / e),
        "the two counts below are added, not multiplied": share(lambda both, e, f: 2 * both / (e * f)),
    },
    hints=("how many of the pairs have e, how many have f, and how many have both?",),
)


ask(
    "00/3",
    "a function of votes [English words, German words] that lets each German word share out one vote",
    lambda votes: votes / votes.sum(axis=0),
    tries=[(np.array([[1.0, 2, 1, 4], [3, 2, 1, 0], [4, 1, 2, 4]]),)],
    wrong={
        "each English word shares out one vote: the rows sum to 1, not the columns": lambda votes: (
            votes / votes.sum(axis=1)[:, None]
        ),
        "all words together share one vote": lambda votes: votes / votes.sum(),
        "no exponential is wanted: a share is in proportion to the vote": lambda votes: (
            np.exp(votes) / np.exp(votes).sum(axis=0)
        ),
    },
)
