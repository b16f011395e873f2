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
    rows = array_module(x).flatnonzero(targets != pad)
    tokens = x[rows]
    logits = tokens @ table.T
    if bias is not None:
        logits += bias
    loss, dlogits = cross_entropy_in_place(logits, targets[rows], smoothing)
    return loss, (tokens, table, bias is not None, rows, dlogits, x.shape)


def project_loss_backward(dloss: Array, cache: tuple) -> tuple[Array, ...]:
    """dloss [] -> dx [n, d] = dlogits table, dtable [V, d] = dlogits^T x, as for any linear map; and dbias [V]"""
    tokens, table, biased, rows, dlogits, shape = cache
    dx = array_module(tokens).zeros(shape, tokens.dtype)
    dx[rows] = dlogits @ table * dloss
    dtable = dlogits.T @ (tokens * dloss)
    return (dx, dtable, column_sum(dlogits) * dloss) if biased else (dx, dtable)
