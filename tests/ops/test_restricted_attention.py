"""Restricted attention, compared with loops over near words and with full attention under a band mask."""

import math
import tracemalloc

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import (
    restricted_attention_backward,
    restricted_attention_forward,
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)
from minitrans.ops.attention import merge_heads, split_heads
from minitrans.ops.restricted_attention import BLOCK, layout

either = pytest.mark.parametrize("causal", [False, True])


def make(rng, length, batch=2, heads=2, d_k=3, d_v=2):
    """q, k, v and a mask with holes, because padding need not be at the end."""
    arrays = [rng.standard_normal((batch * length, heads * d)) for d in (d_k, d_k, d_v)]
    return arrays, dict(heads=heads, key_mask=rng.random((batch, length)) < 0.8)


def near(t, s, radius, causal):
    return s in range(t - radius, t + 1 if causal else t + radius + 1)


def by_loops(q, k, v, heads, key_mask, radius, causal):
    """Rows in, rows out: for each position, the attention to the words around it."""
    (batch, length), d_k, d_v = key_mask.shape, q.shape[1] // heads, v.shape[1] // heads
    y = np.zeros((len(q), heads * d_v))
    for b, head, t in np.ndindex(batch, heads, length):
        of_keys, of_values = slice(head * d_k, (head + 1) * d_k), slice(head * d_v, (head + 1) * d_v)
        seen = [b * length + s for s in range(length) if key_mask[b, s] and near(t, s, radius, causal)]
        scores = [math.fsum(q[b * length + t, of_keys] * k[row, of_keys]) / math.sqrt(d_k) for row in seen]
        weights = [math.exp(score - max(scores)) for score in scores]
        for row, weight in zip(seen, weights, strict=True):
            y[b * length + t, of_values] += weight / math.fsum(weights) * v[row, of_values]
    return y


@either
@pytest.mark.parametrize("radius", [1, 2, 7, BLOCK])
@pytest.mark.parametrize("length", [1, 2, 5, 2 * BLOCK, 3 * BLOCK + 5])
def test_forward_by_loops(rng, length, radius, causal):
    arrays, constants = make(rng, length, batch=1)
    constants |= dict(radius=radius, causal=causal)
    y, _ = restricted_attention_forward(*arrays, **constants)
    np.testing.assert_allclose(y, by_loops(*arrays, **constants), rtol=1e-12, atol=1e-14)


