"""Small exercises of chapter 13."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(0)


def distances(weights, sign=abs):
    return weights * sign(np.arange(weights.shape[0])[:, None] - np.arange(weights.shape[1]))


def entropies(weights, log=np.log2):
    return -(weights * log(np.where(weights > 0, weights, 1))).sum(axis=-1)


def gates(y, dy, heads):
    """How much each entry adds to the estimate, [n, h, d]"""
    return -(y * dy).reshape(len(y), heads, -1)


ask(
    "13/1",
    "the entropy in bits of a row of attention with the weights 1/2, 1/4, 1/8, 1/8, a number",
    1.75,
    wrong={
        "these are nats; for bits, take the logarithm to base 2": 1.75 * np.log(2),
        "the sign: an entropy is never negative": -1.75,
        "this is the entropy of four equal weights": 2,
        "these are the logarithms alone; each counts as much as its weight": 9,
    },
    hints=(
        "how many bits is -log2 of each weight?",
        "the entropy is the mean of these four numbers, in which each counts as much as its weight",
    ),
)

ask(
    "13/2",
    "a function of weights [T, S] that gives the mean distance |t - s| under the weights, a number",
    lambda weights: distances(weights).sum() / len(weights),
    tries=[
        (np.array([[1.0, 0, 0], [0.5, 0.25, 0.25], [0, 1, 0]]),),
        (np.array([[0.0, 0, 0, 1], [0.5, 0.5, 0, 0]]),),
    ],
    wrong={
        "this is the sum over the rows, not their mean": lambda weights: distances(weights).sum(),
        "this is a mean over all entries; the weights of a row sum to 1, so sum over its keys": (
            lambda weights: distances(weights).mean()
        ),
        "this is one number per row; average over the rows": lambda weights: distances(weights).sum(axis=1),
        "keys before and after the query cancel: the distance has no sign": (
            lambda weights: distances(weights, np.positive).sum() / len(weights)
        ),
        "this is the distance to the key with the largest weight; all keys count, each as much as its weight": (
            lambda weights: abs(weights.argmax(axis=1) - np.arange(len(weights))).mean()
        ),
    },
    hints=(
        "how far away is each key, and how much does it count?",
        "sum over the keys, and average over the queries",
    ),
)

WEIGHTS = np.array([[[1.0, 0], [0.5, 0.5]], [[0.5, 0.5], [0.25, 0.75]]])
ask(
    "13/3",
    "a function of weights [B, T, S] and a mask [B, T] that gives the mean entropy in bits over its rows",
    lambda weights, mask: entropies(weights)[mask].mean(),
    tries=[(WEIGHTS, np.array(mask)) for mask in ([[True, True], [True, False]], [[True, False], [False, False]])],
    wrong={
        "a weight of 0 has become 0 * log 0, which is nan; it must count as 0": (
            lambda weights, mask: -(weights * np.log2(weights)).sum(axis=-1)[mask].mean()
        ),
        "these are nats; for bits, take the logarithm to base 2": (
            lambda weights, mask: entropies(weights, np.log)[mask].mean()
        ),
        "the rows of padding are in the mean": lambda weights, mask: entropies(weights).mean(),
        "the rows of padding count as zeros in the mean": lambda weights, mask: (entropies(weights) * mask).mean(),
        "this is the sum over the rows, not their mean": lambda weights, mask: entropies(weights)[mask].sum(),
        "these are the rows of padding: True = the row belongs to a word": (
            lambda weights, mask: entropies(weights)[~mask].mean()
        ),
        "this is the mean of the sentences' means; average over the rows of all sentences at once": (
            lambda weights, mask: np.mean([entropies(a)[rows].mean() for a, rows in zip(weights, mask, strict=True)])
        ),
        "the sign: an entropy is never negative": lambda weights, mask: -entropies(weights)[mask].mean(),
        "the entropy of a row with the weights 1 and 0 is exactly 0; is a number added before the logarithm?": (
            lambda weights, mask: -(weights * np.log2(weights + 1e-9)).sum(axis=-1)[mask].mean()
        ),
    },
    hints=(
        "compute the entropy of every row first, [B, T]; which of these rows belong to words?",
        "for the rows of words the entropies are 0, 1 and 1 bits here",
    ),
)

ask(
    "13/4",
    "a function (y, dy, heads) of rows [n, h * d] that estimates how much the loss grows without each head, [h]",
    lambda y, dy, heads: gates(y, dy, heads).sum(axis=(0, 2)),
    tries=[(*RNG.standard_normal((2, n, heads * d)), heads) for n, heads, d in ((5, 4, 3), (2, 1, 6))],
    wrong={
        "the sign: the gate goes from 1 down to 0": lambda y, dy, heads: -gates(y, dy, heads).sum(axis=(0, 2)),
        "it must be the sum over rows, not a mean": lambda y, dy, heads: gates(y, dy, heads).mean(axis=0).sum(axis=1),
        "it must be the sum over rows and entries, not a mean": lambda y, dy, heads: gates(y, dy, heads).mean((0, 2)),
        "y is missing: the slope of a gate is a sum of products y * dy": (
            lambda y, dy, heads: gates(np.ones_like(y), dy, heads).sum(axis=(0, 2))
        ),
        "the guess has a sign: the loss may also fall": lambda y, dy, heads: abs(gates(y, dy, heads).sum(axis=(0, 2))),
        "the columns of one head are neighbours": (
            lambda y, dy, heads: -(y * dy).reshape(len(y), -1, heads).sum(axis=(0, 1))
        ),
    },
    digits=9,
)

ask(
    "13/5",
    "how many of the nine pronouns are right without the decoder's self-attention: 3, 6 or 9",
    9,
    hints=(
        "which noun did the model follow when the two had different genders?",
        "choose the nine pronouns with these gates closed (the second hint says how)",
    ),
)

SLOPES = np.array([[1.0, -2, 0], [-1, 1, 0], [0.5, 1, 0.25]])
ask(
    "13/6",
    "a function of slopes [B, h], one row per sentence, that gives the importance of each head, [h]",
    lambda slopes: abs(slopes).sum(axis=0),
    tries=[(SLOPES,), (SLOPES[:2],)],
    wrong={
        "slopes of opposite signs still cancel": lambda slopes: abs(slopes.sum(axis=0)),
        "this is the mean over the sentences, not the sum": lambda slopes: abs(slopes).mean(axis=0),
        "this is one number per sentence; the importance is one number per head": lambda slopes: abs(slopes).sum(
            axis=1
        ),
        "this is one number for all heads together": lambda slopes: abs(slopes).sum(),
        "these are the roots of sums of squares; take absolute values": lambda slopes: np.sqrt((slopes**2).sum(axis=0)),
        "these are sums of squares; take absolute values": lambda slopes: (slopes**2).sum(axis=0),
        "this is the largest slope of each head; all slopes count": lambda slopes: abs(slopes).max(axis=0),
        "there may be more or fewer sentences than heads": (
            lambda slopes: abs(slopes).sum(axis=0) * len(slopes) / slopes.shape[1]
        ),
    },
    hints=(
        "the result is one number per head, [h]",
        "a head with the slopes 1, -1 and 0.5 has the importance 2.5",
    ),
)

ask(
    "13/7",
    "how many of 8 rows of the decoder, patched alone after its last cross-attention, change the logits of the last",
    1,
    wrong={
        "what follows is a feed-forward network; does it mix rows?": 8,
        "the row of the pronoun itself counts": 0,
    },
    hints=("which part of a layer carries something from row to row, and does one follow?",),
)
