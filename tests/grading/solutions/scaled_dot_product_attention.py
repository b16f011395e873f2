import math

import numpy as np


def scaled_dot_product_attention_forward(q, k, v, mask=None, *, p=0.0, seed=None):
    scores = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return weights @ v, (q, k, v, weights)


def scaled_dot_product_attention_backward(dy, cache):
    q, k, v, weights = cache
    dweights = dy @ np.swapaxes(v, -1, -2)
    share = (dweights * weights).sum(axis=-1, keepdims=True)
    dscores = weights * (dweights - share)
    dq = dscores @ k / math.sqrt(q.shape[-1])
    dk = np.swapaxes(dscores, -1, -2) @ q / math.sqrt(q.shape[-1])
    dv = np.swapaxes(weights, -1, -2) @ dy
    return dq, dk, dv
