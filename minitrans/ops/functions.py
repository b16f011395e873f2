"""Functions beside those of the model, for programs of your own.  A row has y of x, and dx of dy, x and y."""

from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np

from ..backend import Array, array_module
from .sums import sum_to_shape

Axes = int | tuple[int, ...] | None


def row(function: Callable, gradient: Callable) -> tuple[Callable, Callable]:
    """-> the forward and the backward of y = function(x, *arguments), where dx = gradient(dy, x, y, *arguments)"""

    def forward(x: Array, arguments: tuple = (), **named: Any) -> tuple[Array, tuple]:
        y = rows_in_order(function(x, *arguments, **named), x)
        return y, (x, y, arguments, named)

    def backward(dy: Array, cache: tuple) -> tuple[Array]:
        x, y, arguments, named = cache
        return (rows_in_order(gradient(dy, x, y, *arguments, **named), x),)

    return forward, backward


def rows_in_order(y: Array, x: Array) -> Array:
    """An array or a number -> an array of the library of x, which kernels can read: they expect row after row."""
    return array_module(x).asarray(y, order="C")


def over(name: str) -> Callable:
    """The sum, the mean or the largest entry over some axes; over all of them by default."""
    return lambda x, axis=None, keepdims=False: getattr(x, name)(axis=axis, keepdims=keepdims)


def spread(dy: Array, x: Array, y: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    """A sum passes its dy on to each of its terms."""
    axes = range(x.ndim) if axis is None else np.ravel(axis) % x.ndim
    return array_module(x).broadcast_to(dy.reshape([1 if i in axes else n for i, n in enumerate(x.shape)]), x.shape)


def to_largest(dy: Array, x: Array, y: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    """A maximum depends on its largest entry alone.  If several are equal, we take the subgradient of equal parts."""
    largest = (x == spread(y, x, y, axis)).astype(x.dtype)
    return largest * spread(dy / largest.sum(axis=axis, keepdims=keepdims), x, y, axis)


def to_chosen(dy: Array, x: Array, y: Array, key: Any) -> Array:
    """Each entry of y is one of x, and gives its dy to it; an entry that was chosen twice gets the sum."""
    dx = array_module(x).zeros_like(x)
    if any(hasattr(each, "__len__") for each in (key if isinstance(key, tuple) else (key,))):
        array_module(x).add.at(dx, key, dy)
    else:  # numbers and slices choose no entry twice
        dx[key] = dy
    return dx


def concatenate_forward(*arrays: Array, axis: int = 0) -> tuple[Array, tuple]:
    """The arrays one after the other along `axis`."""
    y = array_module(arrays[0]).concatenate(arrays, axis)
    return rows_in_order(y, y), ([x.shape[axis] for x in arrays], axis)


def concatenate_backward(dy: Array, cache: tuple) -> tuple[Array, ...]:
    """Each entry of y is one of an operand, so each operand gets the part of dy in its own place."""
    lengths, axis = cache
    parts = dy.swapaxes(0, axis)
    ends = accumulate(lengths)
    return tuple(
        rows_in_order(parts[end - n : end].swapaxes(0, axis), dy) for n, end in zip(lengths, ends, strict=True)
    )


FUNCTIONS = {
    # Each y_i depends on x_i alone, so dx_i = dy_i ∂y_i/∂x_i.
    "exp": row(lambda x: array_module(x).exp(x), lambda dy, x, y: dy * y),
    "log": row(lambda x: array_module(x).log(x), lambda dy, x, y: dy / x),
    "tanh": row(lambda x: array_module(x).tanh(x), lambda dy, x, y: dy * (1 - y * y)),
    "power": row(lambda x, n: x**n, lambda dy, x, y, n: dy * n * x ** (n - 1 if n else 0)),
    # Each y depends on the entries of x along some axes.  A mean is a sum divided by the number of its terms.
    "sum": row(over("sum"), spread),
    "mean": row(over("mean"), lambda dy, x, y, *axes, **named: spread(dy, x, y, *axes, **named) * (y.size / x.size)),
    "max": row(over("max"), to_largest),
    # Each entry of y is an entry of x at another place, so dx has the entries of dy at the places of x.
    "reshape": row(lambda x, *shape: x.reshape(*shape), lambda dy, x, y, *shape: dy.reshape(x.shape)),
    "transpose": row(
        lambda x, *axes: x.transpose(*axes),
        lambda dy, x, y, *axes: dy.transpose(*np.argsort(np.ravel(axes) % x.ndim).tolist() if axes else ()),
    ),
    "broadcast_to": row(
        lambda x, shape: array_module(x).broadcast_to(x, shape), lambda dy, x, y, shape: sum_to_shape(dy, x.shape)
    ),
    "getitem": row(lambda x, key: x[key], to_chosen),
    "concatenate": (concatenate_forward, concatenate_backward),
}
