"""The feed-forward network with swish in place of ReLU: swish(x W1 + b1) W2 + b2 (Ramachandran and others, 2017).

Swish is smooth and lets small negative values pass.  Published translators use it, such as those of OPUS-MT.
"""

from ..backend import Array, array_module
from .linear import linear_backward, linear_forward


def feed_forward_swish_forward(x: Array, w1: Array, b1: Array, w2: Array, b2: Array) -> tuple[Array, tuple]:
    """x [n, d_model], w1 [d_model, d_ff], b1 [d_ff], w2 [d_ff, d_model], b2 [d_model] -> y [n, d_model]

    swish(z) = z s(z) with s(z) = 1 / (1 + e^-z), computed as (1 + tanh(z / 2)) / 2, which cannot overflow
    """
    z, first = linear_forward(x, w1, b1)
    sigmoid = array_module(x).tanh(z / 2)
    sigmoid += 1
    sigmoid /= 2
    hidden = z * sigmoid
    y, second = linear_forward(hidden, w2, b2)
    return y, (first, hidden, sigmoid, second)


def feed_forward_swish_backward(dy: Array, cache: tuple) -> tuple[Array, Array, Array, Array, Array]:
    """dy [n, d_model] -> dx, dw1, db1, dw2, db2

    s' = s (1 - s), so the product rule gives swish'(z) = s + z s (1 - s) = s + swish(z) (1 - s).
    """
    first, hidden, sigmoid, second = cache
    dz, dw2, db2 = linear_backward(dy, second)
    dz *= sigmoid + hidden * (1 - sigmoid)
    return *linear_backward(dz, first), dw2, db2
