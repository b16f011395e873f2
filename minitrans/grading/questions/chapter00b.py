"""Small exercises of chapter 0b."""

import numpy as np

from .question import ask, between

ask(
    "00b/1",
    "the perplexity of `the dog sees the cat .` by the table of three sentences, a number",
    2 ** (4 / 6),
    wrong={
        "this is the loss; the perplexity is e to the loss": 4 * np.log(2) / 6,
        "this is one over the probability of the sentence; the loss is a mean over its words": 16,
        "this is the mean of 1 / p; the loss takes the mean of -log p": 10 / 6,
        "divide by the number of predicted words; the first word and the full stop are predicted too": 2 ** (4 / 5),
    },
    hints=(
        "write down the probability of each of the six words, given the word before it",
        "two of the words are sure, and the other four have 1/2 each; take the mean of -log p, then exp",
    ),
    digits=3,
)

ask(
    "00b/2",
    "the perplexity of the counted table on its own text, if that text is shuffled first, a number",
    103,
    wrong={"shuffle the text, count its pairs": (19, 85, 210, [100, 100])},
    judge=between(
        90,
        115,
        "shuffle the text, count its pairs, and compute the loss of the new table on the same pairs",
        "in another shuffled text only the frequencies would help, but the table has counted this very text",
    ),
)


def gradient(y, targets, often=None, once=False):
    times = np.bincount(targets, minlength=len(y))
    return (often or len(targets)) * y - (times > 0 if once else times)


ask(
    "00b/3",
    "a function of y [V] and targets, the numbers of the next words, that gives the sum of gradients [V]",
    gradient,
    tries=[
        (np.array(y), np.array(targets))
        for y, targets in [
            ([0.5, 0.25, 0.25], [1]),
            ([0.5, 0.25, 0.25], [2, 2, 2]),
            ([0.1, 0.2, 0.3, 0.4], [3, 0, 3, 1, 3, 0]),
        ]
    ],
    wrong={
        "a target that occurs several times is subtracted only once": lambda *a: gradient(*a, once=True),
        "each pair sends y minus its one, so y counts as often as there are pairs": lambda *a: gradient(*a, often=1),
        "this is the mean of the gradients; the sum was asked for": lambda y, t: gradient(y, t) / len(t),
        "the sign: the gradient is what was expected minus what happened": lambda *a: -gradient(*a),
    },
)
