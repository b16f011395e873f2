"""LayerNorm(x + Dropout(sublayer)), compared with the loops of LayerNorm."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises import EXERCISES
from minitrans.ops import add_norm_backward, add_norm_forward, dropout_forward


@pytest.mark.parametrize("draw", [{}, dict(p=0.4, seed=(1, 2))])
@pytest.mark.parametrize("eps", [{}, dict(eps=0.1)])
def test_forward_and_backward(rng, draw, eps):
    x, sublayer, gamma, beta = arrays = [rng.standard_normal(shape) for shape in [(4, 6), (4, 6), 6, 6]]
    y, _ = add_norm_forward(*arrays, **eps, **draw)
    expected = EXERCISES["layer_norm"].oracle(x + dropout_forward(sublayer, **draw)[0], gamma, beta, **eps)
    np.testing.assert_allclose(y, expected, rtol=1e-12)
    for some in (arrays, [x, x, gamma, beta], [x[:1], sublayer[:1], gamma, beta]):
        check(add_norm_forward, add_norm_backward, some, constants=eps | draw)
