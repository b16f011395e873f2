"""Small exercises of chapter 0b."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("00b/1", "the perplexity of `the dog sees the cat .` by the table of three sentences, a number")
def perplexity_by_hand(answer):
    mistakes = {
        "this is the loss; the perplexity is e to the loss": 4 * np.log(2) / 6,
        "this is one over the probability of the sentence; the loss is a mean over its words": 16,
        "this is the mean of 1 / p; the loss takes the mean of -log p": 10 / 6,
        "divide by the number of predicted words; the first word and the full stop are predicted too": 2 ** (4 / 5),
    }
    expect(
        answer,
        2 ** (4 / 6),
        "write down the probability of each of the six words, given the word before it",
        "two of the words are sure, and the other four have 1/2 each; take the mean of -log p, then exp",
        digits=3,
        mistakes=mistakes,
    )


@small("00b/2", "the perplexity of the counted table on its own text, if that text is shuffled first, a number")
def perplexity_of_shuffled_text(answer):
    got = numbers(answer)
    if got.size != 1 or not 110 < got < 135:
        raise AssertionError(
            "shuffle the text, count its pairs, and compute the loss of the new table on the same pairs",
            "in a new shuffled text nothing could be known but the frequencies; but this one has been counted itself",
        )


@small("00b/3", "a function of y [V] and targets, the numbers of the next words, that gives the sum of gradients [V]")
def gradient_of_a_row(answer):
    cases = [
        ([0.5, 0.25, 0.25], [1]),
        ([0.5, 0.25, 0.25], [2, 2, 2]),
        ([0.1, 0.2, 0.3, 0.4], [3, 0, 3, 1, 3, 0]),
    ]
    for y, targets in cases:
        times = np.array([targets.count(v) for v in range(len(y))])
        right = np.array([sum(y[v] - (v == target) for target in targets) for v in range(len(y))])
        mistakes = {
            "a target that occurs several times is subtracted only once": len(targets) * np.array(y) - (times > 0),
            "each pair sends y minus its one, so y counts as often as there are pairs": np.array(y) - times,
            "this is the mean of the gradients; the sum was asked for": right / len(targets),
            "the sign: the gradient is what was expected minus what happened": -right,
        }
        given = numbers(answer(np.array(y), np.array(targets)))
        assert_close(f"the gradient for y = {y} and targets = {targets}", given, right, 1e-9, mistakes)
