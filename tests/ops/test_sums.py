"""Sums over rows, over columns and over broadcast axes, and maxima of rows, are those of plain loops."""

import math

import numpy as np
import pytest

from minitrans.backend import to_numpy
from minitrans.ops.sums import column_sum, row_max, row_sum, sum_to_shape


@pytest.mark.parametrize("dtype, tolerance", [(np.float64, 1e-14), (np.float32, 1e-6)])
@pytest.mark.parametrize("shape", [(3, 5), (2, 3, 4), (4,), (1, 1), (2, 0), (0, 3)], ids=str)
def test_row_sum_and_column_sum(xp, rng, shape, dtype, tolerance):
    x = rng.standard_normal(shape).astype(dtype)
    sums = [(row_sum(xp.asarray(x)), x)]
    if len(shape) == 2:
        sums.append((column_sum(xp.asarray(x)), x.T))
    for found, rows in sums:
        assert found.shape == rows.shape[:-1] and found.dtype == dtype
        for place in np.ndindex(found.shape):
            assert float(found[place]) == pytest.approx(math.fsum(rows[place]), abs=10 * tolerance)


@pytest.mark.parametrize("shape", [(3, 5), (2, 3, 4), (4,), (0, 3), (5, 64), (5, 65)], ids=str)
def test_row_max(xp, rng, shape):
    """Short rows and long ones, a row of nothing but -inf, and one that has NaN"""
    x = rng.standard_normal(shape).astype(np.float32)
    for i, value in ((0, -np.inf), (1, np.nan)):
        x.reshape(-1, shape[-1])[i : i + 1, i:] = value
    found = to_numpy(row_max(xp.asarray(x)))
    assert found.shape == (*shape[:-1], 1) and found.dtype == np.float32
    for place in np.ndindex(shape[:-1]):
        expected = math.nan if np.isnan(x[place]).any() else max(x[place].tolist())
        np.testing.assert_equal(float(found[place][0]), expected)


def share_by_share(dy, shape):
    """Each entry of dy is added to the one entry of the operand that was copied to its place."""
    total = np.zeros(shape)
    for place in np.ndindex(dy.shape):
        own = place[len(place) - len(shape) :]
        total[tuple(0 if n == 1 else i for i, n in zip(own, shape, strict=True))] += dy[place]
    return total


@pytest.mark.parametrize(
    "wide, shape",
    [
        ((2, 3), (2, 3)),
        ((2, 3, 4), (4,)),
        ((2, 3, 4), (3, 1)),
        ((2, 3, 4), (2, 1, 4)),
        ((2, 3, 4), (1, 3, 1)),
        ((2, 3, 4), (1, 1, 1)),
        ((2, 3, 4), ()),
        ((2, 1, 4), (1, 4)),  # an axis of one that was not stretched
        ((5,), (1,)),
        ((0, 3), (3,)),
    ],
    ids=str,
)
def test_sum_to_shape(xp, rng, wide, shape):
    assert np.broadcast_shapes(wide, shape) == wide
    dy = rng.standard_normal(wide)
    found = to_numpy(sum_to_shape(xp.asarray(dy), shape))
    assert found.shape == shape
    np.testing.assert_allclose(found, share_by_share(dy, shape), rtol=1e-13, atol=1e-13)
