"""The output projection and the cross entropy loss as one operation (Sections 3.4 and 5.4).

The logits are the largest array of a training step.  Here they are never copied: the forward overwrites
them with their gradient, and the backward uses that twice.  Padding rows get no logits at all.
"""

from ..backend import array_module
from .cross_entropy import cross_entropy_in_place


def project_loss_forward(x, table, targets, *, smoothing=0.0, pad=0):
    """loss = cross_entropy(x table^T, targets), a scalar.

    x [n, d], table [V, d] (the embedding itself, with weight tying), targets [n] integers -> loss []
    """
    rows = array_module(x).flatnonzero(targets != pad)
    tokens = x[rows]
    loss, dlogits = cross_entropy_in_place(tokens @ table.T, targets[rows], smoothing)
    return loss, (tokens, table, rows, dlogits, x.shape)


def project_loss_backward(dloss, cache):
    """dloss [] -> dx [n, d] = dlogits table, dtable [V, d] = dlogits^T x, as for any linear map."""
    tokens, table, rows, dlogits, shape = cache
    dx = array_module(tokens).zeros(shape, tokens.dtype)
    dx[rows] = dlogits @ table * dloss
    return dx, dlogits.T @ (tokens * dloss)
