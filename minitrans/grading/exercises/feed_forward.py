"""The position-wise feed-forward network."""

import numpy as np

from ...backend import to_numpy
from ...ops.feed_forward import feed_forward_backward, feed_forward_forward
from .finding import Finding
from .operation import Case, Mistake, Operation, place


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

    def wrong_forwards(self, x, w1, b1, w2, b2):
        before = x @ w1 + b1
        y = self.oracle(x, w1, b1, w2, b2)
        return {
            "the ReLU is missing": before @ w2 + b2,
            "a second ReLU, on the output": np.maximum(y, 0),
            "the ReLU is applied to the output, not between the two layers": np.maximum(before @ w2 + b2, 0),
            "b1 is added after the ReLU": (np.maximum(x @ w1, 0) + b1) @ w2 + b2,
            "b1 is left out": np.maximum(x @ w1, 0) @ w2 + b2,
            "b2 is left out": y - b2,
            "the ReLU keeps negative values, not positive ones": np.minimum(before, 0) @ w2 + b2,
            "x is added: the residual connection is outside this function": y + x,
        }

    def wrong_backwards(self, dy, x, w1, b1, w2, b2):
        before = x @ w1 + b1
        passed = dy @ w2.T  # the gradient of ReLU's output; ReLU passes it on only where its input is positive
        on = before > 0

        def gradients(dhidden):
            return dhidden @ w1.T, x.T @ dhidden, dhidden.sum(axis=0), None, None

        right = gradients(passed * on)
        missing = gradients(passed)
        unsummed = np.maximum(before, 0).sum(axis=0)
        wrong = {
            "ReLU's mask is missing (its output is never negative, so output >= 0 is true everywhere)": missing,
            "ReLU's mask is taken from the sign of the gradient, not from the sign of ReLU's input": gradients(
                passed * (passed > 0)
            ),
            "ReLU's mask is inverted": gradients(passed * ~on),
            "db1 is computed without ReLU's mask": (*right[:2], missing[2], None, None),
            "db1 is the sum of the hidden layer, not of its gradient": (*right[:2], unsummed, None, None),
            "dw1 is computed without ReLU's mask": (right[0], missing[1], right[2], None, None),
            "dx is computed without ReLU's mask": (missing[0], *right[1:3], None, None),
            "dw2 is computed from the hidden layer before ReLU": (*right[:3], before.T @ dy, None),
            "dy is added to dx: the residual connection is outside this function": (right[0] + dy, *right[1:]),
        }
        return [Mistake(*each) for each in wrong.items()]

    def properties(self, data, forward, backward):
        """Rows are independent, and a hidden unit that is off for every row gets no gradient."""
        case = Case("", parameters(data.rng, 4, 5, 7), {})
        case.inputs[2][3] = -50
        inputs, _ = place(data, case, np.float64)
        y, cache = forward(*inputs)
        dx, dw1, db1, dw2, _ = backward(data.put(data.rng.standard_normal((4, 5))), cache)
        if to_numpy(dw1)[:, 3].any() or to_numpy(db1)[3].any() or to_numpy(dw2)[3].any():
            raise Finding("a hidden unit that is off for every row must get gradients of zero in w1, b1 and w2")
        alone, _ = forward(inputs[0][1:2], *inputs[1:])
        if not abs(to_numpy(alone - y[1:2])).max() < 1e-12:
            raise Finding("a row must give the same y alone as among others")


def parameters(rng, n, d_model, d_ff, size=1):
    """Random x, w1, b1, w2, b2 for which no hidden unit is close to 0, where ReLU is not differentiable."""
    shapes = (n, d_model), (d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)
    while True:
        x, w1, b1, w2, b2 = (rng.standard_normal(shape) for shape in shapes)
        x *= size
        hidden = x @ w1 + b1
        if abs(hidden).min() > 0.01 * size:
            return [x, w1, b1, w2, b2]
