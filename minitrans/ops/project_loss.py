"""From the decoder's output to the loss: the last projection and the cross entropy in one (Sections 3.4, 5.4).

The logits are the largest array of a step.  Here they are made, turned into their own gradient and
used twice, without ever being copied; rows of padding get no logits at all.
"""

from ..backend import array_module
from .cross_entropy import cross_entropy_in_place


def project_loss_forward(x, table, targets, *, smoothing=0.0, pad=0):
    """loss = sum of cross_entropy(x table^T, targets), a scalar.

    x [n, d], table [V, d] (the embedding itself when shared), targets [n] integers -> loss []
    """
    rows = array_module(x).flatnonzero(targets != pad)
    words = x[rows]
    loss, dlogits = cross_entropy_in_place(words @ table.T, targets[rows], smoothing)
    return loss, (words, table, rows, dlogits, x.shape)


def project_loss_backward(dloss, cache):
    """dloss [] -> dx [n, d] = dlogits table, dtable [V, d] = dlogits^T x, as for any linear map"""
    words, table, rows, dlogits, shape = cache
    dx = array_module(words).zeros(shape, words.dtype)
    dx[rows] = dlogits @ table * dloss
    return dx, dlogits.T @ (words * dloss)
