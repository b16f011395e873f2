"""LayerNorm of rows without any spread; tests/test_exercises.py compares it with loops."""

import numpy as np
import pytest

from minitrans.ops import layer_norm_backward, layer_norm_forward


@pytest.mark.parametrize("width", [1, 8])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_row_without_any_spread_becomes_beta(rng, dtype, width):
    gamma, beta = rng.standard_normal((2, width)).astype(dtype)
    x = np.array([[0.0] * width, [3.0] * width], dtype)
    y, cache = layer_norm_forward(x, gamma, beta)
    np.testing.assert_array_equal(y, [beta, beta])
    assert all(np.isfinite(gradient).all() for gradient in layer_norm_backward(x, cache))
