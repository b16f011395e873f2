"""The output projection with the loss: the logits and the cross entropy of the course, both by plain formulas."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises import EXERCISES
from minitrans.ops import project_loss_backward, project_loss_forward

by_loops = EXERCISES["cross_entropy"].oracle
TARGETS = np.array([2, 0, 4, 1, 0, 2])


@pytest.fixture
def arrays(rng):
    return [rng.standard_normal(shape) for shape in ((6, 3), (5, 3), 5)]


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("pad", [0, 2, -1])
def test_loss_and_gradient(arrays, biased, smoothing, pad):
    x, table, bias = arrays
    constants = dict(targets=TARGETS, smoothing=smoothing, pad=pad)
    loss, _ = project_loss_forward(*arrays[: 2 + biased], **constants)
    expected = by_loops(x @ table.T + biased * bias, **constants)
    assert float(loss) == pytest.approx(float(expected), rel=1e-12)
    check(project_loss_forward, project_loss_backward, arrays[: 2 + biased], constants=constants)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batch_of_padding_alone(arrays, dtype):
    loss, cache = project_loss_forward(*(a.astype(dtype) for a in arrays), targets=np.zeros(6, int), smoothing=0.1)
    gradients = project_loss_backward(dtype(1), cache)
    assert loss == 0 and not any(g.any() for g in gradients)
    assert [g.dtype for g in (loss, *gradients)] == [dtype] * 4


def test_logits_of_ten_thousand(arrays):
    """The loss grows with the logits but stays finite."""
    x, table, _ = arrays
    loss, cache = project_loss_forward(1e4 * x, table, targets=TARGETS)
    assert float(loss) == pytest.approx(float(by_loops(1e4 * x @ table.T, TARGETS)), rel=1e-9)
    assert all(np.isfinite(g).all() for g in project_loss_backward(1.0, cache))
