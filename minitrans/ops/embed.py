"""Embedding plus positional encoding: the input of the first layer (Sections 3.4, 3.5 and 5.4)."""

from collections.abc import Sequence
from math import sqrt

from ..backend import Array, array_module
from .dropout import dropout_backward, dropout_forward
from .embedding import embedding_backward, embedding_forward


def embed_forward(
    table: Array,
    positions: Array,
    ids: Array,
    *,
    start: int = 0,
    learned: bool = True,
    p: float = 0.0,
    seed: tuple | None = None,
) -> tuple[Array, tuple]:
    """y = dropout(table[ids] * sqrt(d) + positions[start : start + T]), one row per token.

    table [V, d], positions [longest, d], ids [B, T] integers -> y [B * T, d]
    start: the position of the first column; it grows when a decoder writes one token at a time.
    learned: whether positions need a gradient; sinusoids do not
    """
    (batch, length), d = ids.shape, table.shape[1]
    x, picked = embedding_forward(table, ids)
    x *= x.dtype.type(sqrt(d))
    x += positions[start : start + length]
    y, dropped = dropout_forward(x.reshape(batch * length, d), p, seed)
    return y, (picked, dropped, (batch, start, length, d), positions if learned else None)


def embed_backward(dy: Array, cache: tuple, out: Sequence = (None, None)) -> tuple[Array, Array | None]:
    """dy [B * T, d] -> dtable [V, d] (added to out[0] if it is given), dpositions [longest, d] or None

    All B sentences use position t, so its gradient is the sum of B gradients.
    """
    picked, dropped, (batch, start, length, d), positions = cache
    (dx,) = dropout_backward(dy, dropped)
    dx = dx.reshape(batch, length, d)
    dpositions = None
    if positions is not None:
        dpositions = array_module(dy).zeros_like(positions)
        dpositions[start : start + length] = dx.sum(axis=0)
    (dtable,) = embedding_backward(dx * dx.dtype.type(sqrt(d)), picked, out[:1])
    return dtable, dpositions
