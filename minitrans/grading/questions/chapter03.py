"""Small exercises of chapter 3."""

import numpy as np

from ..exercises.exercise import short_repr
from .answer import numbers
from .question import ask

MATRIX = 256 * 1024
ask(
    "03/1",
    "the number of parameters of a feed-forward network with d_model = 256 and d_ff = 1024, a number",
    2 * MATRIX + 1024 + 256,
    wrong={
        "this is one of the matrices; the network has more arrays": MATRIX,
        "these are the two matrices; what else does the network have?": 2 * MATRIX,
        "the second bias is added to the output; how long is a row of the output?": 2 * MATRIX + 2 * 1024,
        "the first bias is added before ReLU; how long is a row there?": 2 * MATRIX + 2 * 256,
    },
    hints=(
        "write down the shapes of the arrays in the formula of Section 3.3 and count their entries",
        "there are two matrices and two biases; each bias is as long as a row of what it is added to",
    ),
)

ask(
    "03/2",
    "the largest possible rank of dW for a weight [512, 2048] and a batch of 25 positions, a number",
    25,
    wrong={"no matrix [512, 2048] has a higher rank, but dW is a sum with few terms; how many?": 512},
    hints=(
        "write dW as a sum over the positions; what is the rank of one term?",
        "each term is an outer product of two rows; the rank of a sum is at most the sum of the ranks",
    ),
)

RNG = np.random.default_rng(3)
ask(
    "03/3",
    "a function of w1, b1, w2, b2 that gives (w, b), the single linear layer equal to two without ReLU",
    lambda w1, b1, w2, b2: (w1 @ w2, b1 @ w2 + b2),
    tries=[tuple(RNG.standard_normal(shape) for shape in ((3, 5), (5,), (5, 2), (2,)))],
    wrong={
        "b2 is left out": lambda w1, b1, w2, b2: (w1 @ w2, b1 @ w2),
        "b1 is left out; what does the network give for x = 0?": lambda w1, b1, w2, b2: (w1 @ w2, b2),
        "b1 must pass through the second layer too": lambda w1, b1, w2, b2: (w1 @ w2, b1.sum() + b2),
    },
)


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


ask(
    "03/4",
    "[w1, b1, w2, b2] with d_model = 1 and d_ff = 3 whose output is the tent max(0, 1 - |x|)",
    [[[1, 1, 1]], [1, 0, -1], [[1], [-2], [1]], [0]],
    wrong={
        "at x = 3.0 the output is 3, but the tent is 0": [[[1, 1, 1]], [1, 0, -1], [[1], [-1], [1]], [0]],
        "w1 has shape (3,), not (1, 3)": [[1, 1, 1], [1, 0, -1], [1, -2, 1], 0],
        "w1 has shape (), not (1, 3)": [1, 2, 3, 4],
    },
    judge=tent,
)

ask(
    "03/5",
    "how many of dW1, db1, dW2, db2 are not zero if all four parameters are, a number",
    1,
    wrong={"perhaps you count dW2; it is the product of H transposed and dY, and what is H?": 2},
    hints=(
        "go backwards from dY, one gradient after the other; what is H, and what is dH?",
        "H is zero and W2 is zero: which of the four formulas contains neither of them nor anything behind them?",
    ),
)


def relu_layer(on):
    def backward(dy, x, w):
        dz = dy * on(dy, x @ w)
        return dz @ w.T, x.T @ dz

    return backward


def transposed(dy, x, w):
    dx, dw = relu_layer(lambda dy, z: z > 0)(dy, x, w)
    return dx, dw.T


ask(
    "03/6",
    "a function of dy, x [n, d], w [d, d] that gives dx and dw for y = max(0, x w)",
    relu_layer(lambda dy, z: z > 0),
    tries=[tuple(RNG.standard_normal(shape) for shape in ((5, 3), (5, 3), (3, 3)))],
    wrong={
        "the mask is made of dy, but ReLU was off where its input was negative": relu_layer(lambda dy, z: dy > 0),
        "ReLU has no part in it: the entries where it was off must be removed": relu_layer(lambda dy, z: True),
        "it is transposed; write it with indices": transposed,
    },
)


def swish_slope(z, first=1, second=1):
    s = 1 / (1 + np.exp(-z))
    return first * s + second * z * s * (1 - s)


ask(
    "03/7",
    "a function of dy and z, arrays of one shape, that gives dz for swish(z) = z / (1 + e^-z)",
    lambda dy, z: dy * swish_slope(z),
    tries=[(RNG.standard_normal((4, 3)), 2 * RNG.standard_normal((4, 3)))],
    wrong={
        "this is the slope of s alone; by the product rule there are two terms": lambda dy, z: (
            dy * swish_slope(z, first=0) / z
        ),
        "the second term of the product rule is missing, z s'": lambda dy, z: dy * swish_slope(z, second=0),
        "the first term of the product rule is missing, s": lambda dy, z: dy * swish_slope(z, first=0),
        "this is the slope of ReLU": lambda dy, z: dy * (z > 0),
        "multiply the slope by dy": lambda dy, z: swish_slope(z),
    },
)
