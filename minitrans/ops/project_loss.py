"""The output projection and the cross entropy loss as one operation (Sections 3.4 and 5.4).

The logits are the largest array of a training step.  Here they are never copied: the forward overwrites
them with their gradient, and the backward uses that twice.  Padding rows get no logits at all.
"""

from ..backend import Array, array_module
from .cross_entropy import cross_entropy_in_place
from .sums import column_sum


def project_loss_forward(
    x: Array, table: Array, bias: Array | None = None, *, targets: Array, smoothing: float = 0.0, pad: int = 0
) -> tuple[Array, tuple]:
    """loss = cross_entropy(x table^T + bias, targets), a scalar.

    x [n, d], table [V, d] (the embedding itself, with weight tying), bias [V] or none, targets [n] integers -> loss []
    """
    rows, targets = rows_of(targets, pad, x)
    tokens = x[rows]
    logits = tokens @ table.T
    if bias is not None:
        logits += bias
    loss, dlogits = cross_entropy_in_place(logits, targets, smoothing)
    return loss, (tokens, table, bias is not None, rows, dlogits, x.shape)


def rows_of(targets: Array, pad: int, x: Array) -> tuple[Array, Array]:
    """targets [n] -> (the rows that are no padding, their targets), where x is.  If targets are on the host, a GPU is
    not waited for."""
    xp, rows = array_module(x), array_module(targets).flatnonzero(targets != pad)
    return xp.asarray(rows), xp.asarray(targets[rows])


def project_loss_backward(dloss: Array, cache: tuple) -> tuple[Array, ...]:
    """dloss [] -> dx [n, d] = dlogits table, dtable [V, d] = dlogits^T x, as for any linear map; and dbias [V]"""
    tokens, table, biased, rows, dlogits, shape = cache
    dx = array_module(tokens).zeros(shape, tokens.dtype)
    dx[rows] = dlogits @ table * dloss
    dtable = dlogits.T @ (tokens * dloss)
    return (dx, dtable, column_sum(dlogits) * dloss) if biased else (dx, dtable)
