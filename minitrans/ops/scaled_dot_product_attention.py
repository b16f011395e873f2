"""Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V (Section 3.2.1, equation 1)."""

from math import sqrt
from typing import NamedTuple

from ..backend import Array
from .dropout import dropout_backward, dropout_forward
from .softmax import softmax_backward, softmax_in_place


class ScaledDotProductCache(NamedTuple):
    q: Array
    k: Array
    v: Array
    weights: Array  # [..., T, S], each row sums to 1
    dropped: Array  # the weights after dropout
    keep: tuple | None  # the cache of dropout


def scaled_dot_product_attention_forward(
    q: Array, k: Array, v: Array, mask: Array | None = None, *, p: float = 0.0, seed: tuple | None = None
) -> tuple[Array, ScaledDotProductCache]:
    """Each query gets a weighted mean of the values.  The weights are the softmax of its scores with their keys.

    q [..., T, d_k], k [..., S, d_k], v [..., S, d_v] -> y [..., T, d_v]
    mask: boolean, broadcast to [..., T, S], True = may attend; p, seed: dropout of the weights.
    A query that may attend to no key gets zeros.
    """
    scores = q @ k.swapaxes(-1, -2)
    weights = softmax_in_place(scores, mask, 1 / sqrt(q.shape[-1]))
    dropped, keep = dropout_forward(weights, p, seed)
    return dropped @ v, ScaledDotProductCache(q, k, v, weights, dropped, keep)


def scaled_dot_product_attention_backward(dy: Array, cache: ScaledDotProductCache) -> tuple[Array, Array, Array]:
    """dy [..., T, d_v] -> dq [..., T, d_k], dk [..., S, d_k], dv [..., S, d_v]

    Backwards through Z = Q K^T / sqrt(d_k), A = softmax(Z), D = dropout(A), Y = D V:
        dV = D^T dY,   dD = dY V^T,   dA = dropout_backward(dD),   dZ = softmax_backward(dA),
        dQ = dZ K / sqrt(d_k),   dK = dZ^T Q / sqrt(d_k)
    """
    q, k, v, weights, dropped, keep = cache
    dv = dropped.swapaxes(-1, -2) @ dy
    (dweights,) = dropout_backward(dy @ v.swapaxes(-1, -2), keep)
    (dscores,) = softmax_backward(dweights, weights)
    dscores *= dscores.dtype.type(1 / sqrt(q.shape[-1]))
    return dscores @ k, dscores.swapaxes(-1, -2) @ q, dv
