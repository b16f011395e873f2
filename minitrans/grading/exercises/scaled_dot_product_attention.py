"""Scaled dot-product attention."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.scaled_dot_product_attention import (
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)
from .finding import Finding
from .operation import Case, Mistake, Operation, place
from .softmax import some_of_each_row


class ScaledDotProductAttention(Operation):
    """Dropout of the weights is not required: p and seed keep their defaults."""

    name = "scaled_dot_product_attention"
    wants = (scaled_dot_product_attention_forward, scaled_dot_product_attention_backward)
    allowed = "True = may attend"

    def cases(self, rng):
        return [
            Case("one sentence", qkv(rng, (), 3, 4, 5, 7), {}),
            Case("a mask", qkv(rng, (2,), 3, 4, 5, 7), dict(mask=some_of_each_row(rng, (2, 3, 4)))),
            Case("a mask that broadcasts", qkv(rng, (2, 3), 4, 4, 5, 5), dict(mask=np.tri(4, dtype=bool))),
        ]

    def hard(self, rng):
        q, k, v = qkv(rng, (2,), 3, 4, 5, 6)
        nothing = some_of_each_row(rng, (2, 3, 4))
        nothing[1, 2] = False
        x = rng.standard_normal((2, 4, 5))
        return [
            Case("scores of 1e4", [200 * q, 200 * k, v], {}),
            Case("a row that may attend to nothing", [q, k, v], dict(mask=nothing)),
            Case("one query, one key", qkv(rng, (1,), 1, 1, 3, 2), {}),
            Case("q is k is v", [x, x, x], dict(mask=np.tri(4, dtype=bool))),
        ]

    def oracle(self, q, k, v, mask=None):
        y = np.zeros((*q.shape[:-1], v.shape[-1]))
        queries, keys, d_k = q.shape[-2], k.shape[-2], q.shape[-1]
        mask = np.broadcast_to(True if mask is None else mask, (*q.shape[:-1], keys))
        for where in np.ndindex(q.shape[:-2]):
            for t in range(queries):
                allowed = [s for s in range(keys) if mask[where][t, s]]
                scores = [math.fsum(q[where][t] * k[where][s]) / math.sqrt(d_k) for s in allowed]
                each = [math.exp(score - max(scores)) for score in scores]
                for s, weight in zip(allowed, each, strict=True):
                    y[where][t] += weight / math.fsum(each) * v[where][s]
        return y

    def wrong_forwards(self, q, k, v, mask=None):
        root, to_d_v = math.sqrt(q.shape[-1]), math.sqrt(q.shape[-1] / v.shape[-1])
        mask = np.broadcast_to(True if mask is None else mask, (*q.shape[:-1], k.shape[-2]))
        scores = q @ k.swapaxes(-1, -2) / root
        hidden = np.where(mask, scores, -1e9)
        return {
            "the scores are not divided by sqrt(d_k)": self.oracle(q * root, k, v, mask),
            "the scores are divided by d_k, not by its root": self.oracle(q / root, k, v, mask),
            "the scores are divided by the root of d_v, not of d_k": self.oracle(q * to_d_v, k, v, mask),
            "the mask is ignored": self.oracle(q, k, v),
            f"the mask is inverted ({self.allowed})": self.oracle(q, k, v, ~mask),
            "the softmax runs over the queries, not over the keys": softmax(hidden, axis=-2) @ v,
            "the softmax runs over the whole array, not over the keys": softmax(hidden, axis=None) @ v,
            "a query that may attend to nothing gets the mean of all values; it must get zeros": np.where(
                mask.any(axis=-1, keepdims=True), self.oracle(q, k, v, mask), v.mean(axis=-2, keepdims=True)
            ),
            "masked scores are set to 0, not to -infinity": softmax(scores * mask) @ v,
            "masked after the softmax, so that the weights no longer sum to 1": softmax(scores) * mask @ v,
        }

    def wrong_backwards(self, dy, q, k, v, mask=None):
        root, to_d_v = math.sqrt(q.shape[-1]), math.sqrt(q.shape[-1] / v.shape[-1])
        dq, dk, dv = self.gradients(dy, q, k, v, mask)
        return [
            Mistake("1/sqrt(d_k) is missing in dq", (dq * root, dk, dv), "only dq is wrong, by the factor sqrt(d_k)"),
            Mistake("1/sqrt(d_k) is missing in dk", (dq, dk * root, dv), "only dk is wrong, by the factor sqrt(d_k)"),
            Mistake(
                "1/sqrt(d_k) is missing in dq and dk",
                (dq * root, dk * root, dv),
                "dq and dk are wrong by the same factor, sqrt(d_k)",
            ),
            Mistake(
                "dq and dk are divided by the root of d_v, not of d_k",
                (dq * to_d_v, dk * to_d_v, dv),
                "dq and dk are wrong by the same factor, sqrt(d_k / d_v)",
            ),
            Mistake("dq is divided by the root of d_v, not of d_k", (dq * to_d_v, dk, dv)),
            Mistake("dk is divided by the root of d_v, not of d_k", (dq, dk * to_d_v, dv)),
            Mistake(
                "the softmax's backward lacks the sum over the row",
                self.gradients(dy, q, k, v, mask, lambda w, d: w * d),
                "dq and dk are wrong by no factor, also with a single key, whose weight is always 1, so that both must "
                "be 0",
            ),
            Mistake(
                "w (1 - w) dw: only the diagonal of the softmax's Jacobian",
                self.gradients(dy, q, k, v, mask, lambda w, d: w * (1 - w) * d),
                "dq and dk are wrong by no factor, but right with a single key, where w (1 - w) is 0",
            ),
        ]

    def gradients(self, dy, q, k, v, mask=None, softmax_backward=None):
        """dq, dk, dv.  softmax_backward(weights, dweights): a wrong one; None is the right one"""
        keys, root = k.shape[-2], math.sqrt(q.shape[-1])
        weights = self.oracle(q, k, np.broadcast_to(np.eye(keys), (*k.shape[:-1], keys)), mask)
        dweights = dy @ v.swapaxes(-1, -2)
        right = weights * (dweights - (weights * dweights).sum(axis=-1, keepdims=True))
        dscores = (softmax_backward(weights, dweights) if softmax_backward else right) / root
        return dscores @ k, dscores.swapaxes(-1, -2) @ q, weights.swapaxes(-1, -2) @ dy

    def properties(self, data, forward, backward):
        """A masked key or value has no influence on y, and its gradient is zero."""
        q, k, v = qkv(data.rng, (2,), 3, 4, 5, 6)
        mask = np.array([True, True, True, False])
        (q, k, v), constants = place(data, Case("", [q, k, v], dict(mask=mask)), np.float64)
        y, cache = forward(q, k, v, **constants)
        _, dk, dv = backward(data.put(data.rng.standard_normal(y.shape)), cache)
        if to_numpy(dk)[:, 3].any() or to_numpy(dv)[:, 3].any():
            raise Finding("a key that is masked for every query, and its value, must get a gradient of zero")
        k, v = k.copy(), v.copy()
        k[:, 3], v[:, 3] = 50, 1e6
        if not (forward(q, k, v, **constants)[0] == y).all():
            raise Finding("a masked key or value must not change y, not even in the last bit")


def qkv(rng, leading, queries, keys, d_k, d_v):
    """q [..., queries, d_k], k [..., keys, d_k], v [..., keys, d_v]"""
    shapes = (queries, d_k), (keys, d_k), (keys, d_v)
    return [rng.standard_normal((*leading, *shape)) for shape in shapes]


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
