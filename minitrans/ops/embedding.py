"""Embedding lookup: integer ids select rows of a table (Section 3.4)."""

from ..backend import Array, array_module


def embedding_forward(table: Array, ids: Array) -> tuple[Array, tuple]:
    """y = table[ids].  table [V, d], ids [...] integers below V -> y [..., d]"""
    return table[ids], (ids, table.shape)


def embedding_backward(dy: Array, cache: tuple, out: Array | None = None) -> tuple[Array]:
    """dy [..., d] -> dtable [V, d]

    A row that several ids select gets the sum of their gradients; a row that no id selects gets 0.
    If `out` is given, the gradient is added to it, and no new [V, d] array is needed.
    """
    ids, shape = cache
    xp = array_module(dy)
    if out is None:
        out = xp.zeros(shape, dy.dtype)
    xp.add.at(out, ids, dy)
    return (out,)


embedding_backward.adds_to_out = True  # see Record.gradients in tensor.py
