"""Attention to a neighbourhood: query t sees keys t - r .. t + r only (Section 4, last row of Table 1).

A mask alone would hide scores after computing them all.  Here a block of queries is multiplied with a window of keys,
those that any query of the block may see:

    queries   . . . . . t t t t . . . . .
    keys      . . s s s s s s s s s s . .       from r before the block to r after it; causal: to its end

T queries then have T (block + 2r) scores, not T^2.  What is left to mask is a band in each window.
"""

from ..backend import array_module
from .attention import merge_heads, split_heads
from .scaled_dot_product_attention import (
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)

BLOCK = 32  # products of fewer queries cost more in calls than they save in scores


def restricted_attention_forward(q, k, v, *, heads, key_mask, radius, causal=False, p=0.0, seed=None):
    """`attention` of a sentence to itself, where query t sees keys t - radius .. t + radius, causal t - radius .. t.

    q, k rows [B * T, h * d_k], v rows [B * T, h * d_v] -> y rows [B * T, h * d_v]; key_mask [B, T], True = a word
    """
    xp, (batch, length) = array_module(q), key_mask.shape
    block, before, width = layout(length, radius, causal)
    band = xp.tri(block, width, before + (0 if causal else radius), dtype=bool)
    band &= ~xp.tri(block, width, before - radius - 1, dtype=bool)
    words = windows(key_mask[:, None, :, None], block, before, width).swapaxes(-1, -2)
    q, k, v = (split_heads(x, batch, heads) for x in (q, k, v))
    q, k, v = windows(q, block, 0, block), windows(k, block, before, width), windows(v, block, before, width)
    y, cache = scaled_dot_product_attention_forward(q, k, v, band & words, p=p, seed=seed)
    return merge_heads(join(y, block, 0, length)), (cache, batch, heads, block, before, length)


def restricted_attention_backward(dy, cache):
    """dy rows [B * T, h * d_v] -> dq, dk, dv, rows like q, k, v

    A window is a choice of rows, W x with a single 1 in each row of W, and its gradient goes back by W^T: a key that
    stands in several windows gets the sum of its gradients there.
    """
    cache, batch, heads, block, before, length = cache
    dy = windows(split_heads(dy, batch, heads), block, 0, block)
    dq, dk, dv = scaled_dot_product_attention_backward(dy, cache)
    return tuple(merge_heads(join(dx, block, start, length)) for dx, start in ((dq, 0), (dk, before), (dv, before)))


def layout(length, radius, causal):
    """-> queries in a block, keys in its window that come before it, keys in its window"""
    width = radius + BLOCK + (0 if causal else radius)
    return (BLOCK, radius, width) if width < length else (length, 0, length)  # a window need not exceed the sentence


def windows(x, block, before, width):
    """[..., T, d] -> [..., blocks, width, d], for each block the rows from `before` its first one on.

    A view of a copy of x with zeros around it, where neighbouring windows share their rows.
    """
    xp, (*leading, length, d) = array_module(x), x.shape
    blocks = -(-length // block)
    padded = xp.zeros((*leading, (blocks - 1) * block + width, d), x.dtype)
    padded[..., before : before + length, :] = x
    *outer, row, column = padded.strides
    shape, strides = (*leading, blocks, width, d), (*outer, block * row, row, column)
    return xp.lib.stride_tricks.as_strided(padded, shape, strides)


def join(y, block, before, length):
    """The transpose of `windows`: [..., blocks, width, d] -> [..., T, d], each row the sum over its windows.

    Windows overlap, but their first `block` rows do not, nor do the next: each such piece is added at once.
    """
    xp, (*leading, blocks, width, d) = array_module(y), y.shape
    pieces = -(-width // block)
    padded = xp.zeros((*leading, blocks + pieces - 1, block, d), y.dtype)
    for i in range(pieces):
        piece = y[..., i * block : (i + 1) * block, :]
        padded[..., i : i + blocks, : piece.shape[-2], :] += piece
    return padded.reshape(*leading, -1, d)[..., before : before + length, :]
