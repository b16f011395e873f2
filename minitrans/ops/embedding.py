"""Embedding lookup: integer ids select rows of a table (Section 3.4)."""

from collections.abc import Sequence

from ..backend import Array, array_module


def embedding_forward(table: Array, ids: Array) -> tuple[Array, tuple]:
    """y = table[ids].  table [V, d], ids [...] integers below V -> y [..., d]"""
    return table[ids], (ids, table.shape)


def embedding_backward(dy: Array, cache: tuple, out: Sequence = (None,)) -> tuple[Array]:
    """dy [..., d] -> dtable [V, d]

    A row that several ids select gets the sum of their gradients; a row that no id selects gets 0.
    A batch picks few rows of a large table.  So if out[0] is given, the gradient is added to it and returned, and no
    new [V, d] array is needed.
    """
    ids, shape = cache
    xp = array_module(dy)
    dtable = xp.zeros(shape, dy.dtype) if out[0] is None else out[0]
    xp.add.at(dtable, ids, dy)
    return (dtable,)
