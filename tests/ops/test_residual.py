"""x + Dropout(sublayer): the gradient of x passes unchanged."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import dropout_forward, residual_backward, residual_forward


@pytest.mark.parametrize("draw", [{}, dict(p=0.4, seed=(1, 2))])
def test_forward_and_backward(rng, draw):
    x, sublayer = rng.standard_normal((2, 5, 6))
    y, _ = residual_forward(x, sublayer, **draw)
    np.testing.assert_array_equal(y, x + dropout_forward(sublayer, **draw)[0])
    check(residual_forward, residual_backward, [x, sublayer], constants=draw)


def test_dropout_spares_the_residual_path(rng):
    """Dropout sets entries of the sub-layer's gradient to zero; the gradient of x is exactly dy."""
    x, sublayer, dy = rng.standard_normal((3, 20, 30))
    _, cache = residual_forward(x, sublayer, p=0.5, seed=(3,))
    dx, dsublayer = residual_backward(dy, cache)
    np.testing.assert_array_equal(dx, dy)
    assert 0.4 < (dsublayer == 0).mean() < 0.6


def test_both_terms_may_be_the_same_array(rng):
    x = rng.standard_normal((3, 4))
    np.testing.assert_array_equal(residual_forward(x, x)[0], 2 * x)
    check(residual_forward, residual_backward, [x, x])
