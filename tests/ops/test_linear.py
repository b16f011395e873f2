"""x W + b by loops, for one row, many rows and rows of rows."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import linear_backward, linear_forward
from minitrans.ops.sums import column_sum


@pytest.mark.parametrize("leading", [(), (1,), (6,), (2, 3)], ids=str)
@pytest.mark.parametrize("n, m", [(1, 1), (4, 3), (2, 7)])
def test_linear(rng, leading, n, m):
    x, w, b = rng.standard_normal((*leading, n)), rng.standard_normal((n, m)), rng.standard_normal(m)
    y, _ = linear_forward(x, w, b)
    assert y.shape == (*leading, m)
    for *row, j in np.ndindex(y.shape):
        expected = b[j] + sum(x[(*row, i)] * w[i, j] for i in range(n))
        assert y[(*row, j)] == pytest.approx(expected, rel=1e-12, abs=1e-14)
    check(linear_forward, linear_backward, [x, w, b])


def test_backward_of_large_arrays(rng):
    check(linear_forward, linear_backward, [rng.standard_normal(s) for s in [(30, 20), (20, 25), (25,)]])


def test_column_sum(rng):
    rows = rng.standard_normal((5, 3))
    np.testing.assert_allclose(column_sum(rows), [sum(rows[i, j] for i in range(5)) for j in range(3)], rtol=1e-13)
    np.testing.assert_array_equal(column_sum(rows[:0]), [0, 0, 0])
