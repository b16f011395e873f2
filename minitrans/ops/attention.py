"""Multi-head attention without its projections: split into heads, attend, concatenate (Section 3.2.2)."""

from typing import NamedTuple

from ..backend import Array, array_module
from .scaled_dot_product_attention import (
    ScaledDotProductCache,
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)


class AttentionCache(NamedTuple):
    inner: ScaledDotProductCache  # of all heads, [B, h, ...]
    batch: int
    heads: int


def attention_forward(
    q: Array,
    k: Array,
    v: Array,
    *,
    heads: int,
    key_mask: Array,
    causal: bool = False,
    p: float = 0.0,
    seed: tuple | None = None,
) -> tuple[Array, AttentionCache]:
    """h scaled dot-product attentions, each on its own slice of the columns.

    q rows [B * T, h * d_k], k rows [B * S, h * d_k], v rows [B * S, h * d_v] -> y rows [B * T, h * d_v]
    key_mask [B, S] boolean, True = a word, False = padding; its shape says how rows form sentences.
    causal: query t sees only keys 0 .. t (Section 3.2.3).  A query that sees no key gets zeros.  p, seed: of dropout.
    """
    xp = array_module(q)
    batch = len(key_mask)
    mask = key_mask[:, None, None, :]
    q, k, v = (split_heads(x, batch, heads) for x in (q, k, v))
    if causal:
        mask = mask & xp.tri(q.shape[2], k.shape[2], dtype=bool)
    y, cache = scaled_dot_product_attention_forward(q, k, v, mask, p=p, seed=seed)
    return merge_heads(y), AttentionCache(cache, batch, heads)


def attention_backward(dy: Array, cache: AttentionCache) -> tuple[Array, ...]:
    """dy rows [B * T, h * d_v] -> dq, dk, dv, rows like q, k, v

    Splitting and merging only move entries, so each is the backward of the other.
    """
    dy = split_heads(dy, cache.batch, cache.heads)
    return tuple(merge_heads(dx) for dx in scaled_dot_product_attention_backward(dy, cache.inner))


def split_heads(x: Array, batch: int, heads: int) -> Array:
    """rows [B * T, h * d] -> [B, h, T, d], a view: no entry is copied.

    One sentence of two rows, two heads: [[1, 2, 3, 4], [5, 6, 7, 8]] -> [[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]]
    """
    return x.reshape(batch, -1, heads, x.shape[-1] // heads).transpose(0, 2, 1, 3)


def merge_heads(x: Array) -> Array:
    """[B, h, T, d] -> rows [B * T, h * d]"""
    batch, heads, length, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch * length, heads * d)
