"""Small exercises of chapter 2."""

import math

import numpy as np

from ..exercise import assert_close
from .answer import expect, small


@small("02/1", "softmax of [0, log 2, log 5], an array of 3")
def softmax_by_hand(answer):
    expect(answer, [1 / 8, 2 / 8, 5 / 8], "exp of the three is 1, 2, 5; divide by their sum")


@small("02/2", "a function of logits [n] and a temperature that gives softmax(logits / temperature), [n]")
def temperature(answer):
    logits = np.array([1.0, -2.0, 0.5, 3.0])
    for t in (0.5, 1.0, 4.0):
        right = [1 / math.fsum(math.exp((b - a) / t) for b in logits) for a in logits]
        assert_close(f"at temperature {t}", np.asarray(answer(logits, t)), np.array(right), 1e-9)
    assert_close("at temperature 0.001", np.asarray(answer(logits, 0.001)), np.array([0.0, 0, 0, 1]), 1e-9)
