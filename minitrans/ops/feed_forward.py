"""The position-wise feed-forward network max(0, x W1 + b1) W2 + b2 (Section 3.3, equation 2)."""

from ..backend import Array, array_module
from .linear import linear_backward, linear_forward


def feed_forward_forward(x: Array, w1: Array, b1: Array, w2: Array, b2: Array) -> tuple[Array, tuple]:
    """x [n, d_model], w1 [d_model, d_ff], b1 [d_ff], w2 [d_ff, d_model], b2 [d_model] -> y [n, d_model]"""
    hidden, first = linear_forward(x, w1, b1)
    array_module(x).maximum(hidden, 0, out=hidden)
    y, second = linear_forward(hidden, w2, b2)
    return y, (first, hidden, second)


def feed_forward_backward(dy: Array, cache: tuple) -> tuple[Array, Array, Array, Array, Array]:
    """dy [n, d_model] -> dx, dw1, db1, dw2, db2

    The backwards of linear, ReLU and linear, in reverse order.  ReLU passed its input on where hidden is not 0.
    """
    first, hidden, second = cache
    dhidden, dw2, db2 = linear_backward(dy, second)
    dhidden *= hidden != 0
    return *linear_backward(dhidden, first), dw2, db2
