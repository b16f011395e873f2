"""Small exercises of chapter 3."""

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import expect, numbers, small


@small("03/1", "the number of parameters of a feed-forward network with d_model = 256 and d_ff = 1024, a number")
def parameters(answer):
    matrix, given = 256 * 1024, numbers(answer)
    for mistake, hint in (
        (matrix, "this is one of the matrices; the network has more arrays"),
        (2 * matrix, "these are the two matrices; what else does the network have?"),
        (2 * matrix + 2 * 1024, "the second bias is added to the output; how long is a row of the output?"),
        (2 * matrix + 2 * 256, "the first bias is added before ReLU; how long is a row there?"),
    ):
        if np.array_equal(given, mistake):
            raise AssertionError(hint)
    expect(
        given,
        2 * matrix + 1024 + 256,
        "write down the shapes of the arrays in the formula of Section 3.3 and count their entries",
        "there are two matrices and two biases; each bias is as long as a row of what it is added to",
    )


@small("03/2", "the largest possible rank of dW for a weight [512, 2048] and a batch of 25 positions, a number")
def rank(answer):
    if np.array_equal(numbers(answer), 512):
        raise AssertionError("no matrix [512, 2048] has a higher rank, but dW is a sum with few terms; how many?")
    expect(
        answer,
        25,
        "write dW as a sum over the positions; what is the rank of one term?",
        "each term is an outer product of two rows; the rank of a sum is at most the sum of the ranks",
    )


@small("03/3", "a function of w1, b1, w2, b2 that gives (w, b), the single linear layer equal to two without ReLU")
def merge(answer):
    rng = np.random.default_rng(3)
    w1, b1, w2, b2 = (rng.standard_normal(shape) for shape in ((3, 5), (5,), (5, 2), (2,)))
    actual = answer(w1, b1, w2, b2)
    if not isinstance(actual, tuple | list) or len(actual) != 2:
        raise AssertionError(f"return a pair (w, b), not {short_repr(actual)}")
    w, b = actual
    assert_close("w", w, w1 @ w2, 1e-9)
    mistakes = {
        "b2 is left out": b1 @ w2,
        "b1 is left out; what does the network give for x = 0?": b2,
        "b1 must pass through the second layer too": b1.sum() + b2,
    }
    assert_close("b", b, b1 @ w2 + b2, 1e-9, mistakes)


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
        where = f"at x = {x[worst, 0]:.1f} the output is {y[worst, 0]:.4g}, but the tent is {right:.4g}"
        with np.errstate(all="ignore"):
            corners = np.sort(-b1 / w1[0])
        raise AssertionError(where, f"{where}; your corners are at {', '.join(f'{each:.3g}' for each in corners)}")


@small("03/5", "how many of dW1, db1, dW2, db2 are not zero if all four parameters are, a number")
def zeros(answer):
    if np.array_equal(numbers(answer), 2):
        raise AssertionError("perhaps you count dW2; it is the product of H transposed and dY, and what is H?")
    expect(
        answer,
        1,
        "go backwards from dY, one gradient after the other; what is H, and what is dH?",
        "H is zero and W2 is zero: which of the four formulas contains neither of them nor anything behind them?",
    )


@small("03/6", "a function of dy, x [n, d], w [d, d] that gives dx and dw for y = max(0, x w)")
def relu_layer(answer):
    rng = np.random.default_rng(6)
    x, w, dy = rng.standard_normal((5, 3)), rng.standard_normal((3, 3)), rng.standard_normal((5, 3))
    result = answer(dy.copy(), x.copy(), w.copy())
    if not isinstance(result, tuple | list) or len(result) != 2:
        raise AssertionError(f"return dx and dw, not {short_repr(result)}")
    right, h = [np.zeros(x.shape), np.zeros(w.shape)], 1e-6
    for gradient, array in zip(right, (x, w), strict=True):
        for index in np.ndindex(array.shape):
            value = array[index]
            array[index] = value + h
            above = np.maximum(x @ w, 0)
            array[index] = value - h
            gradient[index] = (dy * (above - np.maximum(x @ w, 0))).sum() / (2 * h)
            array[index] = value
    by_dy, unmasked = dy * (dy > 0), "ReLU has no part in it: the entries where it was off must be removed"
    wrong_mask = "the mask is made of dy, but ReLU was off where its input was negative"
    dz = dy * (x @ w > 0)
    assert_close("dx", result[0], right[0], 1e-6, {wrong_mask: by_dy @ w.T, unmasked: dy @ w.T})
    mistakes = {
        wrong_mask: x.T @ by_dy,
        unmasked: x.T @ dy,
        "it is transposed; write it with indices": dz.T @ x,
    }
    assert_close("dw", result[1], right[1], 1e-6, mistakes)


@small("03/7", "a function of dy and z, arrays of one shape, that gives dz for swish(z) = z / (1 + e^-z)")
def swish(answer):
    rng = np.random.default_rng(7)
    z, dy, h = 2 * rng.standard_normal((4, 3)), rng.standard_normal((4, 3)), 1e-6

    def value(z):
        return z / (1 + np.exp(-z))

    share = 1 / (1 + np.exp(-z))
    mistakes = {
        "this is the slope of s alone; by the product rule there are two terms": dy * share * (1 - share),
        "the second term of the product rule is missing, z s'": dy * share,
        "the first term of the product rule is missing, s": dy * z * share * (1 - share),
        "this is the slope of ReLU": dy * (z > 0),
        "multiply the slope by dy": share * (1 + z * (1 - share)),
    }
    right = dy * (value(z + h) - value(z - h)) / (2 * h)
    assert_close("dz", answer(dy.copy(), z.copy()), right, 1e-6, mistakes)
