"""Scales the queries; the weights overwrite the scores; the backward empties its cache."""

import numpy as np


class Attended:
    def __init__(self, scale, q, k, v):
        self.scale, self.q, self.k, self.v = scale, q, k, v


def transposed(x):
    return np.moveaxis(x, -1, -2)


def scaled_dot_product_attention_forward(q, k, v, mask=None, *, p=0.0, seed=None):
    attended = Attended(1 / q.dtype.type(np.sqrt(q.shape[-1])), q, k, v)
    weights = np.matmul(q * attended.scale, transposed(k))
    if mask is not None:
        np.copyto(weights, -np.inf, where=~np.asarray(mask))
    weights -= np.maximum(weights.max(axis=-1, keepdims=True), np.finfo(weights.dtype).min)
    np.exp(weights, out=weights)
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total != 0)
    attended.weights = weights
    return np.matmul(weights, v), attended


def scaled_dot_product_attention_backward(dy, attended):
    dscores = np.matmul(dy, transposed(attended.v))
    dv = np.matmul(transposed(attended.weights), dy)
    dscores *= attended.weights
    dscores -= attended.weights * dscores.sum(axis=-1, keepdims=True)
    dscores *= attended.scale
    return np.matmul(dscores, attended.k), np.matmul(transposed(dscores), attended.q), dv
