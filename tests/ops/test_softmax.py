"""Softmax against a loop over its entries, and where exp would overflow or nothing is left to sum."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import softmax_backward, softmax_forward


def by_loops(x, mask=None):
    y = np.zeros(x.shape)
    mask = np.broadcast_to(True if mask is None else mask, x.shape)
    for row in np.ndindex(x.shape[:-1]):
        allowed = [j for j in range(x.shape[-1]) if mask[row][j]]
        for i in allowed:
            y[row][i] = 1 / math.fsum(math.exp(min(float(x[row][j]) - float(x[row][i]), 700)) for j in allowed)
    return y


@pytest.mark.parametrize("shape", [(5,), (1, 1), (4, 7), (2, 3, 2, 5)])
@pytest.mark.parametrize("masked", [False, True])
def test_forward(rng, shape, masked):
    x = 3 * rng.standard_normal(shape)
    mask = rng.random(shape) < 0.6 if masked else None
    y, _ = softmax_forward(x, mask)
    np.testing.assert_allclose(y, by_loops(x, mask), rtol=1e-13)
    if masked:
        assert not y[~mask].any()  # zero, not merely small


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("masked", [False, True])
def test_logits_of_ten_thousand(rng, dtype, masked):
    x = (1e4 * rng.standard_normal((4, 6))).astype(dtype)
    x[0] = 1e4 + np.arange(6) / 8
    x[1] = -x[0]
    mask = np.tri(4, 6, 2, dtype=bool) if masked else None
    y, cache = softmax_forward(x, mask)
    np.testing.assert_allclose(y, by_loops(x, mask), rtol=10 * np.finfo(dtype).eps, atol=1e-30)
    assert np.isfinite(softmax_backward(x, cache)[0]).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_row_that_may_attend_to_nothing(rng, dtype):
    x = (1e4 * rng.standard_normal((3, 4))).astype(dtype)
    mask = np.array([True, False, True])[:, None]
    y, cache = softmax_forward(x, mask)
    (dx,) = softmax_backward(rng.standard_normal((3, 4)).astype(dtype), cache)
    assert not y[1].any() and not dx[1].any()
    np.testing.assert_allclose(y[[0, 2]], by_loops(x[[0, 2]]), rtol=1e-6, atol=1e-30)


def test_masked_entries_have_no_influence(rng):
    """Whatever stands at a masked place, even if it is the largest by far."""
    x, mask = rng.standard_normal((3, 5)), np.array([True, True, False, True, False])
    expected, _ = softmax_forward(x, mask)
    for value in (1e6, 1e308, -np.inf, np.inf, np.nan):
        x[:, ~mask] = value
        np.testing.assert_array_equal(softmax_forward(x, mask)[0], expected)
        assert not softmax_forward(x, np.zeros(5, bool))[0].any()


@pytest.mark.filterwarnings("ignore:invalid value")
def test_an_allowed_nan_is_seen(rng):
    x = rng.standard_normal((3, 5))
    x[1, 2] = np.nan
    for mask in (None, np.ones(5, bool), np.array([True, True, True, False, False])):
        y, _ = softmax_forward(x, mask)
        assert np.isnan(y[1, :3]).all() and np.isfinite(y[[0, 2]]).all()


def test_a_masked_score_does_not_win():
    """The smallest allowed scores of float32 are far below what a mask might add."""
    y, _ = softmax_forward(np.array([3e38, -3e38, 0], np.float32), np.array([False, True, True]))
    np.testing.assert_array_equal(y, [0, 0, 1])
    y, _ = softmax_forward(np.array([3e38, -3e38], np.float32), np.array([False, True]))
    np.testing.assert_array_equal(y, [0, 1])


def test_mask_broadcasts(rng):
    x, keys = rng.standard_normal((2, 3, 4, 5)), rng.random((2, 1, 1, 5)) < 0.5
    np.testing.assert_allclose(softmax_forward(x, keys)[0], by_loops(x, keys), rtol=1e-13)


@pytest.mark.parametrize("size", [1, 1e4])
def test_backward(rng, size):
    x, mask = size + rng.standard_normal((4, 5)), rng.random((4, 5)) < 0.6
    mask[2] = False
    check(softmax_forward, softmax_backward, [x])
    check(softmax_forward, softmax_backward, [x], constants=dict(mask=mask))


def test_backward_by_the_whole_jacobian(rng):
    x, dy = rng.standard_normal(6), rng.standard_normal(6)
    y, cache = softmax_forward(x)
    jacobian = [[y[i] * ((i == j) - y[j]) for j in range(6)] for i in range(6)]
    np.testing.assert_allclose(softmax_backward(dy, cache)[0], dy @ jacobian, rtol=1e-12)


def test_gradient_of_a_row_sums_to_zero(rng):
    """Adding a constant to a row changes nothing, so the slope along that direction is zero."""
    y, cache = softmax_forward(rng.standard_normal((6, 9)), rng.random((6, 9)) < 0.7)
    (dx,) = softmax_backward(rng.standard_normal((6, 9)), cache)
    assert abs(dx).max() > 0.1
    np.testing.assert_allclose(dx.sum(axis=1), 0, atol=1e-15)
