"""max(0, x), the non-linearity of the feed-forward network (Section 3.3)."""

from ..backend import array_module


def relu_forward(x):
    """y = max(0, x), any shape."""
    y = array_module(x).maximum(x, 0)
    return y, y


def relu_backward(dy, cache):
    """dx = dy where x > 0, else 0 (at x = 0 the subgradient 0 is taken)."""
    return (dy * (cache > 0),)
