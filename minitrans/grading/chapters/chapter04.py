"""Small exercises of chapter 4."""

import numpy as np

from ..exercise import assert_close
from .answer import expect, small


@small("04/1", "a function of dx [n, d] that gives the largest |sum| of a row, which should be 0")
def row_sums(answer):
    dx = np.array([[1.0, -3.0, 0.5], [2.0, -2.0, 0.25]])
    expect(answer(dx), 1.5, "sum each row, take the absolute value of each sum, then the largest")


@small("04/2", "dx of LayerNorm for x = [0, 0, 6, 6], dy = [0, 4, 0, 0], gamma = 1, eps = 0, an array of 4")
def gradient_by_hand(answer):
    expect(
        answer,
        [-2 / 3, 2 / 3, 0, 0],
        "std is 3, x-hat is -1, -1, 1, 1; subtract from dy its mean and x-hat * mean(dy * x-hat); then divide by std",
    )


@small(
    "04/3", "a function of N and v that gives the correlation of a post-norm stream with its start after N sub-layers"
)
def correlation(answer):
    for n, v in ((0, 0.5), (1, 3.0), (12, 0.32)):
        actual = answer(n, v)
        hint = "each sum has the variance 1 + v, so LayerNorm divides what was there before by its root"
        expect(actual, (1 + v) ** (-n / 2), f"for N = {n}, v = {v}: {hint}")


@small("04/4", "a function of dy [n, d] and x [n, d] that gives dx for y = x / sqrt(mean(x^2)) in each row")
def rms_norm(answer):
    rng = np.random.default_rng(4)
    dy, x = rng.standard_normal((2, 3, 5))
    right = np.empty_like(x)
    for row in range(3):
        for j in range(5):
            shift = np.zeros(5)
            shift[j] = 1e-5
            ahead, behind = ((x[row] + s) / np.sqrt(np.mean((x[row] + s) ** 2)) for s in (shift, -shift))
            right[row, j] = sum(dy[row] * (ahead - behind)) / 2e-5
    rms = np.sqrt((x * x).mean(axis=1, keepdims=True))
    y = x / rms
    along = y * (dy * y).mean(axis=1, keepdims=True)
    mistakes = {
        "y does not subtract a mean, so dx has no term for it": (dy - dy.mean(axis=1, keepdims=True) - along) / rms,
        "the root mean square also depends on x: its term is missing": dy / rms,
        "the division by the root mean square is missing": dy - along,
    }
    assert_close("dx", answer(dy, x), right, 1e-6, mistakes)
