"""The affine map y = x W + b."""

import math

import numpy as np

from ...ops.linear import linear_backward, linear_forward
from .exercise import assert_small
from .mistakes import Edit
from .operation import Case, Operation, run

DW = "rows.T @ drows"
MEAN = "only {} is wrong, by one factor: the number of rows; with one row of one sentence it is right"
LAST = "only {} is wrong, and by no factor; it does not change when dy of the first sentence does"


class Linear(Operation):
    name = "linear"
    wants = (linear_forward, linear_backward)

    def cases(self, rng):
        return [
            Case("rows", parameters(rng, (2,), 3, 5), {}),
            Case("sentences", parameters(rng, (2, 3), 5, 7), {}),
            Case("heads of sentences", parameters(rng, (2, 3, 4), 5, 7), {}),
        ]

    def hard(self, rng):
        square = rng.standard_normal((5, 5))
        return [
            Case("one row without a batch", parameters(rng, (), 5, 7), {}),
            Case("a batch of one", parameters(rng, (1, 1), 5, 7), {}),
            Case("one input, one output", parameters(rng, (2, 3), 1, 1), {}),
            Case("one output", parameters(rng, (2, 3), 5, 1), {}),
            Case("x is the weight", [square, square, rng.standard_normal(5)], {}),
        ]

    def oracle(self, x, weight, bias):
        y = np.empty((*x.shape[:-1], len(bias)))
        for row in np.ndindex(x.shape[:-1]):
            for j in range(len(bias)):
                y[row][j] = math.fsum([bias[j], *(x[row][i] * weight[i, j] for i in range(len(weight)))])
        return y

    mistakes = [
        Edit("the bias is left out", ("x @ weight + bias", "x @ weight")),
        Edit("the bias is subtracted", ("x @ weight + bias", "x @ weight - bias")),
        Edit("the bias is added twice", ("x @ weight + bias", "x @ weight + 2 * bias")),
        Edit("dweight: a mean for a sum over the rows", (DW, f"{DW} / len(rows)"), MEAN.format("dweight")),
        Edit("dbias: a mean for a sum over the rows", ("drows.sum", "drows.mean"), MEAN.format("dbias")),
        Edit("dweight keeps the last sentence only: = in place of +=",
             (DW, "x[-1:].reshape(-1, x.shape[-1]).T @ dy[-1:].reshape(-1, dy.shape[-1])"), LAST.format("dweight")),
        Edit("dbias keeps the last sentence only: = in place of +=",
             ("drows.sum(", "dy[-1:].reshape(-1, dy.shape[-1]).sum("), LAST.format("dbias")),
        Edit("dx passes on only where x is positive, like a ReLU", ("dy @ weight.T", "dy @ weight.T * (x > 0)"),
             "only dx is wrong: right where x > 0, and 0 elsewhere"),
    ]  # fmt: skip

    def properties(self, data, forward, backward):
        """Each row is independent of the others, so that the shape of the batch must not matter."""
        case = Case("", parameters(data.rng, (2, 3), 5, 7), {})
        (x, weight, bias), _, y, cache, dy = run(data, case, forward)
        one = [y, *backward(dy, cache)]
        y, cache = forward(x.reshape(6, 5), weight, bias)
        other = [y, *backward(dy.reshape(6, 7), cache)]
        for what, a, b in zip(("y", "dx", "dW", "db"), one, other, strict=True):
            what = f"{what} must be the same for 2 x 3 rows as for 6 rows: each row is independent"
            assert_small(a.ravel() - b.ravel(), 1e-12, what)


def parameters(rng, leading, n, m):
    """x [..., n], weight [n, m], bias [m]"""
    return [rng.standard_normal(shape) for shape in ((*leading, n), (n, m), (m,))]
