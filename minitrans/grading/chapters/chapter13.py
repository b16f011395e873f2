"""Small exercises of chapter 13."""

import numpy as np

from ..exercise import assert_close
from .answer import expect, numbers, small


@small("13/1", "the entropy in bits of a row of attention with the weights 1/2, 1/4, 1/8, 1/8, a number")
def entropy(answer):
    expect(answer, 1.75, "it is the sum of -a log2 a; -log2 a is 1 bit for 1/2, 2 bits for 1/4 and 3 bits for 1/8")


@small("13/2", "a function of weights [T, S] that gives the mean distance |t - s| under the weights, a number")
def mean_distance(answer):
    hint = "multiply |t - s| by the weights of each row and sum over s, then take the mean over the rows"
    expect(answer(np.array([[1.0, 0, 0], [0.5, 0.25, 0.25], [0, 1, 0]])), 1.75 / 3, hint)
    expect(answer(np.array([[0.0, 0, 0, 1], [0.5, 0.5, 0, 0]])), 1.75, hint)


@small("13/3", "a function of weights [B, T, S] and a mask [B, T] that gives the mean entropy in bits over its rows")
def mean_entropy(answer):
    weights = np.array([[[1.0, 0], [0.5, 0.5]], [[0.5, 0.5], [0.25, 0.75]]])
    hint = (
        "take the entropy -sum a log2 a of each row, with 0 log 0 = 0, then the mean over rows where the mask is True"
    )
    expect(answer(weights, np.array([[True, True], [True, False]])), 2 / 3, hint)
    expect(answer(weights, np.array([[True, False], [False, False]])), 0, hint)


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
        }
        assert_close(f"the guess for n = {n}, h = {heads}, d = {d}", answer(y, dy, heads), right, 1e-9, mistakes)


@small("13/5", "how often, of 54, the pronoun follows the English noun: 0, 27 or 54")
def pronouns_that_follow_the_source(answer):
    expect(
        answer,
        54,
        "which of the two is the reliable one, the source or what the model has written before?",
        "run the cell with the nine nouns on the model that comes with the package, and compare",
    )


@small("13/6", "a function of slopes [B, h], one row per sentence, that gives the importance of each head, [h]")
def importance(answer):
    slopes = np.array([[1.0, -2, 0], [-1, 1, 0], [0.5, 1, 0.25]])
    right = [2.5, 4, 0.25]
    got = numbers(answer(slopes.copy()))
    if got.shape == (3,) and np.allclose(got, [0.5, 0, 0.25]):
        raise AssertionError("slopes of opposite signs still cancel", "take the absolute value before you sum")
    if got.shape == (3,) and np.allclose(got, np.array(right) / 3):
        raise AssertionError("it is the sum over sentences, not the mean")
    expect(got, right, "one number per head: the sum over the sentences of the absolute slopes")
