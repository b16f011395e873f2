"""Small exercises of chapter 2."""

import math

import numpy as np

from .answer import expect, small


@small("02/1", "softmax of [0, log 2, log 5], an array of 3")
def softmax_by_hand(answer):
    expect(answer, [1 / 8, 2 / 8, 5 / 8], "exp gives 1, 2 and 5; divide them by their sum")


@small("02/2", "a function of logits [n] and a temperature that gives softmax(logits / temperature), [n]")
def temperature(answer):
    logits = np.array([1.0, -2.0, 0.5, 3.0])
    for t in (0.5, 1.0, 4.0):
        right = [1 / math.fsum(math.exp((b - a) / t) for b in logits) for a in logits]
        expect(answer(logits.copy(), t), right, f"wrong at temperature {t}: divide the logits, then take the softmax")
    with np.errstate(all="ignore"):
        cold = answer(logits.copy(), 0.001)
    expect(cold, [0, 0, 0, 1], "wrong at temperature 0.001: does exp(3000) overflow? Subtract the largest logit first")


@small("02/3", "the gradient dx of a softmax with y = [1/2, 1/4, 1/4] for dy = [4, 0, 0], an array of 3")
def backward_by_hand(answer):
    expect(answer, [1, -0.5, -0.5], "dx_j = y_j (dy_j - m), where m = sum_i dy_i y_i is one number for the row")


@small(
    "02/4",
    "a function of smoothing and V: how far the target's logit is above all others at the minimum of the loss",
)
def best_gap(answer):
    for smoothing, size in ((0.1, 37000), (0.1, 10), (0.3, 2), (0.9, 5)):
        target, other = 1 - smoothing + smoothing / size, smoothing / size
        hint = "the gradient is 0 where softmax(z) = q, so exp(g) is one entry of q over another"
        hint = f"wrong for smoothing {smoothing}, V = {size}: {hint}"
        expect(answer(smoothing, size), math.log(target / other), hint)
