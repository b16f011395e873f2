import numpy as np


def softmax(z, axis=-1):
    top = z.max(axis=axis, keepdims=True)
    e = np.exp(z - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=axis, keepdims=True)
    return e / np.where(total > 0, total, 1)


def attention_forward(q, k, v, *, heads, key_mask, causal=False, p=0.0, seed=None):
    batch, keys = key_mask.shape
    queries = len(q) // batch
    d_k, d_v = q.shape[1] // heads, v.shape[1] // heads
    q = q.reshape(batch, queries, heads, d_k).transpose(0, 2, 1, 3)
    k = k.reshape(batch, keys, heads, d_k).transpose(0, 2, 1, 3)
    v = v.reshape(batch, keys, heads, d_v).transpose(0, 2, 1, 3)
    allowed = np.broadcast_to(key_mask[:, None, None, :], (batch, heads, queries, keys))
    if causal:
        allowed = allowed & (np.arange(keys) <= np.arange(queries)[:, None])
    scores = q @ k.transpose(0, 1, 3, 2) / d_k**0.5
    weights = softmax(np.where(allowed, scores, -np.inf))
    y = weights @ v
    return y.transpose(0, 2, 1, 3).reshape(batch * queries, heads * d_v), (q, k, v, weights)


def attention_backward(dy, cache):
    q, k, v, weights = cache
    batch, heads, queries, d_k = q.shape

    def join(dx):
        return dx.transpose(0, 2, 1, 3).reshape(-1, heads * dx.shape[-1])

    dy = dy.reshape(batch, queries, heads, -1).transpose(0, 2, 1, 3)
    dv = weights.transpose(0, 1, 3, 2) @ dy
    dweights = dy @ v.transpose(0, 1, 3, 2)
    dscores = weights * (dweights - (dweights * weights).sum(axis=-1, keepdims=True))
    dq = dscores @ k / d_k**0.5
    dk = dscores.transpose(0, 1, 3, 2) @ q / d_k**0.5
    return join(dq), join(dk), join(dv)
