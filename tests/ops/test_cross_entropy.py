"""Cross entropy at the edges of its definition; tests/test_exercises.py compares it with loops."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises import EXERCISES
from minitrans.ops import cross_entropy_backward, cross_entropy_forward

by_loops = EXERCISES["cross_entropy"].oracle
SMOOTHING = pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])


@SMOOTHING
@pytest.mark.parametrize("pad", [0, 3, -1, -100, 9])
def test_padding_may_be_any_number(rng, smoothing, pad):
    logits, constants = rng.standard_normal((5, 4)), dict(targets=np.array([pad, 0, 1, 3, 3]), smoothing=smoothing)
    loss, _ = cross_entropy_forward(logits, **constants, pad=pad)
    assert float(loss) == pytest.approx(float(by_loops(logits, **constants, pad=pad)), rel=1e-12)
    check(cross_entropy_forward, cross_entropy_backward, [logits], constants=constants | dict(pad=pad))


@SMOOTHING
def test_padding_counts_nothing(rng, smoothing):
    """It adds neither loss nor gradient, whatever its logits are."""
    logits, targets = rng.standard_normal((6, 5)), np.array([3, 0, 1, 0, 0, 4])
    loss, cache = cross_entropy_forward(logits, targets, smoothing=smoothing)
    (dlogits,) = cross_entropy_backward(1.0, cache)
    assert not dlogits[targets == 0].any()
    for value in (1e3 * rng.standard_normal((3, 5)), np.nan):
        logits[targets == 0] = value
        again, cache = cross_entropy_forward(logits, targets, smoothing=smoothing)
        assert again == loss and np.array_equal(cross_entropy_backward(1.0, cache)[0], dlogits)
