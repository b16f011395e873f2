"""The affine map y = x W + b."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.linear import linear_backward, linear_forward
from .finding import Finding
from .operation import Case, Mistake, Operation, place


class Linear(Operation):
    name = "linear"
    wants = (linear_forward, linear_backward)
    subtracted, added = "is subtracted", "is added"

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

    def wrong_forwards(self, x, weight, bias):
        y = self.oracle(x, weight, bias)
        return {
            "the bias is left out": y - bias,
            f"the bias {self.subtracted}": y - 2 * bias,
            f"the bias {self.added} twice": y + bias,
        }

    def wrong_backwards(self, dy, x, weight, bias):
        def of_weight(x, dy):
            return x.reshape(-1, len(weight)).T @ dy.reshape(-1, len(bias))

        def of_bias(dy):
            return dy.reshape(-1, len(bias)).sum(axis=0)

        rows, dx = x.size // len(weight), dy @ weight.T
        last_x, last_dy = np.atleast_2d(x)[-1], np.atleast_2d(dy)[-1]
        dweight, dbias = of_weight(x, dy), of_bias(dy)
        mean = "only {} is wrong, by one factor: the number of rows; with one row of one sentence it is right"
        last = "only {} is wrong, and by no factor; it does not change when dy of the first sentence does"
        return [
            Mistake("dweight: a mean for a sum over the rows", (dx, dweight / rows, dbias), mean.format("dweight")),
            Mistake("dbias: a mean for a sum over the rows", (dx, dweight, dbias / rows), mean.format("dbias")),
            Mistake(
                "dweight keeps the last sentence only: = in place of +=",
                (dx, of_weight(last_x, last_dy), dbias),
                last.format("dweight"),
            ),
            Mistake(
                "dbias keeps the last sentence only: = in place of +=",
                (dx, dweight, of_bias(last_dy)),
                last.format("dbias"),
            ),
            Mistake(
                "dx passes on only where x is positive, like a ReLU",
                (dx * (x > 0), dweight, dbias),
                "only dx is wrong: right where x > 0, and 0 elsewhere",
            ),
        ]

    def properties(self, data, forward, backward):
        """Each row is independent of the others, so that the shape of the batch must not matter."""
        case = Case("", parameters(data.rng, (2, 3), 5, 7), {})
        (x, weight, bias), _ = place(data, case, np.float64)
        dy = data.put(data.rng.standard_normal((2, 3, 7)))
        y, cache = forward(x, weight, bias)
        one = [y, *backward(dy, cache)]
        y, cache = forward(x.reshape(6, 5), weight, bias)
        other = [y, *backward(dy.reshape(6, 7), cache)]
        for what, a, b in zip(("y", "dx", "dW", "db"), one, other, strict=True):
            if not abs(to_numpy(a).ravel() - to_numpy(b).ravel()).max() < 1e-12:
                raise Finding(f"{what} must be the same for 2 x 3 rows as for 6 rows: each row is independent")


def parameters(rng, leading, n, m):
    """x [..., n], weight [n, m], bias [m]"""
    return [rng.standard_normal(shape) for shape in ((*leading, n), (n, m), (m,))]
