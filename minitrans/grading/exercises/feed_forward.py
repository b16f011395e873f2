"""The position-wise feed-forward network."""

import numpy as np

from ...backend import to_numpy
from ...ops.feed_forward import feed_forward_backward, feed_forward_forward
from .exercise import assert_small
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation, run

PASSED = "dhidden * (hidden > 0)"
BACK = f"linear_backward({PASSED}, first)"
RETURN = f"return *{BACK},"


class FeedForward(Operation):
    name = "feed_forward"
    wants = (feed_forward_forward, feed_forward_backward)

    def cases(self, rng):
        return [
            Case("3 rows", parameters(rng, 3, 5, 11), {}),
            Case("7 rows", parameters(rng, 7, 2, 5), {}),
        ]

    def hard(self, rng):
        x, w1, _, w2, b2 = parameters(rng, 3, 5, 7)
        signs = rng.choice([-1.0, 1.0], 7)
        far, *rest = parameters(rng, 3, 5, 7, size=100)
        return [
            Case("one row", parameters(rng, 1, 5, 7), {}),
            Case("every hidden unit is off", [x, w1, np.full(7, -50.0), w2, b2], {}),
            Case("every hidden unit is on", [x, w1, np.full(7, 50.0), w2, b2], {}),
            Case("an x of 100", [far, *rest], {}),
            Case("an x of zero", [np.zeros((2, 5)), w1, signs / 2, w2, b2], {}),
            Case("widths of 1", parameters(rng, 2, 1, 1), {}),
        ]

    def oracle(self, x, w1, b1, w2, b2):
        y = np.empty((len(x), len(b2)))
        for row in range(len(x)):
            y[row] = b2
            for unit in range(len(b1)):
                y[row] += max(0.0, sum(x[row] * w1[:, unit], b1[unit])) * w2[unit]
        return y

    mistakes = [
        Edit("the ReLU is missing", ("np.maximum(before, 0)", "before")),
        Edit("a second ReLU, on the output", ("return y, (first", "return np.maximum(y, 0), (first")),
        Edit("the ReLU is applied to the output, not between the two layers",
             ("np.maximum(before, 0)", "before", "return y, (first", "return np.maximum(y, 0), (first")),
        Edit("b1 is added after the ReLU",
             ("forward(x, w1, b1)", "forward(x, w1, 0 * b1)", "np.maximum(before, 0)", "np.maximum(before, 0) + b1")),
        Edit("b1 is left out", ("forward(x, w1, b1)", "forward(x, w1, 0 * b1)")),
        Edit("b2 is left out", ("forward(hidden, w2, b2)", "forward(hidden, w2, 0 * b2)")),
        Edit("the ReLU keeps negative values, not positive ones", ("np.maximum(before", "np.minimum(before")),
        Edit("x is added: the residual connection is outside this function",
             ("return y, (first", "return y + x, (first")),
        Edit("ReLU's mask is missing (its output is never negative, so output >= 0 is true everywhere)",
             (PASSED, "dhidden")),
        Edit("ReLU's mask is taken from the sign of the gradient, not from the sign of ReLU's input",
             (PASSED, "dhidden * (dhidden > 0)")),
        Edit("ReLU's mask is inverted", (PASSED, "dhidden * (hidden == 0)")),
        Edit("db1 is computed without ReLU's mask",
             (RETURN, f"dx, dw1, _ = {BACK}\n    return dx, dw1, dhidden.sum(0),")),
        Edit("db1 is the sum of the hidden layer, not of its gradient",
             (RETURN, f"dx, dw1, _ = {BACK}\n    return dx, dw1, hidden.sum(0),")),
        Edit("dw1 is computed without ReLU's mask",
             (RETURN, f"dx, _, db1 = {BACK}\n    return dx, first[0].T @ dhidden, db1,")),
        Edit("dx is computed without ReLU's mask",
             (RETURN, f"_, dw1, db1 = {BACK}\n    return dhidden @ first[1].T, dw1, db1,")),
        Edit("dw2 is computed from the hidden layer before ReLU",
             ("(first, hidden, second)\n", "(first, hidden, (before, w2))\n")),
        Edit("dy is added to dx: the residual connection is outside this function",
             (RETURN, f"dx, dw1, db1 = {BACK}\n    return dx + dy, dw1, db1,")),
    ]  # fmt: skip

    def properties(self, data, forward, backward):
        """Rows are independent, and a hidden unit that is off for every row gets no gradient."""
        case = Case("", parameters(data.rng, 4, 5, 7), {})
        case.inputs[2][3] = -50
        inputs, _, y, cache, dy = run(data, case, forward)
        _, dw1, db1, dw2, _ = backward(dy, cache)
        if to_numpy(dw1)[:, 3].any() or to_numpy(db1)[3].any() or to_numpy(dw2)[3].any():
            raise Finding("a hidden unit that is off for every row must get gradients of zero in w1, b1 and w2")
        alone, _ = forward(inputs[0][1:2], *inputs[1:])
        assert_small(alone - y[1:2], 1e-12, "a row must give the same y alone as among others")


def parameters(rng, n, d_model, d_ff, size=1):
    """Random x, w1, b1, w2, b2 for which no hidden unit is close to 0, where ReLU is not differentiable."""
    shapes = (n, d_model), (d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)
    while True:
        x, w1, b1, w2, b2 = (rng.standard_normal(shape) for shape in shapes)
        x *= size
        hidden = x @ w1 + b1
        if abs(hidden).min() > 0.01 * size:
            return [x, w1, b1, w2, b2]
