"""A loop over the queries, each with only its allowed keys."""

from math import sqrt

import numpy as np


def scaled_dot_product_attention_forward(q, k, v, mask=None, p=0.0, seed=None):
    y = np.zeros(q.shape[:-1] + v.shape[-1:], q.dtype)
    seen = np.ones(q.shape[:-1] + k.shape[-2:-1], bool)
    if mask is not None:
        seen &= mask
    weights = {}
    for t in np.ndindex(seen.shape[:-1]):
        if seen[t].any():
            scores = k[t[:-1]][seen[t]] @ q[t] / sqrt(q.shape[-1])
            e = np.exp(scores - scores.max())
            weights[t] = e / e.sum()
            y[t] = weights[t] @ v[t[:-1]][seen[t]]
    return y, (q, k, v, seen, weights)


def scaled_dot_product_attention_backward(dy, cache):
    q, k, v, seen, weights = cache
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for t, a in weights.items():
        one, keys = t[:-1], seen[t]
        da = v[one][keys] @ dy[t]
        dz = a * (da - a @ da) / sqrt(q.shape[-1])
        dq[t] = dz @ k[one][keys]
        dk[one][keys] += np.outer(dz, q[t])
        dv[one][keys] += np.outer(a, dy[t])
    return dq, dk, dv
