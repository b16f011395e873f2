"""LayerNorm(x + Dropout(sublayer)) equals the composition of its parts."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import add_norm_backward, add_norm_forward
from minitrans.tensor import Tensor, apply


@pytest.fixture
def arrays(rng):
    return [rng.standard_normal(shape) for shape in [(4, 6), (4, 6), (6,), (6,)]]


@pytest.mark.parametrize("draw", [{}, dict(p=0.4, seed=(1, 2))])
def test_equals_its_parts(arrays, rng, draw):
    dy = rng.standard_normal((4, 6))
    whole, parts = [Tensor(a) for a in arrays], [Tensor(a) for a in arrays]
    y = apply("add_norm", *whole, **draw)
    x, sublayer, gamma, beta = parts
    z = apply("layer_norm", x + apply("dropout", sublayer, **draw), gamma, beta)
    np.testing.assert_allclose(y.data, z.data, rtol=1e-13)
    y.backward(dy)
    z.backward(dy)
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_allclose(one.grad, other.grad, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("draw", [{}, dict(p=0.4, seed=(1, 2)), dict(eps=0.1)])
def test_backward(arrays, draw):
    check(add_norm_forward, add_norm_backward, arrays, constants=draw)
    x, _, gamma, beta = arrays
    check(add_norm_forward, add_norm_backward, [x[:1], x[:1], gamma, beta], constants=draw)


def test_by_hand():
    """x + sublayer = (1, 3): mean 2, standard deviation 1."""
    x, sublayer = np.array([[1.0, 1.0]]), np.array([[0.0, 2.0]])
    y, _ = add_norm_forward(x, sublayer, np.array([10.0, 100.0]), np.array([5.0, 5.0]), eps=0.0)
    np.testing.assert_allclose(y, [[-5, 105]], rtol=1e-14)
