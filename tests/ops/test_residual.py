"""x + Dropout(sublayer): the gradient of x passes unchanged."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import dropout_forward, residual_backward, residual_forward


@pytest.mark.parametrize("draw", [{}, dict(p=0.5, seed=(3,))])
def test_dropout_spares_the_residual_path(rng, draw):
    x, sublayer, dy = rng.standard_normal((3, 20, 30))
    y, cache = residual_forward(x, sublayer, **draw)
    np.testing.assert_array_equal(y, x + dropout_forward(sublayer, **draw)[0])
    dx, dsublayer = residual_backward(dy, cache)
    np.testing.assert_array_equal(dx, dy)
    np.testing.assert_array_equal(dsublayer, dropout_forward(dy, **draw)[0])


def test_both_terms_may_be_the_same_array(rng):
    check(residual_forward, residual_backward, [x := rng.standard_normal((3, 4)), x])
