"""`ops.embed` as kernels, see embed.cu."""

import numpy as np

from ...backend import array_module
from ...data.ids import PAD
from ..kernels import THREADS, blocks, launch, real
from .rows import dropout


def embed_forward(
    table, positions, ids, *, start=0, places=None, by_id=None, by_place=None, learned=True, p=0.0, seed=None
):
    """table [V, d], positions [longest, d] -> y [rows, d]

    Padded: ids [B, T], the first at position `start`.  Packed: ids [rows], with places, by_id and by_place of Packed.
    """
    xp, width, skipped = array_module(table), table.shape[1], PAD  # packed rows after the last word get no gradient
    if places is None:
        length, skipped = ids.shape[1], -1
        ids = ids.ravel().astype(np.int32)
        places = start + xp.arange(ids.size, dtype=np.int32) % np.int32(length)
    y, drop = xp.empty((len(ids), width), table.dtype), dropout(xp, p, seed)
    arguments = table, positions.astype(np.float32, copy=False), ids, places, y, len(ids), *drop
    launch("embed", "embed_forward", blocks(y.size // 4), THREADS, *arguments, WIDTH=width, REAL=real(y))
    return y, (ids, places, by_id, by_place, skipped, table.shape, positions.shape if learned else None, drop)


def embed_backward(dy, cache, out=(None, None)):
    """dy [rows, d] -> dtable [V, d], dpositions [longest, d] or None, both added to the arrays in `out`"""
    xp = array_module(dy)
    words, places, by_id, by_place, skipped_word, of_table, of_positions, drop = cache
    dtable, dpositions = (
        xp.zeros(shape, np.float32) if array is None and shape else array
        for array, shape in zip(out, (of_table, of_positions), strict=True)
    )
    width = of_table[1]
    tables = [(words, by_id, dtable, skipped_word, width**0.5)]
    if of_positions:
        tables.append((places, by_place, dpositions, -1, 1.0))
    for ids, rows, sums, skipped, factor in tables:
        rows = xp.argsort(ids).astype(np.int32) if rows is None else rows
        arguments = dy, ids, rows, sums, len(ids), skipped, factor, *drop
        launch("embed", "embed_backward", len(ids), width, *arguments, WIDTH=width, REAL=real(dy))
    return dtable, dpositions
