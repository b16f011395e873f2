"""Dropout masks depend only on their seed."""

import numpy as np
import pytest

from minitrans.backend import keep_mask


def test_keep_mask_is_a_function_of_its_seed():
    shape = (3, 5, 7)
    mask = keep_mask(np, shape, 0.3, (1, 2, 3))
    assert mask.dtype == bool and mask.shape == shape
    np.testing.assert_array_equal(mask, keep_mask(np, shape, 0.3, (1, 2, 3)))
    for other in [(1, 2, 4), (1, 3, 3), (2, 2, 3), (3, 2, 1), (0, 0, 0)]:
        assert (mask != keep_mask(np, shape, 0.3, other)).any(), other


def test_keep_mask_draws_independent_masks_for_neighbouring_seeds():
    """The masks of two steps agree as often as independent ones: with probability p^2 + (1 - p)^2."""
    n, p = 40_000, 0.5
    masks = [keep_mask(np, (n,), p, (1, step, 0)) for step in range(4)]
    for a in range(4):
        for b in range(a):
            assert abs((masks[a] == masks[b]).mean() - 0.5) < 5 * 0.5 / n**0.5


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.9])
def test_keep_mask_drops_a_fraction_p(p):
    n = 100_000
    dropped = 1 - keep_mask(np, (n,), p, (7, 1)).mean()
    assert abs(dropped - p) < 5 * (p * (1 - p) / n) ** 0.5  # five standard deviations
