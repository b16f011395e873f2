"""The output projection with the loss equals matmul followed by cross_entropy."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import project_loss_backward, project_loss_forward
from minitrans.tensor import Tensor, apply

TARGETS = np.array([2, 0, 4, 1, 0, 2])


@pytest.fixture
def arrays(rng):
    return rng.standard_normal((6, 3)), rng.standard_normal((5, 3))


def by_loops(x, table, targets, smoothing, pad):
    """- sum_v q_v log p_v over all rows except padding, one dot product at a time."""
    total, vocabulary = 0.0, len(table)
    for row, target in zip(x, targets, strict=True):
        z = [math.fsum(row * word) for word in table]
        log_sum = math.log(math.fsum(map(math.exp, z)))
        if target != pad:
            total += (1 - smoothing) * (log_sum - z[target])
            total += smoothing / vocabulary * math.fsum(log_sum - each for each in z)
    return total


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("pad", [0, 2, -1])
def test_loss_and_gradient(arrays, smoothing, pad):
    constants = dict(targets=TARGETS, smoothing=smoothing, pad=pad)
    loss, _ = project_loss_forward(*arrays, **constants)
    assert float(loss) == pytest.approx(by_loops(*arrays, **constants), rel=1e-12)
    check(project_loss_forward, project_loss_backward, arrays, constants=constants)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("pad", [0, -1])
def test_bias(arrays, smoothing, pad, rng):
    """A bias is a column of the table whose input is always 1."""
    constants, bias = dict(targets=TARGETS, smoothing=smoothing, pad=pad), rng.standard_normal(5)
    loss, _ = project_loss_forward(*arrays, bias, **constants)
    wider = np.c_[arrays[0], np.ones(6)], np.c_[arrays[1], bias]
    assert float(loss) == pytest.approx(by_loops(*wider, **constants), rel=1e-12)
    check(project_loss_forward, project_loss_backward, [*arrays, bias], constants=constants)


def test_large_arrays(rng):
    arrays = [rng.standard_normal((20, 8)), rng.standard_normal((30, 8))]
    check(project_loss_forward, project_loss_backward, arrays, constants=dict(targets=rng.integers(0, 30, 20)))


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_equals_its_parts(arrays, smoothing):
    """matmul, then cross_entropy, with an upstream gradient other than 1."""
    constants = dict(targets=TARGETS, smoothing=smoothing)
    x, table = map(Tensor, arrays)
    loss = apply("project_loss", x, table, **constants)
    loss.backward(np.float64(-0.7))
    y, columns = Tensor(arrays[0]), Tensor(arrays[1].T)
    other = apply("cross_entropy", y @ columns, **constants)
    other.backward(np.float64(-0.7))
    assert float(loss.data) == pytest.approx(float(other.data), rel=1e-14)
    np.testing.assert_allclose(x.grad, y.grad, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(table.grad, columns.grad.T, rtol=1e-13, atol=1e-15)


def test_rows_of_padding_get_no_gradient(arrays):
    _, cache = project_loss_forward(*arrays, targets=TARGETS, smoothing=0.1)
    dx, _ = project_loss_backward(1.0, cache)
    assert not dx[TARGETS == 0].any() and dx[TARGETS != 0].all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batch_of_padding_alone(arrays, dtype):
    loss, cache = project_loss_forward(*(a.astype(dtype) for a in arrays), targets=np.zeros(6, int), smoothing=0.1)
    gradients = project_loss_backward(dtype(1), cache)
    assert loss == 0 and not any(g.any() for g in gradients)
    assert [g.dtype for g in (loss, *gradients)] == [dtype] * 3


def test_logits_of_ten_thousand(arrays):
    """The loss grows with the logits but stays finite."""
    x, table = arrays
    loss, cache = project_loss_forward(1e4 * x, table, targets=TARGETS)
    z = 1e4 * x @ table.T
    expected = sum(z[i].max() - z[i, target] for i, target in enumerate(TARGETS) if target)
    assert float(loss) == pytest.approx(expected, rel=1e-9)
    assert all(np.isfinite(g).all() for g in project_loss_backward(1.0, cache))
