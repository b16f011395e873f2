"""Softmax where entries are infinite or NaN; tests/test_exercises.py compares it with loops."""

import numpy as np
import pytest

from minitrans.ops import softmax_forward


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
