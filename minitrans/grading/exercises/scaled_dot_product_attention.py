"""Scaled dot-product attention."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.scaled_dot_product_attention import (
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation, run
from .softmax import some_of_each_row

SCORES, OF_D_V = "q @ np.swapaxes(k, -1, -2) * scale", "v.shape[-1] ** -0.5"
WEIGHTS, DWEIGHTS = f"weights, cache = softmax_forward({SCORES}, mask)", "dy @ np.swapaxes(v, -1, -2)"
DSCORES, DK = f"(dscores,) = softmax_backward({DWEIGHTS}, cache)", "np.swapaxes(dscores, -1, -2)"


def softmax_over(axis):
    """The line of the softmax, with masked scores of -1e9, over another axis"""
    return f"""z = np.where(True if mask is None else mask, {SCORES}, -1e9)
    z = np.exp(z - z.max({axis}, keepdims=True))
    weights = cache = z / z.sum({axis}, keepdims=True)"""


class ScaledDotProductAttention(Operation):
    """Dropout of the weights is not required: p and seed keep their defaults."""

    name = "scaled_dot_product_attention"
    wants = (scaled_dot_product_attention_forward, scaled_dot_product_attention_backward)

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

    mistakes = [
        Edit("the scores are not divided by sqrt(d_k)", (" * scale, mask", ", mask")),
        Edit("the scores are divided by d_k, not by its root", ("q.shape[-1] ** -0.5", "1 / q.shape[-1]")),
        Edit("the scores are divided by the root of d_v, not of d_k", ("q.shape[-1]", "v.shape[-1]")),
        Edit("the mask is ignored", (f"{SCORES}, mask", SCORES)),
        Edit("the mask is inverted (True = may attend)",
             (f"{SCORES}, mask", f"{SCORES}, None if mask is None else ~mask")),
        Edit("the softmax runs over the queries, not over the keys", (WEIGHTS, softmax_over("-2"))),
        Edit("the softmax runs over the whole array, not over the keys", (WEIGHTS, softmax_over("None"))),
        Edit("a query that may attend to nothing gets the mean of all values; it must get zeros",
             (WEIGHTS, softmax_over("-1"))),
        Edit("a query that may attend to nothing attends as if there were no mask, because all its scores get the same "
             "-1e9; it must get zeros", (f"{SCORES}, mask", f"{SCORES} + (0 if mask is None else -1e9 * ~mask)")),
        Edit("masked scores are set to 0, not to -infinity",
             (f"{SCORES}, mask", f"{SCORES} * (True if mask is None else mask)")),
        Edit("masked after the softmax, so that the weights no longer sum to 1",
             (f"{SCORES}, mask", SCORES, "return weights", "return weights * (True if mask is None else mask)")),
        Edit("1/sqrt(d_k) is missing in dq", ("return dscores", "return dscores / scale"),
             "only dq is wrong, by the factor sqrt(d_k)"),
        Edit("1/sqrt(d_k) is missing in dk", (DK, f"{DK} / scale"), "only dk is wrong, by the factor sqrt(d_k)"),
        Edit("1/sqrt(d_k) is missing in dq and dk", ("dscores * scale", "dscores"),
             "dq and dk are wrong by the same factor, sqrt(d_k)"),
        Edit("dq and dk are divided by the root of d_v, not of d_k", ("dscores * scale", f"dscores * {OF_D_V}"),
             "dq and dk are wrong by the same factor, sqrt(d_k / d_v)"),
        Edit("dq is divided by the root of d_v, not of d_k", ("return dscores", f"return dscores / scale * {OF_D_V}")),
        Edit("dk is divided by the root of d_v, not of d_k", (DK, f"{DK} / scale * {OF_D_V}")),
        Edit("the softmax's backward lacks the sum over the row", (DSCORES, f"dscores = weights * ({DWEIGHTS})"),
             "dq and dk are wrong by no factor, also with a single key, whose weight is always 1, so that both must "
             "be 0"),
        Edit("w (1 - w) dw: only the diagonal of the softmax's Jacobian",
             (DSCORES, f"dscores = weights * (1 - weights) * ({DWEIGHTS})"),
             "dq and dk are wrong by no factor, but right with a single key, where w (1 - w) is 0"),
    ]  # fmt: skip

    def properties(self, data, forward, backward):
        """A masked key or value has no influence on y, and its gradient is zero."""
        q, k, v = qkv(data.rng, (2,), 3, 4, 5, 6)
        mask = np.array([True, True, True, False])
        (q, k, v), constants, y, cache, dy = run(data, Case("", [q, k, v], dict(mask=mask)), forward)
        _, dk, dv = backward(dy, cache)
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
