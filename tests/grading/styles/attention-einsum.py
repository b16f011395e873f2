"""Heads are an axis of einsum and never moved; an additive mask; no p and seed; the cache is a dict."""

import numpy as np


def attention_forward(q, k, v, heads, key_mask, causal=False):
    batch, keys = key_mask.shape
    q, k, v = [x.reshape(batch, -1, heads, x.shape[1] // heads) for x in (q, k, v)]
    visible = np.ones((batch, q.shape[1], keys), bool)
    if causal:
        visible = np.tril(visible)
    visible = visible & key_mask.reshape(batch, 1, keys)
    bias = np.where(visible, 0, -1e9).astype(q.dtype)
    a = np.einsum("bthd,bshd->bhts", q, k) * np.asarray(q.shape[3] ** -0.5, q.dtype) + bias[:, None]
    a -= a.max(axis=3, keepdims=True)
    np.exp(a, out=a)
    a /= a.sum(axis=3, keepdims=True)
    a *= visible.any(axis=2)[:, None, :, None]
    y = np.einsum("bhts,bshe->bthe", a, v)
    return y.reshape(batch * y.shape[1], -1), {"q": q, "k": k, "v": v, "a": a}


def attention_backward(dy, cache):
    q, k, v, a = (cache[name] for name in "qkva")
    dy = dy.reshape(*q.shape[:3], v.shape[3])
    da = np.einsum("bthe,bshe->bhts", dy, v)
    dz = a * da
    dz -= a * dz.sum(axis=3, keepdims=True)
    dz /= np.asarray(q.shape[3] ** 0.5, dz.dtype)
    gradients = [
        np.einsum("bhts,bshd->bthd", dz, k),
        np.einsum("bhts,bthd->bshd", dz, q),
        np.einsum("bhts,bthe->bshe", a, dy),
    ]
    return [dx.reshape(dx.shape[0] * dx.shape[1], -1) for dx in gradients]
