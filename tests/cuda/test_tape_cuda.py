"""The backpropagation of the kernels, compared with that of `minitrans.tensor` on random graphs."""

import numpy as np
import pytest

from minitrans import ops
from minitrans.cuda import tape
from minitrans.tensor import Tensor


@pytest.fixture(autouse=True)
def mul_adds():
    """The backward of "mul" can add to all arrays of `out`; the one of "add" returns one array for both operands.

    -> for each call of the former, whether it was offered an array for each operand
    """
    offered = []

    def backward(dy, cache, out=(None, None)):
        x, y = cache
        found = [dy * y, dy * x]
        offered.append([total is not None for total in out])
        for i, total in enumerate(out):
            if total is not None:
                total += found[i]
                found[i] = total
        return found

    with (
        ops.use("mul", lambda x, y: (x * y, (x, y)), backward, adds=True),
        ops.use("add", lambda x, y: (x + y, None), lambda dy, cache: (dy, dy)),
    ):
        yield offered


@pytest.mark.parametrize("seed", range(30))
def test_a_backward_adds_only_to_gradients_that_nothing_else_uses(seed):
    """Random graphs of products and sums"""

    def gradients(backward):
        rng = np.random.default_rng(seed)
        leaves = [Tensor(rng.integers(1, 4, 3).astype(float)) for _ in range(3)]
        tensors = list(leaves)
        for leaf in leaves:
            leaf.grad = np.zeros(3)
        for _ in range(12):
            x, y = (tensors[max(i, 0)] for i in len(tensors) - rng.integers(1, 5, 2))
            tensors.append(x * y if rng.random() < 0.5 else x + y)
            if rng.random() < 0.5:
                tensors[-1] = tensors[-1] * Tensor(np.full(3, 0.5), requires_grad=False) + x
        backward(sum(leaves, tensors[-1] + tensors[-2]) * Tensor(np.array([1.0, -2.0, 3.0]), requires_grad=False))
        return [x.grad for x in leaves]

    for found, right in zip(gradients(tape.backward), gradients(Tensor.backward), strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-12)


def test_gradients_are_added_in_place(mul_adds):
    x = Tensor(np.array([2.0]))
    x.grad = kept = np.array([0.5])
    inner = x * x
    tape.backward((inner * inner) * inner)
    assert mul_adds == [[False, False], [True, True], [True, True]]
    assert x.grad is kept and kept == 0.5 + 6 * 2.0**5