@either
@pytest.mark.parametrize("radius", [1, 2, 3, BLOCK // 2, BLOCK - 1, BLOCK, BLOCK + 1, 50, 200])
@pytest.mark.parametrize("length", [1, 2, 3, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 1, 131, 150])
def test_equals_full_attention_under_a_band_mask(rng, length, radius, causal):
    """Forward and all gradients, for short sentences, for one block, and for an incomplete last block."""
    arrays, constants = make(rng, length)
    batch, heads = 2, constants["heads"]
    y, cache = restricted_attention_forward(*arrays, **constants, radius=radius, causal=causal)
    dy = rng.standard_normal(y.shape)
    found = y, *restricted_attention_backward(dy, cache)
    band = np.array([[near(t, s, radius, causal) for s in range(length)] for t in range(length)])
    mask = band & constants["key_mask"][:, None, None, :]
    z, cache = scaled_dot_product_attention_forward(*(split_heads(x, batch, heads) for x in arrays), mask)
    expected = z, *scaled_dot_product_attention_backward(split_heads(dy, batch, heads), cache)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, merge_heads(other), rtol=1e-12, atol=1e-13)


@either
@pytest.mark.parametrize("length, radius", [(1, 1), (4, 2), (BLOCK + 3, 1), (2 * BLOCK + 1, 9)])
@pytest.mark.parametrize("draw", [{}, dict(p=0.3, seed=(1, 2))], ids=["", "dropout"])
def test_gradient(rng, length, radius, causal, draw):
    arrays, constants = make(rng, length)
    constants |= dict(radius=radius, causal=causal, **draw)
    check(restricted_attention_forward, restricted_attention_backward, arrays, constants=constants)


@either
def test_a_word_has_no_influence_beyond_the_radius(rng, causal):
    """A new key and value of word s change the rows within the radius, and not one bit of the others."""
    length, radius = 2 * BLOCK + 9, 3
    (q, k, v), _ = make(rng, length, batch=1)
    constants = dict(heads=2, key_mask=np.ones((1, length), bool), radius=radius, causal=causal)
    before, _ = restricted_attention_forward(q, k, v, **constants)
    for s in (0, 1, radius, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, length - 1):
        other_k, other_v = k.copy(), v.copy()
        other_k[s] += 1
        other_v[s] += 1
        changed = (restricted_attention_forward(q, other_k, other_v, **constants)[0] != before).any(axis=1)
        assert changed.tolist() == [near(t, s, radius, causal) for t in range(length)]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_words_that_see_nothing_give_zeros(rng, dtype):
    """One sentence is all padding; the other has a gap wider than the radius."""
    length, radius = 2 * BLOCK + 5, 2
    arrays, constants = make(rng, length)
    arrays = [x.astype(dtype) for x in arrays]
    constants["key_mask"][:] = True
    constants["key_mask"][0] = constants["key_mask"][1, 20:40] = False
    y, cache = restricted_attention_forward(*arrays, **constants, radius=radius)
    dq, dk, dv = restricted_attention_backward(rng.standard_normal(y.shape).astype(dtype), cache)
    assert not any(array[:length].any() for array in (y, dq, dk, dv))
    y, dq, dk, dv = (array[length:] for array in (y, dq, dk, dv))
    sees, word = np.r_[:22, 38:length], np.r_[:20, 40:length]
    for array, some in ((y, sees), (dk, word), (dv, word)):
        assert np.flatnonzero(array.any(axis=1)).tolist() == some.tolist()
    assert not np.delete(dq, sees, axis=0).any()


def test_dropout_of_weights(rng):
    """One-hot values make y the weights: a share p of the near ones is 0, the others are divided by 1 - p."""
    length, radius, p = 400, 20, 0.3
    q, k = rng.standard_normal((2, length, 4))
    constants = dict(heads=1, key_mask=np.ones((1, length), bool), radius=radius)
    weights, again, other, plain = (
        restricted_attention_forward(q, k, np.eye(length), **constants, **draw)[0]
        for draw in (dict(p=p, seed=(1, 2)), dict(p=p, seed=(1, 2)), dict(p=p, seed=(1, 3)), {})
    )
    np.testing.assert_array_equal(weights, again)
    kept, of_other = weights > 0, other > 0
    band = abs(np.arange(length)[:, None] - np.arange(length)) <= radius
    np.testing.assert_array_equal(plain > 0, band)
    assert kept[band].mean() == pytest.approx(1 - p, abs=0.02)
    assert (kept & of_other)[band].mean() == pytest.approx((1 - p) ** 2, abs=0.02)
    np.testing.assert_allclose(weights[kept], plain[kept] / (1 - p), rtol=1e-12)


def test_no_more_is_multiplied_than_a_block_may_see():
    assert BLOCK == 32
    assert layout(1000, 8, causal=False) == (32, 8, 8 + 32 + 8)
    assert layout(1000, 8, causal=True) == (32, 8, 8 + 32)
    assert layout(47, 8, causal=False) == (47, 0, 47)


@either
def test_memory_is_linear_in_the_length(rng, causal):
    """Twice as many words need twice the peak memory; the scores of all pairs would need four times as much."""

    def peak(length):
        arrays = rng.standard_normal((3, length, 8))
        key_mask = np.ones((1, length), bool)
        tracemalloc.start()
        y, cache = restricted_attention_forward(*arrays, heads=2, key_mask=key_mask, radius=16, causal=causal)
        restricted_attention_backward(y, cache)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(4096) < 2.1 * peak(2048)
