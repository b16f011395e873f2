"""Rows of words become heads, and back; tests/test_exercises.py compares attention with loops."""

import numpy as np

from minitrans.ops.attention import merge_heads, split_heads


def test_splitting_heads_moves_entries_and_copies_none(rng):
    x = rng.standard_normal((6, 8))
    y = split_heads(x, 2, 4)
    assert y.shape == (2, 4, 3, 2) and np.shares_memory(x, y)
    for b, head, t, i in np.ndindex(y.shape):
        assert y[b, head, t, i] == x[b * 3 + t, head * 2 + i]
    np.testing.assert_array_equal(merge_heads(y), x)
