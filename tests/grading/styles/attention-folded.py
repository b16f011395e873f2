"""Heads are merged into the batch axis; the queries are scaled; the cache is a closure."""

import numpy as np


def attention_forward(q, k, v, *, heads, key_mask, causal=False, p=0.0, seed=None):
    sentences, keys = key_mask.shape

    def fold(x):
        columns = np.stack(np.split(x, heads, axis=1))
        return columns.reshape(heads * sentences, -1, columns.shape[2])

    def unfold(x):
        return np.concatenate(list(x.reshape(heads, -1, x.shape[2])), axis=1)

    scale = np.asarray(1 / np.sqrt(q.shape[1] // heads), q.dtype)
    scaled, k, v = fold(q) * scale, fold(k), fold(v)
    scores = np.matmul(scaled, np.swapaxes(k, 1, 2))
    hidden = np.tile(~key_mask[:, None, :], (heads, scores.shape[1], 1))
    if causal:
        hidden |= np.triu(np.ones(scores.shape[1:], bool), 1)
    masked = np.ma.array(scores, mask=hidden)
    e = np.exp(masked - masked.max(axis=2, keepdims=True)).filled(0)
    total = e.sum(axis=2, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)

    def gradients(dy):
        dy = fold(dy)
        dweights = np.matmul(dy, np.swapaxes(v, 1, 2))
        dscores = weights * (dweights - np.einsum("nts,nts->nt", weights, dweights)[:, :, None])
        dq = np.matmul(dscores, k) * scale
        dk = np.matmul(np.swapaxes(dscores, 1, 2), scaled)
        dv = np.matmul(np.swapaxes(weights, 1, 2), dy)
        return unfold(dq), unfold(dk), unfold(dv)

    return unfold(np.matmul(weights, v)), gradients


def attention_backward(dy, gradients):
    return gradients(dy)
