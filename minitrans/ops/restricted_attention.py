"""Restricted (local) self-attention: query t sees only keys t - r .. t + r (Section 4, last row of Table 1).

A mask alone would compute all T^2 scores and then hide most of them.  Here each block of queries is multiplied only
with a window of keys, namely those that some query of the block may see:

    queries   . . . . . t t t t . . . . .
    keys      . . s s s s s s s s s s . .       from r before the block to r after it; if causal, to its end

So T queries need T (block + 2r) scores.  A band mask in each window hides the rest.
"""

from ..backend import Array, array_module
from .attention import merge_heads, split_heads
from .scaled_dot_product_attention import (
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)

BLOCK = 32  # smaller blocks save scores, but the overhead of more calls costs more time


def restricted_attention_forward(
    q: Array,
    k: Array,
    v: Array,
    *,
    heads: int,
    key_mask: Array,
    radius: int,
    causal: bool = False,
    p: float = 0.0,
    seed: tuple | None = None,
) -> tuple[Array, tuple]:
    """Self-attention where query t sees keys t - radius .. t + radius; if causal, keys t - radius .. t.

    q, k rows [B * T, h * d_k], v rows [B * T, h * d_v] -> y rows [B * T, h * d_v]; key_mask [B, T], True = a token
    """
    xp, (batch, length) = array_module(q), key_mask.shape
    block, before, width = layout(length, radius, causal)
    band = xp.tri(block, width, before + (0 if causal else radius), dtype=bool)
    band &= ~xp.tri(block, width, before - radius - 1, dtype=bool)
    tokens = windows(key_mask[:, None, :, None], block, before, width).swapaxes(-1, -2)
    q, k, v = (split_heads(x, batch, heads) for x in (q, k, v))
    q, k, v = windows(q, block, 0, block), windows(k, block, before, width), windows(v, block, before, width)
    y, cache = scaled_dot_product_attention_forward(q, k, v, band & tokens, p=p, seed=seed)
    return merge_heads(join(y, block, 0, length)), (cache, batch, heads, block, before, length)


def restricted_attention_backward(dy: Array, cache: tuple) -> tuple[Array, ...]:
    """dy rows [B * T, h * d_v] -> dq, dk, dv, rows like q, k, v

    Cutting out windows selects rows: it is W x, and W has a single 1 in each row.  Its backward is W^T: a key that
    belongs to several windows gets the sum of its gradients in them.
    """
    inner, batch, heads, block, before, length = cache
    dy = windows(split_heads(dy, batch, heads), block, 0, block)
    dq, dk, dv = scaled_dot_product_attention_backward(dy, inner)
    return tuple(merge_heads(join(dx, block, start, length)) for dx, start in ((dq, 0), (dk, before), (dv, before)))


def layout(length: int, radius: int, causal: bool) -> tuple[int, int, int]:
    """-> (queries per block, keys of its window that precede the block, keys per window)"""
    width = radius + BLOCK + (0 if causal else radius)
    return (BLOCK, radius, width) if width < length else (length, 0, length)  # short sentences: one block


def windows(x: Array, block: int, before: int, width: int) -> Array:
    """[..., T, d] -> [..., blocks, width, d]: the window of a block starts `before` rows ahead of the block.

    Rows 1 2 3 4 5 with block 2, before 1, width 4 -> windows 0 1 2 3, then 2 3 4 5, then 4 5 0 0.
    The result is a strided view of a zero-padded copy of x; neighbouring windows share rows.
    """
    xp, (*leading, length, d) = array_module(x), x.shape
    blocks = -(-length // block)
    padded = xp.zeros((*leading, (blocks - 1) * block + width, d), x.dtype)
    padded[..., before : before + length, :] = x
    *outer, row, column = padded.strides
    shape, strides = (*leading, blocks, width, d), (*outer, block * row, row, column)
    return xp.lib.stride_tricks.as_strided(padded, shape, strides)


def join(y: Array, block: int, before: int, length: int) -> Array:
    """The transpose of `windows`: [..., blocks, width, d] -> [..., T, d]; each row is the sum over its windows.

    Windows overlap, but their first `block` rows do not, nor do their next `block` rows: these can be added at once.
    """
    xp, (*leading, blocks, width, d) = array_module(y), y.shape
    pieces = -(-width // block)
    padded = xp.zeros((*leading, blocks + pieces - 1, block, d), y.dtype)
    for i in range(pieces):
        piece = y[..., i * block : (i + 1) * block, :]
        padded[..., i : i + blocks, : piece.shape[-2], :] += piece
    return padded.reshape(*leading, -1, d)[..., before : before + length, :]
