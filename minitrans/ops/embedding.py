"""Rows of a table picked by integer ids (Section 3.4)."""

from ..backend import array_module


def embedding_forward(table, ids):
    """y = table[ids].  table [V, d], ids [...] integers below V -> y [..., d]"""
    return table[ids], (ids, table.shape)


def embedding_backward(dy, cache, out=None):
    """dy [..., d] -> dtable [V, d]

    A row that was picked several times collects the sum of its gradients; a row never picked gets 0.
    With `out` the gradient is added into it, and no [V, d] array is made.
    """
    ids, shape = cache
    xp = array_module(dy)
    if out is None:
        out = xp.zeros(shape, dy.dtype)
    xp.add.at(out, ids, dy)
    return (out,)
