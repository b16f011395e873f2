"""Attention by loops over queries and keys, and the rows that may attend to nothing."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import TABLE

forward, backward = TABLE["scaled_dot_product_attention"][:2]


def by_loops(q, k, v, mask=None):
    """Each query by itself: a mean of values whose weights are exp(score - largest score)."""
    y = np.zeros((*q.shape[:-1], v.shape[-1]))
    mask = np.broadcast_to(True if mask is None else mask, (*q.shape[:-1], k.shape[-2]))
    for *batch, t in np.ndindex(q.shape[:-1]):
        seen = [s for s in range(k.shape[-2]) if mask[(*batch, t, s)]]
        keys, values = k[tuple(batch)], v[tuple(batch)]
        scores = [math.fsum(q[(*batch, t)] * keys[s]) / math.sqrt(q.shape[-1]) for s in seen]
        weights = [math.exp(score - max(scores)) for score in scores]
        for s, weight in zip(seen, weights, strict=True):
            y[(*batch, t)] += weight / sum(weights) * values[s]
    return y


def make(rng, *leading, t=3, s=4, d_k=5, d_v=2):
    return [rng.standard_normal((*leading, *shape)) for shape in [(t, d_k), (s, d_k), (s, d_v)]]


@pytest.mark.parametrize("leading", [(), (1,), (3,), (2, 3)], ids=str)
@pytest.mark.parametrize("masked", [False, True])
def test_forward(rng, leading, masked):
    arrays = make(rng, *leading)
    mask = rng.random((*leading, 3, 4)) < 0.6 if masked else None
    np.testing.assert_allclose(forward(*arrays, mask)[0], by_loops(*arrays, mask), rtol=1e-12, atol=1e-15)


CASES = {
    "plain": {},
    "one query": dict(t=1),
    "one key": dict(s=1),
    "one of each": dict(t=1, s=1, d_k=1, d_v=1),
    "wide values": dict(d_v=9),
    "large": dict(t=12, s=9, d_k=8, d_v=7),
}


@pytest.mark.parametrize("leading", [(), (2,), (2, 3)], ids=str)
@pytest.mark.parametrize("case", CASES)
def test_backward(rng, leading, case):
    arrays = make(rng, *leading, **CASES[case])
    check(forward, backward, arrays)
    check(forward, backward, arrays, constants=dict(p=0.4, seed=(1, 2)))


@pytest.mark.parametrize("leading", [(), (2, 2)], ids=str)
def test_backward_with_masks(rng, leading):
    arrays = make(rng, *leading)
    causal = np.tri(3, 4, dtype=bool)
    keys = rng.random((*leading[:1], *(1 for _ in leading[1:]), 1, 4)) < 0.6
    for mask in (causal, keys, causal & keys):
        check(forward, backward, arrays, constants=dict(mask=mask))
        check(forward, backward, arrays, constants=dict(mask=mask, p=0.4, seed=(1, 2)))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("draw", [{}, dict(p=0.4, seed=(1, 2))])
def test_query_that_may_attend_to_nothing(rng, dtype, draw):
    """Zeros forward and backward; its key and value gradients are those of the other queries alone."""
    q, k, v = (x.astype(dtype) for x in make(rng, 2))
    mask = np.ones((2, 3, 4), bool)
    mask[0, 1] = mask[1] = False
    y, cache = forward(q, k, v, mask, **draw)
    dq, dk, dv = backward(rng.standard_normal(y.shape).astype(dtype), cache)
    assert not y[0, 1].any() and not dq[0, 1].any()
    assert not any(a[1].any() for a in (y, dq, dk, dv))
    assert all(np.isfinite(a).all() for a in (y, dq, dk, dv))
    assert dq[0, 0].any() and dk[0].any() and dv[0].any()
    if not draw:
        np.testing.assert_allclose(y, by_loops(q, k, v, mask), rtol=1e-5)


def test_queries_keys_and_values_may_be_one_array(rng):
    x = rng.standard_normal((2, 4, 4))
    np.testing.assert_allclose(forward(x, x, x)[0], by_loops(x, x, x), rtol=1e-12)
    check(forward, backward, [x, x, x])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scores_of_ten_thousand(rng, dtype):
    """Softmax becomes a choice of the best key; no score overflows and nothing turns into NaN."""
    q, k, v = (x.astype(dtype) for x in make(rng))
    q *= dtype(1e4)
    y, cache = forward(q, k, v)
    np.testing.assert_allclose(y, v[(q @ k.T).argmax(axis=1)], rtol=1e-5)
    assert all(np.isfinite(a).all() for a in backward(y, cache))


def test_scores_are_divided_by_the_root_of_the_key_width():
    """Two keys of width 4, scores 2 and 0: weights e^(2/2) to 1, written down here rather than computed."""
    q, k, v = np.array([[1.0, 1, 0, 0]]), np.array([[1.0, 1, 0, 0], [0, 0, 1, 1]]), np.array([[1.0], [0]])
    assert forward(q, k, v)[0][0, 0] == pytest.approx(0.7310585786300049, rel=1e-14)


def test_values_of_masked_keys_have_no_influence(rng):
    q, k, v = make(rng)
    mask = np.array([True, False, True, False])
    expected, _ = forward(q, k, v, mask)
    k[~mask], v[~mask] = 1e5, 1e5
    np.testing.assert_array_equal(forward(q, k, v, mask)[0], expected)
