"""Small exercises of chapter 3."""

import numpy as np

from ..exercise import assert_close, short_repr
from .answer import expect, numbers, small


@small("03/1", "the number of parameters of a feed-forward network with d_model = 256 and d_ff = 1024, a number")
def parameters(answer):
    expect(answer, 256 * 1024 + 1024 + 1024 * 256 + 256, "two matrices and two biases: one of d_ff, one of d_model")


@small("03/2", "the largest possible rank of dW for a weight [512, 2048] and a batch of 25 positions, a number")
def rank(answer):
    expect(answer, 25, "dW is a sum with one outer product for each position, and each of them has rank 1")


@small("03/3", "a function of w1, b1, w2, b2 that gives (w, b), the single linear layer equal to two without ReLU")
def merge(answer):
    rng = np.random.default_rng(3)
    w1, b1, w2, b2 = (rng.standard_normal(shape) for shape in ((3, 5), (5,), (5, 2), (2,)))
    actual = answer(w1, b1, w2, b2)
    if not isinstance(actual, tuple | list) or len(actual) != 2:
        raise AssertionError(f"return a pair (w, b), not {short_repr(actual)}")
    w, b = actual
    assert_close("w", w, w1 @ w2, 1e-9)
    assert_close("b", b, b1 @ w2 + b2, 1e-9, {"b1 must be multiplied by w2 too": b1.sum() + b2, "b1 is left out": b2})


@small("03/4", "[w1, b1, w2, b2] with d_model = 1 and d_ff = 3 whose output is the tent max(0, 1 - |x|)")
def tent(answer):
    if not isinstance(answer, tuple | list) or len(answer) != 4:
        raise AssertionError(f"the answer must be a list of the four arrays w1, b1, w2, b2, not {short_repr(answer)}")
    w1, b1, w2, b2 = arrays = list(map(numbers, answer))
    for name, array, shape in zip(("w1", "b1", "w2", "b2"), arrays, ((1, 3), (3,), (3, 1), (1,)), strict=True):
        if array.shape != shape:
            raise AssertionError(f"{name} has shape {array.shape}, not {shape}")
    x = np.linspace(-3, 3, 61)[:, None]
    y = np.maximum(0, x @ w1 + b1) @ w2 + b2
    wrong = abs(y - np.maximum(0, 1 - abs(x)))
    if not wrong.max() < 1e-9:
        worst = int(np.argmax(wrong))
        right = max(0.0, 1 - abs(x[worst, 0]))
        raise AssertionError(f"at x = {x[worst, 0]:.1f} the output is {y[worst, 0]:.4g}, but the tent is {right:.4g}")
