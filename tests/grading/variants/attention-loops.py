"""Loops over sentences and heads; the cache is a list."""

import numpy as np


def attention_forward(q, k, v, *, heads, key_mask, causal=False, p=0.0, seed=None):
    batch, keys = key_mask.shape
    queries = q.shape[0] // batch
    y = np.zeros((q.shape[0], v.shape[1]), v.dtype)
    pieces = []
    for b in range(batch):
        for h in range(heads):

            def piece(x, length, b=b, h=h):
                width = x.shape[1] // heads
                return np.s_[b * length : (b + 1) * length, h * width : (h + 1) * width]

            at = piece(q, queries), piece(k, keys), piece(v, keys), piece(y, queries)
            scores = q[at[0]] @ k[at[1]].T / np.sqrt(k.shape[1] // heads).astype(q.dtype)
            weights = np.zeros_like(scores)
            for t in range(queries):
                seen = key_mask[b].copy()
                if causal:
                    seen[t + 1 :] = False
                if seen.any():
                    e = np.exp(scores[t, seen] - scores[t, seen].max())
                    weights[t, seen] = e / e.sum()
            y[at[3]] = weights @ v[at[2]]
            pieces.append((at, weights))
    return y, [q, k, v, heads, pieces]


def attention_backward(dy, cache):
    q, k, v, heads, pieces = cache
    dq, dk, dv = (np.zeros_like(x) for x in (q, k, v))
    for (at_q, at_k, at_v, at_y), weights in pieces:
        dv[at_v] = weights.T @ dy[at_y]
        dweights = dy[at_y] @ v[at_v].T
        dscores = np.zeros_like(weights)
        for t, row in enumerate(weights):
            jacobian = np.diag(row) - np.outer(row, row)
            dscores[t] = jacobian @ dweights[t] / np.sqrt(k.shape[1] // heads)
        dq[at_q] = dscores @ k[at_k]
        dk[at_k] = dscores.T @ q[at_q]
    return dq, dk, dv
