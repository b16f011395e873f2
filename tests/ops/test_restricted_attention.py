"""Restricted attention, compared with full attention under a band mask."""

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
    wrt = [2] if length == 1 else None  # a single word attends to itself, whatever q and k are
    check(restricted_attention_forward, restricted_attention_backward, arrays, constants=constants, wrt=wrt)


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
