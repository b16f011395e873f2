"""Softmax over the last axis, with an optional mask (Section 3.2.1)."""

from math import inf

from ..backend import Array, array_module
from .sums import row_max, row_sum


def softmax_forward(x: Array, mask: Array | None = None) -> tuple[Array, Array]:
    """y_i = exp(x_i) / sum_j exp(x_j), over the entries that the mask allows; y_i = 0 elsewhere.

    x [..., n]; mask: boolean, broadcast to x, True = may be attended to -> y [..., n]
    A row in which no entry is allowed gives zeros, not NaN.
    """
    y = softmax_in_place(x.copy(), mask)
    return y, y


def softmax_in_place(x: Array, mask: Array | None = None, scale: float = 1.0) -> Array:
    """Replace the scores `x` by the softmax of scale * x, in the same memory; scale > 0.

    We subtract the maximum first, so that exp cannot overflow.  This does not change the result, because
    exp(x - c) / sum exp(x - c) does not depend on c.
    """
    xp = array_module(x)
    if mask is not None:
        xp.copyto(x, -inf, where=~mask)
    top = row_max(x)
    x *= scale
    x -= xp.maximum(scale * top, xp.finfo(x.dtype).min)  # not -inf, in a row in which no entry is allowed
    xp.exp(x, out=x)
    # Where an entry is allowed, the sum is at least 1.  Elsewhere this computes 0 / 1, not 0 / 0.
    x /= xp.maximum(row_sum(x)[..., None], 1)
    return x


def softmax_backward(dy: Array, cache: Array) -> tuple[Array]:
    """dy [..., n] -> dx [..., n]

    ∂y_i/∂x_j = y_i (1[i = j] - y_j).  The n x n matrix is never formed:
        dx_j = sum_i dy_i y_i (1[i = j] - y_j) = dy_j y_j - y_j dot   with dot = sum_i dy_i y_i
    Where y = 0 (masked) the gradient is 0 by itself.
    """
    y = cache
    dx = dy * y
    dot = row_sum(dx)[..., None]
    dx -= y * dot
    return (dx,)
