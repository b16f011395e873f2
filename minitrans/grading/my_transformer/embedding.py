"""Chapters 7 and 7b.  Words and positions become vectors."""

import numpy as np


# Part: embedding, chapter 7.  Ours, until you write it.
def embedding_forward(table, ids):
    """y = table[ids].  table [V, d], ids [...] -> y [..., d]"""
    return table[ids], (ids, table.shape)


def embedding_backward(dy, cache, out=(None,)):
    """dy [..., d] -> dtable [V, d], added to out[0] if that is given

    A word that occurs several times gets the sum of its gradients.
    """
    ids, shape = cache
    dtable = np.zeros(shape, dy.dtype) if out[0] is None else out[0]
    np.add.at(dtable, ids, dy)
    return (dtable,)


# Part: sinusoids, chapter 7b.  Ours, until you write it.
def sinusoids(length, d_model):
    """PE(t, 2i) = sin(t / 10000^(2i / d)), PE(t, 2i + 1) = cos of the same angle -> [length, d_model]

    If d = d_model is odd, the last angle has no cosine.
    """
    angles = np.arange(length)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, -1)[:, :d_model]


# Part: embed, chapter 7b.  Ours, until you write it.
def embed_forward(table, ids):
    """ids [B, T] -> rows [B * T, d]: the rows of the table times sqrt(d), plus the positions"""
    (batch, length), d = ids.shape, table.shape[1]
    y, cache = embedding_forward(table, ids.ravel())
    return y * d**0.5 + np.tile(sinusoids(length, d).astype(y.dtype), (batch, 1)), cache


def embed_backward(dy, cache):
    """dy rows [B * T, d] -> dtable [V, d].  The positions are constants."""
    return embedding_backward(dy * dy.shape[1] ** 0.5, cache)
