"""Softmax over the last axis, with a mask."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.softmax import softmax_backward, softmax_forward
from .exercise import TOLERATED
from .finding import Finding
from .operation import Case, Mistake, Operation, place


class Softmax(Operation):
    name = "softmax"
    wants = (softmax_forward, softmax_backward)
    row, allowed = "row", "True = may be attended to"

    def cases(self, rng):
        return [
            Case(f"{self.row}s of 5", [rng.standard_normal((3, 5))], {}),
            Case("a mask", [rng.standard_normal((2, 3, 7))], dict(mask=some_of_each_row(rng, (2, 3, 7)))),
            Case("a mask that broadcasts", [rng.standard_normal((2, 3, 7))], dict(mask=some_of_each_row(rng, (3, 7)))),
        ]

    def hard(self, rng):
        mask = some_of_each_row(rng, (3, 5))
        mask[1], second = False, np.arange(5) == 1
        return [
            Case(f"{self.row}s far apart", [np.array([[0.0], [1e4], [-1e4]]) + rng.standard_normal((3, 5))], {}),
            Case("logits of 1e4", [1e4 + rng.standard_normal((3, 5))], {}),
            Case("logits of -1e4", [-1e4 + rng.standard_normal((3, 5))], dict(mask=some_of_each_row(rng, (3, 5)))),
            Case(f"a {self.row} that may attend to nothing", [rng.standard_normal((3, 5))], dict(mask=mask)),
            Case("a single entry", [rng.standard_normal((1, 1))], {}),
            Case(f"one {self.row} without a batch", [rng.standard_normal(6)], {}),
            Case("a masked entry of 1e4", [rng.standard_normal((3, 5)) + 1e4 * second], dict(mask=~second)),
        ]

    def oracle(self, x, mask=None):
        y = np.zeros(x.shape)
        mask = np.broadcast_to(True if mask is None else mask, x.shape)
        for row in np.ndindex(x.shape[:-1]):
            allowed = [j for j in range(x.shape[-1]) if mask[row][j]]
            for i in allowed:
                y[row][i] = 1 / math.fsum(math.exp(min(x[row][j] - x[row][i], 700)) for j in allowed)
        return y

    def wrong_forwards(self, x, mask=None):
        mask = np.ones(x.shape, bool) if mask is None else np.broadcast_to(mask, x.shape)
        with np.errstate(all="ignore"):
            unmasked = np.exp(x - x.max(axis=-1, keepdims=True))
            e = unmasked * mask
            total = e.sum(axis=-1, keepdims=True)
            everywhere = np.exp(x - x.max()) * mask
            return {
                "the maximum includes masked entries, and then exp of all other entries is 0": np.where(
                    total > 0, e / total, 0
                ),
                f"masked after the softmax, so that a {self.row} no longer sums to 1": e
                / unmasked.sum(axis=-1, keepdims=True),
                "the sum runs over the wrong axis": e / e.sum(axis=0, keepdims=True),
                "the sum runs over the whole array": e / e.sum(),
                f"maximum and sum run over the whole array, not over each {self.row}": everywhere / everywhere.sum(),
                "the mask is ignored": self.oracle(x),
                "masked scores are set to 0, not to -inf": self.oracle(np.where(mask, x, 0.0)),
                f"the mask is inverted ({self.allowed})": self.oracle(x, ~mask),
            }

    def wrong_backwards(self, dy, x, mask=None):
        y = self.oracle(x, mask)
        return [
            Mistake(
                f"only y * dy: the sum over the {self.row} is missing; it comes from the denominator of the softmax",
                (y * dy,),
                "dx is y * dy, each entry by itself: with dy all ones it is y, where it should be 0",
            ),
            Mistake(
                "y (1 - y) dy: only the diagonal of the Jacobian",
                (y * (1 - y) * dy,),
                "dx is right where dy has its only 1, and 0 at all other entries; with dy all ones it is y (1 - y), "
                "not 0",
            ),
            Mistake(
                "the sum runs over the wrong axis",
                (y * (dy - (y * dy).sum(axis=0, keepdims=True)),),
                "the rows mix: with dy = 0 in all rows but one, the other rows get a gradient too",
            ),
            Mistake(
                f"the sum over the {self.row} is not weighted by y",
                (y * (dy - dy.sum(axis=-1, keepdims=True)),),
                "with dy all ones, dx is not 0 but y times 1 - n: the plain sum of n ones is subtracted, not their "
                "mean",
            ),
        ]

    def properties(self, data, forward, backward):
        inputs, constants = place(data, self.cases(data.rng)[1], np.float64)
        y, cache = forward(*inputs, **constants)
        (dx,) = backward(data.put(data.rng.standard_normal(y.shape)), cache)
        excess = to_numpy(y).sum(axis=-1) - 1
        if not abs(excess).max() < TOLERATED:
            small = (excess < 0).all() and excess.min() > -1e-3
            cause = ", and all are below 1: is an epsilon added to the denominator?" if small else ""
            raise Finding(f"each {self.row} of y must sum to 1{cause}")
        if not abs(to_numpy(dx).sum(axis=-1)).max() < TOLERATED:
            raise Finding(f"each {self.row} of dx must sum to 0: a constant added to a {self.row} changes nothing")
        shifted, _ = forward(inputs[0] + 3.0, **constants)
        if not abs(to_numpy(shifted - y)).max() < TOLERATED:
            raise Finding(f"a constant added to a {self.row} must change nothing")


def some_of_each_row(rng, shape):
    """A random mask that allows at least one entry of each row."""
    mask = rng.random(shape) < 0.5
    mask[..., 0] |= ~mask.any(axis=-1)
    return mask
