"""Small exercises of chapter 13."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("13/1", "the entropy in bits of a row of attention with the weights 1/2, 1/4, 1/8, 1/8, a number")
def entropy(answer):
    mistakes = {
        "these are nats; for bits, take the logarithm to base 2": 1.75 * np.log(2),
        "the sign: an entropy is never negative": -1.75,
        "this is the entropy of four equal weights": 2,
        "these are the logarithms alone; each counts as much as its weight": 9,
    }
    expect(
        answer,
        1.75,
        "how many bits is -log2 of each weight?",
        "the entropy is the mean of these four numbers, in which each counts as much as its weight",
        mistakes=mistakes,
    )


@small("13/2", "a function of weights [T, S] that gives the mean distance |t - s| under the weights, a number")
def mean_distance(answer):
    hints = "how far away is each key, and how much does it count?", "sum over the keys, and average over the queries"
    mistakes = {
        "this is the sum over the rows, not their mean": 1.75,
        "this is a mean over all entries; the weights of a row sum to 1, so sum over its keys": 1.75 / 9,
        "this is one number per row; average over the rows": [0, 0.75, 1],
        "keys before and after the query cancel: the distance has no sign": 1.25 / 3,
        "this is the distance to the key with the largest weight; all keys count, each as much as its weight": 2 / 3,
    }
    expect(answer(np.array([[1.0, 0, 0], [0.5, 0.25, 0.25], [0, 1, 0]])), 1.75 / 3, *hints, mistakes=mistakes)
    expect(answer(np.array([[0.0, 0, 0, 1], [0.5, 0.5, 0, 0]])), 1.75, *hints)


@small("13/3", "a function of weights [B, T, S] and a mask [B, T] that gives the mean entropy in bits over its rows")
def mean_entropy(answer):
    weights = np.array([[[1.0, 0], [0.5, 0.5]], [[0.5, 0.5], [0.25, 0.75]]])
    hints = (
        "compute the entropy of every row first, [B, T]; which of these rows belong to words?",
        "for the rows of words the entropies are 0, 1 and 1 bits here",
    )
    mistakes = {
        "a weight of 0 has become 0 * log 0, which is nan; it must count as 0": np.nan,
        "these are nats; for bits, take the logarithm to base 2": 2 / 3 * np.log(2),
        "the rows of padding are in the mean": 0.7028195311,
        "the rows of padding count as zeros in the mean": 0.5,
        "this is the sum over the rows, not their mean": 2,
        "these are the rows of padding: True = the row belongs to a word": 0.8112781245,
        "this is the mean of the sentences' means; average over the rows of all sentences at once": 0.75,
        "the sign: an entropy is never negative": -2 / 3,
    }
    expect(answer(weights, np.array([[True, True], [True, False]])), 2 / 3, *hints, mistakes=mistakes)
    exactly = "the entropy of a row with the weights 1 and 0 is exactly 0; is a number added before the logarithm?"
    expect(answer(weights, np.array([[True, False], [False, False]])), 0, exactly)


@small(
    "13/4", "a function (y, dy, heads) of rows [n, h * d] that estimates how much the loss grows without each head, [h]"
)
def first_order(answer):
    rng = np.random.default_rng(0)
    for n, heads, d in ((5, 4, 3), (2, 1, 6)):
        y, dy = rng.standard_normal((2, n, heads * d))
        right = np.array([-(y * dy)[:, i * d : (i + 1) * d].sum() for i in range(heads)])
        mistakes = {
            "the sign: the gate goes from 1 down to 0": -right,
            "it must be the sum over rows, not a mean": right / n,
            "it must be the sum over rows and entries, not a mean": right / (n * d),
            "y is missing: the slope of a gate is a sum of products y * dy": -dy.reshape(n, heads, d).sum(axis=(0, 2)),
            "the guess has a sign: the loss may also fall": abs(right),
            "the columns of one head are neighbours": -(y * dy).reshape(n, d, heads).sum(axis=(0, 1)),
        }
        guess = numbers(answer(y.copy(), dy.copy(), heads))
        assert_close(f"the estimate for n = {n}, h = {heads}, d = {d}", guess, right, 1e-9, mistakes)


@small("13/5", "how many of the nine pronouns are right without the decoder's self-attention: 3, 6 or 9")
def pronouns_without_the_decoder(answer):
    expect(
        answer,
        9,
        "which noun did the model follow when the two had different genders?",
        "choose the nine pronouns with these gates closed (the second hint says how)",
    )


@small("13/6", "a function of slopes [B, h], one row per sentence, that gives the importance of each head, [h]")
def importance(answer):
    slopes = np.array([[1.0, -2, 0], [-1, 1, 0], [0.5, 1, 0.25]])
    mistakes = {
        "slopes of opposite signs still cancel": [0.5, 0, 0.25],
        "this is the mean over the sentences, not the sum": [2.5 / 3, 4 / 3, 0.25 / 3],
        "this is one number per sentence; the importance is one number per head": [3, 2, 1.75],
        "this is one number for all heads together": 6.75,
        "these are the roots of sums of squares; take absolute values": [1.5, 6**0.5, 0.25],
        "these are sums of squares; take absolute values": [2.25, 6, 0.0625],
        "this is the largest slope of each head; all slopes count": [1, 2, 0.25],
    }
    expect(
        answer(slopes.copy()),
        [2.5, 4, 0.25],
        "the result is one number per head, [h]",
        "a head with the slopes 1, -1 and 0.5 has the importance 2.5",
        mistakes=mistakes,
    )
    expect(answer(slopes[:2].copy()), [2, 3, 0], f"wrong for two sentences, slopes = {slopes[:2].tolist()}")
