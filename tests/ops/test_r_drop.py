"""R-Drop: the loss of two passes by loops over definitions, its gradient, and what it is when the passes agree."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises import EXERCISES
from minitrans.ops import project_loss_forward, r_drop_backward, r_drop_forward
from minitrans.ops.r_drop import BLOCK, symmetric_divergence

TARGETS = np.array([2, 0, 4, 1])


def by_loops(x, table, bias, targets, alpha, smoothing, pad):
    """The mean of the two cross entropies and alpha / 4 of both divergences, one token and one word at a time."""
    z, w = np.split(x @ table.T + bias, 2)
    cross_entropies = [EXERCISES["cross_entropy"].oracle(logits, targets, smoothing, pad) for logits in (z, w)]
    p, q = (EXERCISES["softmax"].oracle(logits) for logits in (z, w))
    words = [(i, v) for i, target in enumerate(targets) if target != pad for v in range(len(table))]
    divergence = math.fsum((p[place] - q[place]) * math.log(p[place] / q[place]) for place in words)
    return sum(cross_entropies) / 2 + alpha / 4 * divergence


@pytest.mark.parametrize("pad", [0, -1])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("biased", [False, True])
def test_loss_and_gradient(rng, biased, smoothing, pad):
    x, table, bias = rng.standard_normal((8, 3)), rng.standard_normal((5, 3)), rng.standard_normal(5)
    constants, arrays = dict(alpha=3.0, smoothing=smoothing, pad=pad), [x, table, bias][: 2 + biased]
    loss, _ = r_drop_forward(*arrays, targets=np.tile(TARGETS, 2), **constants)
    expected = by_loops(x, table, bias if biased else np.zeros(5), TARGETS, **constants)
    assert float(loss) == pytest.approx(expected, rel=1e-12)
    check(r_drop_forward, r_drop_backward, arrays, constants=dict(targets=np.tile(TARGETS, 2), **constants))


def test_several_blocks(rng):
    n = 2 * BLOCK + 3
    x, table, targets = rng.standard_normal((2 * n, 4)), rng.standard_normal((6, 4)), rng.integers(0, 6, n)
    loss, _ = r_drop_forward(x, table, targets=np.tile(targets, 2), alpha=2.0, smoothing=0.1)
    assert float(loss) == pytest.approx(by_loops(x, table, np.zeros(6), targets, 2.0, 0.1, 0), rel=1e-12)
    check(r_drop_forward, r_drop_backward, [x, table], constants=dict(targets=np.tile(targets, 2), alpha=2.0))


def test_equal_passes_have_the_loss_of_one(rng):
    x, table = rng.standard_normal((4, 3)), rng.standard_normal((5, 3))
    loss, _ = r_drop_forward(np.tile(x, (2, 1)), table, targets=np.tile(TARGETS, 2), alpha=5.0, smoothing=0.1)
    once, _ = project_loss_forward(x, table, targets=TARGETS, smoothing=0.1)
    assert float(loss) == pytest.approx(float(once), rel=1e-14)


def test_divergence_of_distant_predictions_is_finite():
    """Where a probability underflows to 0 its logarithm is still known from the logits."""
    z = np.array([[0.0, 2000.0]], np.float32)
    divergence, dz, dw = symmetric_divergence(z, z[:, ::-1])
    assert divergence == pytest.approx(4000) and np.isfinite(dz).all() and np.isfinite(dw).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batch_of_padding_alone(rng, dtype):
    x, table = rng.standard_normal((4, 3)).astype(dtype), rng.standard_normal((5, 3)).astype(dtype)
    loss, cache = r_drop_forward(x, table, targets=np.zeros(4, int), alpha=1.0)
    dx, dtable = r_drop_backward(dtype(1), cache)
    assert loss == 0 and loss.dtype == dtype and not dx.any() and not dtable.any()
