"""Small exercises of chapter 2b."""

import numpy as np

from .question import ask


def gap(s, V):
    return np.log((1 - s) * (V - 1) / s)


ask(
    "02b/1",
    "a function of smoothing and V: how far the right logit is ahead of all others at the minimum of the loss, "
    "if the other V - 1 words share smoothing",
    gap,
    tries=[(0.1, 37000), (0.1, 10), (0.3, 2), (0.9, 5)],
    wrong={
        "this is the rule of the paper; here the right word gets no part of it": lambda s, V: np.log(
            (1 - s) * V / s + 1
        ),
        "this is e^g, not g": lambda s, V: np.exp(gap(s, V)),
        "the sign: the right logit is ahead": (lambda s, V: -gap(s, V), lambda s, V: abs(gap(s, V))),
        "this gives each of the other words all of smoothing; they share it": lambda s, V: np.log((1 - s) / s),
    },
    hints=(
        "write down q for the right word and for another one; do all V of them sum to 1?",
        "the gradient is 0 where softmax(z) = q, so exp(g) is one entry of q over another",
    ),
)

ask(
    "02b/2",
    "the perplexity if the right word has probability 1/2 in one half of a text and 1/8 in the other",
    4,
    wrong={
        "this is the mean of the two perplexities; the definition takes the mean of the losses": 5,
        "this is one over the mean of the two probabilities; the definition takes the mean of the losses": 3.2,
        "this is the mean loss; perplexity is e to the mean loss": 2 * np.log(2),
    },
    hints=(
        "perplexity is e to the mean loss, and the loss of a word is minus the logarithm of its probability",
        "the two losses are log 2 and 3 log 2; take their mean, then exp",
    ),
    digits=3,
)
