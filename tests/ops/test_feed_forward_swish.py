"""swish(x W1 + b1) W2 + b2, compared with loops, and its gradient with finite differences."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import feed_forward_swish_backward, feed_forward_swish_forward


@pytest.fixture(params=[(1, 1, 1), (1, 3, 5), (6, 4, 7)], ids=str)
def arrays(request, rng):
    n, d, f = request.param
    return [rng.standard_normal(shape) for shape in [(n, d), (d, f), (f,), (f, d), (d,)]]


def test_forward_and_backward(arrays):
    x, w1, b1, w2, b2 = arrays
    y, _ = feed_forward_swish_forward(*arrays)
    for r, j in np.ndindex(x.shape):
        z = [b1[k] + sum(x[r, i] * w1[i, k] for i in range(len(w1))) for k in range(len(b1))]
        expected = b2[j] + sum(h / (1 + math.exp(-h)) * w2[k, j] for k, h in enumerate(z))
        assert y[r, j] == pytest.approx(expected, rel=1e-12, abs=1e-14)
    check(feed_forward_swish_forward, feed_forward_swish_backward, arrays)


def test_large_numbers():
    """swish(1000) = 1000 and swish(-1000) = 0; so are the gradients 1 and 0."""
    one, zero = np.ones((1, 1)), np.zeros(1)
    for x, y, dx in ((1000.0, 1000.0, 1.0), (-1000.0, 0.0, 0.0)):
        found, cache = feed_forward_swish_forward(np.full((1, 1), x), one, zero, one, zero)
        assert found[0, 0] == y and feed_forward_swish_backward(one, cache)[0][0, 0] == dx
