"""max(0, x W1 + b1) W2 + b2, compared with loops and with the composition of its parts."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import feed_forward_backward, feed_forward_forward
from minitrans.tensor import Tensor, apply


@pytest.fixture(params=[(1, 1, 1), (1, 3, 5), (6, 4, 7)], ids=str)
def arrays(request, rng):
    n, d, f = request.param
    return [rng.standard_normal(shape) for shape in [(n, d), (d, f), (f,), (f, d), (d,)]]


def test_forward(arrays):
    x, w1, b1, w2, b2 = arrays
    y, _ = feed_forward_forward(*arrays)
    for r, j in np.ndindex(x.shape):
        hidden = [max(0.0, b1[k] + sum(x[r, i] * w1[i, k] for i in range(len(w1)))) for k in range(len(b1))]
        expected = b2[j] + sum(h * w2[k, j] for k, h in enumerate(hidden))
        assert y[r, j] == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_backward(arrays):
    check(feed_forward_forward, feed_forward_backward, arrays)


def test_equals_its_parts(arrays, rng):
    dy = rng.standard_normal(arrays[0].shape)
    whole, parts = [Tensor(a) for a in arrays], [Tensor(a) for a in arrays]
    y = apply("feed_forward", *whole)
    x, w1, b1, w2, b2 = parts
    z = apply("linear", apply("relu", apply("linear", x, w1, b1)), w2, b2)
    np.testing.assert_allclose(y.data, z.data, rtol=1e-13)
    y.backward(dy)
    z.backward(dy)
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_allclose(one.grad, other.grad, rtol=1e-12, atol=1e-14)
