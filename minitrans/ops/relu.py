"""ReLU(x) = max(0, x), the activation function of the feed-forward network (Section 3.3)."""

from ..backend import Array, array_module


def relu_forward(x: Array) -> tuple[Array, Array]:
    """y = max(0, x), any shape."""
    y = array_module(x).maximum(x, 0)
    return y, y


def relu_backward(dy: Array, cache: Array) -> tuple[Array]:
    """dx = dy where x > 0, else 0.  At x = 0, where ReLU has no derivative, we take the subgradient 0."""
    return (dy * (cache != 0),)  # y = 0 where x <= 0; where x is NaN, y is NaN
