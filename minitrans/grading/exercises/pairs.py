"""The logits, and how the tape records a pair of forward and backward."""

from functools import partial

import numpy as np

from ..my_transformer.model import apply, logits_backward, logits_forward
from .exercise import EXACT, TOLERATED, Exercise, short_repr
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation

LOGITS, BACK = "return x @ table.T, (x, table)", "return dy @ table, dy.T @ x"
CALL, PULL = "forward(*(x.data for x in operands), **constants)", "lambda dy: backward(dy, cache)"


class Logits(Operation):
    name = "pairs"
    wants = (logits_forward, logits_backward)
    xp = np  # it is made of parts of the program, which needs NumPy alone
    mistakes = [
        Edit("logits are divided by sqrt(d): only attention does that",
             (LOGITS, LOGITS.replace("table.T,", "table.T / x.shape[1] ** 0.5,"))),
        Edit("the gradient of the table is lost: it is used here, too", (BACK, "return dy @ table, 0 * table")),
        Edit("the gradient of the table is a mean: it is the sum over the rows", (BACK, f"{BACK} / len(x)")),
    ]  # fmt: skip

    def cases(self, rng):
        return [Case("4 rows", [rng.standard_normal((4, 3)), rng.standard_normal((5, 3))], {})]

    def hard(self, rng):
        return [Case("one row", [rng.standard_normal((1, 3)), rng.standard_normal((5, 3))], {})]

    def oracle(self, x, table):
        return np.array([[sum(a * b for a, b in zip(row, word, strict=True)) for word in table] for row in x])


class Pairs(Exercise):
    """`apply` uses only `data` of an operand.  It returns Tensor(data, requires_grad, operands, pull), of your tape."""

    name = "pairs"
    wants = (*Logits.wants, apply)
    logits = Logits()
    mistakes = [
        *logits.mistakes,
        Edit("the constants are not handed on to forward", (CALL, CALL.replace(", **constants", ""))),
        Edit("the pull must hand on the dy that it gets", (PULL, PULL.replace("(dy,", "(np.ones_like(dy),"))),
        Edit("the gradients on the tape are doubled", (PULL, "lambda dy: backward(2 * dy, cache)")),
    ]

    def interface(self, data, *own):
        """Shapes and dtypes; apply makes a Tensor."""
        self.logits.interface(data, *own[:2])
        x = Operand(np.ones((2, 3)))
        made = own[2](own[:2], x, x)
        if not all(hasattr(made, each) for each in ("data", "grad", "backward")):
            raise Finding(f"apply must return a Tensor, not {short_repr(made)}")

    def forward(self, data, *own):
        """Logits, and what apply computes, with a constant."""
        self.logits.forward(data, *own[:2])
        self.same_on_tape(data, own, 1, EXACT)

    def gradient(self, data, *own):
        """Gradients of logits, and those that go back on the tape."""
        self.logits.gradient(data, *own[:2])
        self.same_on_tape(data, own, 3, TOLERATED)

    def same_on_tape(self, data, own, count, rtol):
        """The first `count` of: what apply makes of 2 x^2 - y, and the gradients of x and y"""
        x, y, dy = data.rng.standard_normal((3, 2, 3))
        right = dict(zip(ON_TAPE, (2 * x * x - y, dy * 4 * x, -dy)[:count], strict=False))
        self.same(partial(on_tape, x, y, dy), own, right, rtol)

    def adversarial(self, data, *own):
        """Logits of one row, and other memory layouts."""
        self.logits.adversarial(data, *own[:2])

    def invariants(self, data, *own):
        """Two forwards before the first backward: each has its own cache."""
        self.logits.invariants(data, *own[:2])
        x, other, table = data.rng.standard_normal((3, 4, 4))

        def grads(*own):
            leaves = list(map(tensor(own[2]), (x, other, table)))
            first, second = (own[2](own[:2], each, leaves[2]) for each in leaves[:2])
            second.backward()
            first.backward()
            return {"the gradient of x": leaves[0].grad, "that of the table": leaves[2].grad}

        sums = np.tile(table.sum(axis=0), (4, 1)), np.tile((x + other).sum(axis=0), (4, 1))
        self.same(grads, own, {"the gradient of x": sums[0], "that of the table": sums[1]}, EXACT)


class Operand:
    def __init__(self, data):
        self.data = data


SQUARE = (
    lambda x, y, *, factor=1: (factor * x * x - y, (x, factor)),
    lambda dy, cache: (dy * 2 * cache[1] * cache[0], -dy),
)
ON_TAPE = "with a constant, what apply makes", "on the tape, the gradient of x in 2 x^2 - y", "on the tape, that of y"


def tensor(apply):
    """The class of tensors that an apply makes: that of the student's tape"""
    return type(apply(SQUARE, Operand(np.ones(1)), Operand(np.ones(1))))


def on_tape(x, y, dy, logits_forward, logits_backward, apply):
    a, b = map(tensor(apply), (x, y))
    made = apply(SQUARE, a, b, factor=2)
    made.backward(dy)
    grads = (np.zeros(1) if each.grad is None else each.grad for each in (a, b))
    return dict(zip(ON_TAPE, (made.data, *grads), strict=True))
