"""Small exercises of chapter 3."""

import numpy as np

from ..exercises.exercise import short_repr
from .answer import numbers
from .question import ask


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
    "03/1",
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
    "03/2",
    "how many of dW1, db1, dW2, db2 are not zero if all four parameters are, a number",
    1,
    wrong={"perhaps you count dW2; it is the product of H transposed and dY, and what is H?": 2},
    hints=(
        "go backwards from dY, one gradient after the other; what is H, and what is dH?",
        "H is zero and W2 is zero: which of the four formulas contains neither of them nor anything behind them?",
    ),
)
