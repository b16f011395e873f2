"""LayerNorm, compared with `statistics` of the standard library."""

import math
import statistics

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import layer_norm_backward, layer_norm_forward


def by_loops(x, gamma, beta, eps=1e-6):
    y = np.zeros(x.shape)
    for row in np.ndindex(x.shape[:-1]):
        values = [float(v) for v in x[row]]
        mean, var = statistics.fmean(values), statistics.pvariance(values)
        for i, v in enumerate(values):
            y[row][i] = gamma[i] * (v - mean) / math.sqrt(var + eps) + beta[i]
    return y


@pytest.fixture
def make(rng):
    def arrays(*shape):
        d = shape[-1]
        return 2 + 3 * rng.standard_normal(shape), 1 + rng.standard_normal(d), rng.standard_normal(d)

    return arrays


@pytest.mark.parametrize("shape", [(6,), (1, 5), (7, 4), (2, 3, 8)])
def test_forward(make, shape):
    x, gamma, beta = make(*shape)
    np.testing.assert_allclose(layer_norm_forward(x, gamma, beta)[0], by_loops(x, gamma, beta), rtol=1e-11)


def test_eps_is_inside_the_root(make):
    x, gamma, beta = make(3, 4)
    expected = by_loops(x, gamma, beta, eps=0.5)
    np.testing.assert_allclose(layer_norm_forward(x, gamma, beta, eps=0.5)[0], expected, rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_row_without_any_spread_becomes_beta(make, dtype):
    _, gamma, beta = (a.astype(dtype) for a in make(2, 8))
    x = np.array([[0.0] * 8, [3.0] * 8], dtype)
    y, cache = layer_norm_forward(x, gamma, beta)
    np.testing.assert_array_equal(y, [beta, beta])
    for gradient in layer_norm_backward(x, cache):
        assert np.isfinite(gradient).all()


def test_one_column(make):
    """A single number minus its mean is 0, so y = beta and dx = 0."""
    x, gamma, beta = make(3, 1)
    y, cache = layer_norm_forward(x, gamma, beta)
    np.testing.assert_array_equal(y, np.broadcast_to(beta, (3, 1)))
    assert not layer_norm_backward(y, cache)[0].any()


@pytest.mark.parametrize("shape", [(6,), (1, 5), (7, 4), (2, 3, 8), (30, 20)])
def test_backward(make, shape):
    check(layer_norm_forward, layer_norm_backward, make(*shape))


def test_backward_of_rows_far_from_zero_and_of_little_spread(make):
    x, gamma, beta = make(4, 6)
    check(layer_norm_forward, layer_norm_backward, [x + 1000, gamma, beta])
    check(layer_norm_forward, layer_norm_backward, [x / 100, gamma, beta])  # spread above h, near sqrt(eps)


def test_gradient_is_orthogonal_to_what_the_forward_removes(make, rng):
    """Moving a row along (1, .. 1) changes nothing; moving it along x_hat changes y only because of eps."""
    x, gamma, beta = make(5, 12)
    _, cache = layer_norm_forward(x, gamma, beta)
    dx, _, _ = layer_norm_backward(rng.standard_normal((5, 12)), cache)
    x_hat = by_loops(x, np.ones(12), np.zeros(12))
    assert abs(dx).max() > 0.1
    np.testing.assert_allclose(dx.sum(axis=1), 0, atol=1e-14)
    along = (dx * x_hat).sum(axis=1)
    assert abs(along).max() < 1e-5
    _, cache = layer_norm_forward(x, gamma, beta, eps=0.0)
    dx, _, _ = layer_norm_backward(rng.standard_normal((5, 12)), cache)
    np.testing.assert_allclose((dx * by_loops(x, np.ones(12), np.zeros(12), 0)).sum(axis=1), 0, atol=1e-13)


def test_rows_are_independent(make):
    x, gamma, beta = make(4, 6)
    whole, _ = layer_norm_forward(x, gamma, beta)
    for row, y in zip(x, whole, strict=True):
        np.testing.assert_allclose(layer_norm_forward(row[None], gamma, beta)[0][0], y, rtol=1e-13)
