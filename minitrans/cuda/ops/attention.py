"""`ops.attention` and `ops.restricted_attention` as kernels, see attention.cu and attention_tiles.cu."""

import numpy as np

from ...backend import array_module
from ..kernels import THREADS, WARP, blocks, launch, real
from ..packed import spans_of_mask
from .rows import dropout

TILE, WIDEST_TILE = 16, 64  # of attention_tiles.cu: rows of a tile, and the widest head


def attention_forward(q, k, v, *, heads, key_mask=None, causal=False, radius=None, spans=None, p=0.0, seed=None):
    """q rows [n, h * d_k], k rows [m, h * d_k], v rows [m, h * d_v] -> y rows [n, h * d_v]

    key_mask, causal, radius: for padded sentences, as those of Padded; spans: for packed ones, as those of Packed
    """
    xp, n = array_module(q), len(q)
    k, v = (x.reshape(-1, x.shape[-1]) for x in (k, v))
    if spans is None:
        spans = spans_of_mask(key_mask, n, causal)
        spans = spans if radius is None else spans.within(radius)
    widths = dict(D_K=k.shape[1] // heads, D_V=v.shape[1] // heads, REAL=real(q))
    y, lse = xp.empty((n, v.shape[1]), q.dtype), xp.empty((n, heads), np.float32)
    common = heads, widths["D_K"] ** -0.5, spans.longest, *dropout(xp, p, seed)
    assert spans.table is None or q.dtype == np.float32
    arguments = q, k, v, spans.first, spans.end, spans.table, y, lse, n, *common
    launch_attention("attention_forward", n, arguments, heads, widths)
    return y, (q, k, v, y, lse, spans, common, widths)


def launch_attention(kernel, rows, arguments, heads, widths):
    """One warp for each row and head, or on tensor cores, if the widths allow it, for sixteen rows and a head."""
    d_k, d_v, kind = widths.values()
    tiles = kind == "bf16" and d_k % TILE == d_v % TILE == 0 and max(d_k, d_v) <= WIDEST_TILE
    file, warps, threads = ("attention_tiles", blocks(rows, TILE), 128) if tiles else ("attention", rows, THREADS)
    launch(file, kernel, blocks(warps * heads * WARP, threads), threads, *arguments, **widths)


def attention_backward(dy, cache):
    """dy rows [n, h * d_v] -> dq, dk, dv, rows like q, k, v"""
    q, k, v, y, lse, spans, common, widths = cache
    xp, (n, heads), m = array_module(dy), lse.shape, len(k)
    dq, dk, dv, delta = *map(xp.empty_like, (q, k, v)), xp.empty_like(lse)
    arguments = dy, q, k, v, y, lse, spans.first, spans.end, dq, delta, n, *common
    launch_attention("attention_backward_queries", n, arguments, heads, widths)
    arguments = dy, q, k, v, lse, delta, *spans[:4], dk, dv, m, *common
    launch_attention("attention_backward_keys", m, arguments, heads, widths)
    return dq, dk, dv
