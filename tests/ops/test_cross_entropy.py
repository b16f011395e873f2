"""Cross entropy with label smoothing, compared with its definition."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import cross_entropy_backward, cross_entropy_forward


def by_loops(logits, targets, smoothing=0.0, pad=0):
    """- sum_v q_v log p_v with every q_v written out, over all rows except padding."""
    total, vocabulary = [], logits.shape[1]
    for row, target in zip(logits.astype(float), targets, strict=True):
        if target == pad:
            continue
        top = max(row)
        log_sum = top + math.log(math.fsum(math.exp(z - top) for z in row))
        for v, z in enumerate(row):
            q = smoothing / vocabulary + (1 - smoothing) * (v == target)
            total.append(-q * (z - log_sum))
    return math.fsum(total)


SMOOTHING = pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])


@SMOOTHING
@pytest.mark.parametrize("n, vocabulary", [(1, 1), (1, 5), (6, 4), (20, 30)])
def test_loss_and_gradient(rng, n, vocabulary, smoothing):
    logits, targets = 2 * rng.standard_normal((n, vocabulary)), rng.integers(0, vocabulary, n)
    for pad in (0, vocabulary - 1, -1, -100, vocabulary + 5):
        words = np.where(np.arange(n) == 0, pad, targets)
        constants = dict(targets=words, smoothing=smoothing, pad=pad)
        loss, _ = cross_entropy_forward(logits, **constants)
        assert loss.shape == ()
        assert float(loss) == pytest.approx(by_loops(logits, words, smoothing, pad), rel=1e-12, abs=1e-13)
        check(cross_entropy_forward, cross_entropy_backward, [logits], constants=constants)


@SMOOTHING
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_logits_of_ten_thousand(rng, dtype, smoothing):
    """No log(0): a very unlikely target costs the distance of its logit from the largest one, not infinity."""
    logits, targets = (1e4 * rng.standard_normal((5, 6))).astype(dtype), np.array([1, 2, 3, 4, 5])
    loss, cache = cross_entropy_forward(logits, targets, smoothing=smoothing)
    assert float(loss) == pytest.approx(by_loops(logits, targets, smoothing), rel=10 * float(np.finfo(dtype).eps))
    (dlogits,) = cross_entropy_backward(dtype(1), cache)
    assert np.isfinite(dlogits).all() and dlogits.dtype == dtype
    if dtype is np.float64:
        check(
            cross_entropy_forward,
            cross_entropy_backward,
            [1e4 + logits / 1e4],
            constants=dict(targets=targets, smoothing=smoothing),
        )


@SMOOTHING
def test_padding_counts_nothing(rng, smoothing):
    """It adds neither loss nor gradient, whatever its logits are."""
    logits, targets = rng.standard_normal((6, 5)), np.array([3, 0, 1, 0, 0, 4])
    real = targets != 0
    loss, cache = cross_entropy_forward(logits, targets, smoothing=smoothing)
    (dlogits,) = cross_entropy_backward(1.0, cache)
    assert not dlogits[~real].any() and dlogits[real].all()
    for value in (1e3 * rng.standard_normal((3, 5)), np.nan):
        logits[~real] = value
        again, cache = cross_entropy_forward(logits, targets, smoothing=smoothing)
        assert again == loss and np.array_equal(cross_entropy_backward(1.0, cache)[0], dlogits)
    alone, cache = cross_entropy_forward(logits[real], targets[real], smoothing=smoothing)
    assert float(alone) == pytest.approx(float(loss), rel=1e-14)
    np.testing.assert_allclose(cross_entropy_backward(1.0, cache)[0], dlogits[real], rtol=1e-14)


def test_batch_of_padding_alone(rng):
    loss, cache = cross_entropy_forward(rng.standard_normal((3, 4)), np.zeros(3, int), smoothing=0.1)
    assert loss == 0 and not cross_entropy_backward(1.0, cache)[0].any()


def test_smoothing_is_spread_over_the_whole_vocabulary():
    """Each of the V words gets epsilon / V: the target, the others and even the padding symbol.

    With logits z = (0, 0, 0, 0) every p is 1/4, so dlogits = 1/4 - q shows q itself.
    """
    _, cache = cross_entropy_forward(np.zeros((1, 4)), np.array([2]), smoothing=0.2)
    (dlogits,) = cross_entropy_backward(1.0, cache)
    np.testing.assert_allclose(0.25 - dlogits, [[0.05, 0.05, 0.85, 0.05]], rtol=1e-14)


@SMOOTHING
def test_loss_by_hand(smoothing):
    """Equal logits cost log V per token.  The smallest possible loss is the entropy of q, at z = log q."""
    targets = np.array([1, 2, 3])
    loss, _ = cross_entropy_forward(np.full((3, 7), 5.0), targets, smoothing=smoothing)
    assert float(loss) == pytest.approx(3 * math.log(7), rel=1e-14)
    if smoothing:
        q = np.full((3, 7), smoothing / 7)
        q[range(3), targets] += 1 - smoothing
        loss, cache = cross_entropy_forward(np.log(q), targets, smoothing=smoothing)
        assert float(loss) == pytest.approx(-(q * np.log(q)).sum(), rel=1e-13)
        np.testing.assert_allclose(cross_entropy_backward(1.0, cache)[0], 0, atol=1e-15)


@SMOOTHING
def test_gradient_of_a_row_sums_to_zero(rng, smoothing):
    _, cache = cross_entropy_forward(rng.standard_normal((4, 9)), np.array([1, 2, 3, 4]), smoothing=smoothing)
    np.testing.assert_allclose(cross_entropy_backward(1.0, cache)[0].sum(axis=1), 0, atol=1e-15)


def test_logits_are_left_as_they_were(rng):
    logits = rng.standard_normal((3, 4))
    before = logits.copy()
    cross_entropy_forward(logits, np.array([1, 2, 0]), smoothing=0.1)
    np.testing.assert_array_equal(logits, before)
