"""Softmax over the last axis, with a mask."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.softmax import softmax_backward, softmax_forward
from .exercise import TOLERATED, assert_small
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation, run

HIDE, DOT = "x = np.where(mask, x, np.finfo(x.dtype).min)", "(dy * y).sum(axis=-1, keepdims=True)"


class Softmax(Operation):
    name = "softmax"
    wants = (softmax_forward, softmax_backward)

    def cases(self, rng):
        return [
            Case("rows of 5", [rng.standard_normal((3, 5))], {}),
            Case("a mask", [rng.standard_normal((2, 3, 7))], dict(mask=some_of_each_row(rng, (2, 3, 7)))),
            Case("a mask that broadcasts", [rng.standard_normal((2, 3, 7))], dict(mask=some_of_each_row(rng, (3, 7)))),
        ]

    def hard(self, rng):
        mask = some_of_each_row(rng, (3, 5))
        mask[1], large = False, np.eye(3, 5, 1, dtype=bool)
        return [
            Case("rows far apart", [np.array([[0.0], [1e4], [-1e4]]) + rng.standard_normal((3, 5))], {}),
            Case("logits of 1e4", [1e4 + rng.standard_normal((3, 5))], {}),
            Case("logits of -1e4", [-1e4 + rng.standard_normal((3, 5))], dict(mask=some_of_each_row(rng, (3, 5)))),
            Case("a row that may attend to nothing", [rng.standard_normal((3, 5))], dict(mask=mask)),
            Case("a single entry", [rng.standard_normal((1, 1))], {}),
            Case("one row without a batch", [rng.standard_normal(6)], {}),
            Case("a masked entry of 1e4", [rng.standard_normal((3, 5)) + 1e4 * large], dict(mask=~large)),
        ]

    def oracle(self, x, mask=None):
        y = np.zeros(x.shape)
        mask = np.broadcast_to(True if mask is None else mask, x.shape)
        for row in np.ndindex(x.shape[:-1]):
            allowed = [j for j in range(x.shape[-1]) if mask[row][j]]
            for i in allowed:
                y[row][i] = 1 / math.fsum(math.exp(min(x[row][j] - x[row][i], 700)) for j in allowed)
        return y

    mistakes = [
        Edit("the maximum includes masked entries, and then exp of all other entries is 0", (HIDE, "pass")),
        Edit("masked after the softmax, so that the weights no longer sum to 1",
             (HIDE, "x = x.copy()", "y *= mask", "pass", "return y, y", "return y if mask is None else y * mask, y")),
        Edit("the sum runs over the wrong axis", ("y.sum(axis=-1", "y.sum(axis=0")),
        *(Edit(f"maximum and sum run over the {which}",
               ("x.max(axis=-1", f"x.max(axis={axis}", "y.sum(axis=-1", f"y.sum(axis={axis}"))
          for axis, which in enumerate(("wrong axis", "middle axis of three"))),
        Edit("the sum runs over the whole array", ("y.sum(axis=-1, keepdims=True)", "y.sum()")),
        Edit("maximum and sum run over the whole array, not over each row",
             ("x.max(axis=-1, keepdims=True)", "x.max()", "y.sum(axis=-1, keepdims=True)", "y.sum()")),
        Edit("the mask is ignored", (HIDE, "mask = None")),
        Edit("where nothing is allowed all weights are equal: they must be zeros",
             ("np.finfo(x.dtype).min", "-1e9", "y *= mask", "pass")),
        Edit("masked scores are set to 0, not to -inf", ("np.finfo(x.dtype).min", "0.0", "y *= mask", "pass")),
        Edit("the mask is inverted (True = may be attended to)",
             (HIDE, f"mask = ~np.broadcast_to(mask, x.shape)\n        {HIDE}")),
        Edit("only y * dy: the sum over the row is missing; it comes from the denominator of the softmax",
             (f"(dy - {DOT})", "dy"),
             "dx is y * dy, each entry by itself: with dy all ones it is y, where it should be 0"),
        Edit("y (1 - y) dy: only the diagonal of the Jacobian", (DOT, "dy * y"),
             "dx is right where dy has its only 1, and 0 at all others; with dy all ones it is y (1 - y), not 0"),
        Edit("the sum runs over the wrong axis", (DOT, DOT.replace("-1", "0")),
             "the rows mix: with dy = 0 in all rows but one, the other rows get a gradient too"),
        Edit("the sum over the row is a mean", (DOT, DOT.replace("sum", "mean"))),
        Edit("the sum over the row is not weighted by y", (DOT, DOT.replace("dy * y", "dy")),
             "with dy all ones, dx is not 0 but y times 1 - n: the plain sum of n ones is subtracted, not their mean"),
    ]  # fmt: skip

    def properties(self, data, forward, backward):
        inputs, constants, y, cache, dy = run(data, self.cases(data.rng)[1], forward)
        (dx,) = backward(dy, cache)
        excess = to_numpy(y).sum(axis=-1) - 1
        if not abs(excess).max() < TOLERATED:
            small = (excess < 0).all() and excess.min() > -1e-3
            cause = ", and all are below 1: is an epsilon added to the denominator?" if small else ""
            raise Finding(f"each row of y must sum to 1{cause}")
        what = "each row of dx must sum to 0: a constant added to a row changes nothing"
        assert_small(dx.sum(axis=-1), TOLERATED, what)
        shifted, _ = forward(inputs[0] + 3.0, **constants)
        assert_small(shifted - y, TOLERATED, "a constant added to a row must change nothing")


def some_of_each_row(rng, shape):
    """A random mask that allows at least one entry of each row."""
    mask = rng.random(shape) < 0.5
    mask[..., 0] |= ~mask.any(axis=-1)
    return mask
