"""max(0, x), and its subgradient at zero."""

import numpy as np

from minitrans.ops import relu_backward, relu_forward


def test_gradient_at_zero_is_zero():
    y, cache = relu_forward(np.array([0.0, -0.0, 1e-300, -1e-300]))
    np.testing.assert_array_equal(y, [0, 0, 1e-300, 0])
    np.testing.assert_array_equal(relu_backward(np.ones(4), cache)[0], [0, 0, 1, 0])


def test_nan_does_not_vanish():
    y, cache = relu_forward(np.array([np.nan, np.inf, -np.inf]))
    np.testing.assert_array_equal(y, [np.nan, np.inf, 0])
    np.testing.assert_array_equal(relu_backward(np.array([2.0, 3.0, 4.0]), cache)[0], [2, 3, 0])
