"""Chapter 6.  Attention with several heads, each of which sees its own columns."""

import numpy as np

from .attention import scaled_dot_product_attention_backward, scaled_dot_product_attention_forward
from .linear import linear_backward, linear_forward


# Part: attention, chapter 6.  Ours, until you write it.
def attention_forward(q, k, v, *, heads, key_mask, causal=False, p=0.0, seed=None):
    """q rows [B * T, h * d_k], k rows [B * S, h * d_k], v rows [B * S, h * d_v] -> y rows [B * T, h * d_v]

    key_mask [B, S]: False = padding, which nobody sees
    causal: query t sees keys 0 .. t only
    """
    batch, mask = len(key_mask), key_mask[:, None, None, :]
    q, k, v = (split(x, batch, heads) for x in (q, k, v))
    if causal:
        mask = mask & np.tri(q.shape[2], k.shape[2], dtype=bool)
    y, cache = scaled_dot_product_attention_forward(q, k, v, mask)
    return merge(y), (cache, batch, heads)


def attention_backward(dy, cache):
    """dy rows -> dq, dk, dv, rows

    To split and to merge only move numbers, so each undoes the other.
    """
    cache, batch, heads = cache
    return tuple(merge(dx) for dx in scaled_dot_product_attention_backward(split(dy, batch, heads), cache))


def split(x, batch, heads):  # rows [B * T, h * d] -> [B, h, T, d]
    return x.reshape(batch, -1, heads, x.shape[1] // heads).swapaxes(1, 2)


def merge(x):  # [B, h, T, d] -> rows [B * T, h * d]
    batch, heads, length, d = x.shape
    return x.swapaxes(1, 2).reshape(batch * length, heads * d)


# Part: multi_head, chapter 6.  Ours, until you write it.
def multi_head_forward(x, memory, wq, bq, wk, bk, wv, bv, wo, bo, **constants):
    """Queries from x, rows [B * T, d]; keys and values from memory, rows [B * S, d] -> y, rows [B * T, d]"""
    q, of_q = linear_forward(x, wq, bq)
    k, of_k = linear_forward(memory, wk, bk)
    v, of_v = linear_forward(memory, wv, bv)
    y, of_heads = attention_forward(q, k, v, **constants)
    y, of_output = linear_forward(y, wo, bo)
    return y, (of_q, of_k, of_v, of_heads, of_output)


def multi_head_backward(dy, cache):
    """dy -> dx, dmemory, and the gradients of the eight weights.  The memory has two users, so theirs are added."""
    of_q, of_k, of_v, of_heads, of_output = cache
    dheads, *of_wo = linear_backward(dy, of_output)
    dq, dk, dv = attention_backward(dheads, of_heads)
    (dx, *of_wq), (dkeys, *of_wk), (dvalues, *of_wv) = map(linear_backward, (dq, dk, dv), (of_q, of_k, of_v))
    return dx, dkeys + dvalues, *of_wq, *of_wk, *of_wv, *of_wo
