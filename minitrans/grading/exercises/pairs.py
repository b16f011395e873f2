"""The logits, and how a forward and a backward get onto the tape."""

from functools import partial

import numpy as np

from ..my_transformer.model import apply, logits_backward, logits_forward
from .exercise import EXACT, TOLERATED, Exercise, short_repr
from .finding import Finding, in_case
from .mistakes import Edit

LOGITS, BACK = "return x @ table.T, (x, table)", "return dy @ table, dy.T @ x"
CALL, PULL = "forward(*(x.data for x in operands), **constants)", "lambda dy: backward(dy, cache)"


class Pairs(Exercise):
    """`apply` uses only `data` of an operand.  It returns Tensor(data, requires_grad, operands, pull), of your tape."""

    name = "pairs"
    wants = (logits_forward, logits_backward, apply)
    mistakes = [
        Edit("logits are divided by sqrt(d): only attention does that",
             (LOGITS, LOGITS.replace("table.T,", "table.T / x.shape[1] ** 0.5,"))),
        Edit("the gradient of the table is lost: it is used here, too", (BACK, "return dy @ table, 0 * table")),
        Edit("the gradient of the table is a mean: it is the sum over the rows", (BACK, f"{BACK} / len(x)")),
        Edit("the constants are not handed on to forward", (CALL, CALL.replace(", **constants", ""))),
        Edit("the pull must hand on the dy that it gets", (PULL, PULL.replace("(dy,", "(np.ones_like(dy),"))),
        Edit("the gradients on the tape are doubled", (PULL, "lambda dy: backward(2 * dy, cache)")),
    ]  # fmt: skip

    def interface(self, data, logits_forward, logits_backward, apply):
        """Shapes and dtypes; apply makes a Tensor, and changes nothing."""
        for dtype in (np.float32, np.float64):
            x, table = (data.rng.standard_normal(shape).astype(dtype) for shape in ((4, 3), (5, 3)))
            before = x.copy(), table.copy()
            y, cache = logits_forward(x, table)
            gradients = logits_backward(np.ones((4, 5), dtype), cache)
            if not isinstance(gradients, tuple | list) or len(gradients) != 2:
                raise Finding(f"logits_backward must return dx and dtable, not {short_repr(gradients)}")
            for what, array in zip(("logits", "dx and dtable", "dx and dtable"), (y, *gradients), strict=True):
                if getattr(array, "dtype", None) != dtype:
                    raise Finding(f"{what} must be arrays of {np.dtype(dtype)} where x is, not {short_repr(array)}")
            made = apply((logits_forward, logits_backward), Operand(x), Operand(table))
            if not all(hasattr(made, each) for each in ("data", "grad", "backward")):
                raise Finding(f"apply must return a Tensor, not {short_repr(made)}")
            if (x != before[0]).any() or (table != before[1]).any():
                raise Finding("apply has changed the data of an operand")

    def forward(self, data, *own):
        """Logits, and what apply computes, with constants."""
        rng = data.rng
        x, table = rng.standard_normal((4, 3)), rng.standard_normal((5, 3))
        self.same(partial(forwards, x, table), own, right_forwards(x, table), EXACT)

    def gradient(self, data, *own):
        """Gradients of logits, and those that go back on the tape, also to an operand that is used twice."""
        rng = data.rng
        for count in (4, 1):
            x, table, dy = (rng.standard_normal(shape) for shape in ((count, 3), (5, 3), (count, 5)))
            with in_case(f"{count} rows"):
                self.same(partial(backwards, x, table, dy), own, right_backwards(x, table, dy), TOLERATED)

    def invariants(self, data, *own):
        """Two forwards before the first backward: each has its own cache."""
        rng = data.rng
        arrays = [rng.standard_normal(shape) for shape in ((4, 3), (5, 3), (2, 3))]

        def grads(*own):
            x, table, other = map(tensor(own[2]), arrays)
            first, second = (own[2](own[:2], each, table) for each in (x, other))
            second.backward()
            first.backward()
            return {"the gradient of x": x.grad, "that of the table": table.grad, "that of the other x": other.grad}

        x, table, other = arrays
        right = [np.tile(table.sum(axis=0), (len(each), 1)) for each in (x, other)]
        sums = np.tile(x.sum(axis=0) + other.sum(axis=0), (5, 1))
        named = {"the gradient of x": right[0], "that of the table": sums, "that of the other x": right[1]}
        self.same(grads, own, named, EXACT)


class Operand:
    def __init__(self, data):
        self.data = data


def tensor(apply):
    """The class of tensors that an apply makes: that of the student's tape"""
    return type(apply((power_forward, power_backward), Operand(np.ones(1)), Operand(np.ones(1))))


def power_forward(x, y, *, exponent=1, factor=1.0):
    return factor * x**exponent - y, (x, exponent, factor)


def power_backward(dy, cache):
    x, exponent, factor = cache
    return dy * factor * exponent * x ** (exponent - 1), -dy


def forwards(x, table, logits_forward, logits_backward, apply):
    made = apply((power_forward, power_backward), Operand(x), Operand(x[:1]), exponent=3, factor=2.0)
    return {"logits": logits_forward(x, table)[0], "with constants, what apply makes": made.data}


def right_forwards(x, table):
    logits = np.array([[sum(a * b for a, b in zip(row, word, strict=True)) for word in table] for row in x])
    return {"logits": logits, "with constants, what apply makes": 2 * x * x * x - x[:1]}


def backwards(x, table, dy, logits_forward, logits_backward, apply):
    dx, dtable = logits_backward(dy, logits_forward(x, table)[1])
    a, b, c = map(tensor(apply), (x, table, x))
    apply((logits_forward, logits_backward), a, b).backward(dy)
    apply((power_forward, power_backward), c, c, exponent=2).backward(x)
    values = dx, dtable, a.grad, b.grad, c.grad
    return dict(zip(GRADIENTS, (np.zeros(1) if each is None else each for each in values), strict=True))


GRADIENTS = "dx", "dtable", "on the tape, dx", "on the tape, dtable", "on the tape, the gradient of c in c^2 - c"


def right_backwards(x, table, dy):
    dx = np.einsum("nv,vd->nd", dy, table)
    dtable = np.einsum("nv,nd->vd", dy, x)
    return dict(zip(GRADIENTS, (dx, dtable, dx, dtable, x * (2 * x - 1)), strict=True))
