"""Masks at the edges; tests/test_exercises.py checks y, gradients, what a mask depends on, and its statistics."""

import numpy as np
import pytest

from minitrans.backend import keep_mask
from minitrans.ops import dropout_backward, dropout_forward


def test_everything_is_dropped(rng):
    y, cache = dropout_forward(rng.standard_normal((3, 4)), 1.0, (1, 20))
    assert not y.any() and not dropout_backward(np.ones((3, 4)), cache)[0].any()


@pytest.mark.parametrize("shape", [(), (1,), (3,), (4,), (5,), (2, 3, 7)], ids=str)
def test_mask_has_the_shape_asked_for(shape):
    """The generator gives four entries at a time; sizes that are not multiples of four must work too."""
    mask = keep_mask(np, shape, 0.5, (1, 20))
    assert mask.shape == shape and mask.dtype == bool
