"""Chapter 5.  Each query gets a mean of the values, weighted by how well it matches the keys."""

import numpy as np

from .softmax import softmax_backward, softmax_forward


# Part: scaled_dot_product_attention, chapter 5.  Ours, until you write it.
def scaled_dot_product_attention_forward(q, k, v, mask=None, *, p=0.0, seed=None):
    """q [..., T, d_k], k [..., S, d_k], v [..., S, d_v], mask [..., T, S], True = may be seen -> y [..., T, d_v]"""
    scale = q.shape[-1] ** -0.5
    weights, cache = softmax_forward(q @ np.swapaxes(k, -1, -2) * scale, mask)
    return weights @ v, (q, k, v, scale, weights, cache)


def scaled_dot_product_attention_backward(dy, cache):
    """dy [..., T, d_v] -> dq, dk, dv

    Y = A V with A = softmax(Z) and Z = Q K^T / sqrt(d_k).  So dA = dY V^T and dV = A^T dY; softmax makes dZ from dA;
    dQ = dZ K / sqrt(d_k) and dK = dZ^T Q / sqrt(d_k).
    """
    q, k, v, scale, weights, cache = cache
    (dscores,) = softmax_backward(dy @ np.swapaxes(v, -1, -2), cache)
    dscores = dscores * scale
    return dscores @ k, np.swapaxes(dscores, -1, -2) @ q, np.swapaxes(weights, -1, -2) @ dy
