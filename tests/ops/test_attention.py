"""Multi-head attention by loops: sentence by sentence, head by head, word by word."""

import math

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import attention_backward, attention_forward
from minitrans.ops.attention import merge_heads, split_heads
from minitrans.tensor import Tensor, apply


def by_loops(q, k, v, heads, key_mask, causal):
    """Rows in, rows out; nothing is reshaped, every row and column is found by arithmetic."""
    batch, s_length = key_mask.shape
    t_length, d_k, d_v = len(q) // batch, q.shape[1] // heads, v.shape[1] // heads
    y = np.zeros((len(q), heads * d_v))
    for b, head, t in np.ndindex(batch, heads, t_length):
        of_keys, of_values = slice(head * d_k, (head + 1) * d_k), slice(head * d_v, (head + 1) * d_v)
        query = q[b * t_length + t, of_keys]
        seen = [b * s_length + s for s in range(s_length) if key_mask[b, s] and not (causal and s > t)]
        scores = [math.fsum(query * k[row, of_keys]) / math.sqrt(d_k) for row in seen]
        weights = [math.exp(score - max(scores)) for score in scores]
        for row, weight in zip(seen, weights, strict=True):
            y[b * t_length + t, of_values] += weight / math.fsum(weights) * v[row, of_values]
    return y


def make(rng, batch=3, t=4, s=4, heads=2, d_k=3, d_v=2):
    rows = [(batch * t, heads * d_k), (batch * s, heads * d_k), (batch * s, heads * d_v)]
    lengths = rng.integers(1, s + 1, batch)
    return [rng.standard_normal(shape) for shape in rows], dict(heads=heads, key_mask=np.arange(s) < lengths[:, None])


CASES = {
    "three sentences": {},
    "one sentence": dict(batch=1),
    "one head": dict(heads=1),
    "one word": dict(t=1, s=1),
    "one query, as in decoding": dict(t=1, s=6),
    "more keys than queries": dict(t=2, s=5),
    "more queries than keys": dict(t=5, s=2),
    "width 1": dict(heads=3, d_k=1, d_v=1),
    "large": dict(batch=2, t=9, s=9, heads=3, d_k=4, d_v=5),
}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_forward_and_backward(rng, case, causal):
    arrays, constants = make(rng, **CASES[case])
    y, _ = attention_forward(*arrays, **constants, causal=causal)
    np.testing.assert_allclose(y, by_loops(*arrays, **constants, causal=causal), rtol=1e-12, atol=1e-15)
    check(attention_forward, attention_backward, arrays, constants=dict(causal=causal, **constants))
    draw = dict(p=0.3, seed=(1, 2))
    check(attention_forward, attention_backward, arrays, constants=dict(causal=causal, **constants, **draw))


def test_self_attention_of_one_array(rng):
    arrays, constants = make(rng, d_k=3, d_v=3)
    x = arrays[0]
    y, _ = attention_forward(x, x, x, **constants, causal=True)
    np.testing.assert_allclose(y, by_loops(x, x, x, **constants, causal=True), rtol=1e-12, atol=1e-15)
    check(attention_forward, attention_backward, [x, x, x], constants=dict(causal=True, **constants))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sentence_of_padding_alone(rng, dtype):
    arrays, constants = make(rng, batch=2)
    arrays = [a.astype(dtype) for a in arrays]
    constants["key_mask"][1] = False
    y, cache = attention_forward(*arrays, **constants)
    gradients = attention_backward(rng.standard_normal(y.shape).astype(dtype), cache)
    for array in (y, *gradients):
        first, second = array[: len(array) // 2], array[len(array) // 2 :]
        assert first.all() and not second.any()


def test_padding_gets_no_gradient_and_has_no_influence(rng):
    (q, k, v), constants = make(rng)
    padding = ~constants["key_mask"].ravel()
    assert padding.any()
    expected, cache = attention_forward(q, k, v, **constants)
    _, dk, dv = attention_backward(rng.standard_normal(expected.shape), cache)
    assert not dk[padding].any() and not dv[padding].any()
    k[padding], v[padding] = 1e6, -1e6
    np.testing.assert_array_equal(attention_forward(q, k, v, **constants)[0], expected)


def test_causal_query_sees_itself_and_what_came_before(rng):
    """Changing key and value of word s changes the rows from s on, and those only."""
    (q, k, v), _ = make(rng, batch=1, t=5, s=5)
    constants = dict(heads=2, key_mask=np.ones((1, 5), bool), causal=True)
    before, _ = attention_forward(q, k, v, **constants)
    for s in range(5):
        other_k, other_v = k.copy(), v.copy()
        other_k[s] += 1
        other_v[s] += 1
        after, _ = attention_forward(q, other_k, other_v, **constants)
        assert [bool(row) for row in (before != after).any(axis=1)] == [t >= s for t in range(5)]


def test_equals_its_parts(rng):
    """Each head of each sentence cut out and given to scaled_dot_product_attention."""
    arrays, constants = make(rng)
    heads, key_mask = constants["heads"], constants["key_mask"]
    whole = [Tensor(a) for a in arrays]
    y = apply("attention", *whole, **constants, causal=True)
    dy = rng.standard_normal(y.data.shape)
    y.backward(dy)
    for b, head in np.ndindex(3, heads):
        cut = lambda x, b=b, head=head: np.split(np.split(x, 3)[b], heads, axis=1)[head]  # noqa: E731
        parts = [Tensor(cut(a)) for a in arrays]
        mask = key_mask[b] & np.tri(4, 4, dtype=bool)
        z = apply("scaled_dot_product_attention", *parts, mask=mask)
        np.testing.assert_allclose(z.data, cut(y.data), rtol=1e-13)
        z.backward(cut(dy))
        for one, other in zip(whole, parts, strict=True):
            np.testing.assert_allclose(cut(one.grad), other.grad, rtol=1e-12, atol=1e-15)


def test_splitting_heads_moves_entries_and_copies_none(rng):
    x = rng.standard_normal((6, 8))
    y = split_heads(x, 2, 4)
    assert y.shape == (2, 4, 3, 2) and np.shares_memory(x, y)
    for b, head, t, i in np.ndindex(y.shape):
        assert y[b, head, t, i] == x[b * 3 + t, head * 2 + i]
    np.testing.assert_array_equal(merge_heads(y), x)
