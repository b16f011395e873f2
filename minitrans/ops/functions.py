"""Functions beside those of the model, for programs of your own."""

from itertools import accumulate
from math import prod

import numpy as np

from ..backend import array_module
from .sums import sum_to_shape

# Each y_i depends on x_i alone, so dx_i = dy_i ∂y_i/∂x_i.


def exp_forward(x):
    """y = e^x"""
    y = array_module(x).exp(x)
    return y, y


def exp_backward(dy, y):
    """∂y/∂x = e^x = y"""
    return (dy * y,)


def log_forward(x):
    """y = log x, the natural logarithm"""
    return array_module(x).log(x), x


def log_backward(dy, x):
    """∂y/∂x = 1 / x"""
    return (dy / x,)


def tanh_forward(x):
    """y = tanh x"""
    y = array_module(x).tanh(x)
    return y, y


def tanh_backward(dy, y):
    """∂y/∂x = 1 - tanh^2 x = 1 - y^2"""
    return (dy * (1 - y * y),)


def power_forward(x, n):
    """y = x^n, where n is a number"""
    return x**n, (x, n)


def power_backward(dy, cache):
    """∂y/∂x = n x^(n-1).  For n = 0 it is 0 everywhere, even at x = 0, where x^-1 is infinite."""
    x, n = cache
    return (dy * n * x ** (n - 1 if n else 0),)


# Each y depends on the entries of x along some axes, by default along all of them.


def sum_forward(x, axis=None, keepdims=False):
    """y = the sum of the entries"""
    return x.sum(axis=axis, keepdims=keepdims), (x.shape, axis)


def sum_backward(dy, cache):
    """A sum passes its dy on to each of its terms."""
    return (spread(dy, *cache),)


def mean_forward(x, axis=None, keepdims=False):
    """y = the mean of the entries"""
    return x.mean(axis=axis, keepdims=keepdims), (x.shape, axis)


def mean_backward(dy, cache):
    """A mean is a sum divided by the number of its terms.  The mean of nothing has no term."""
    shape, axis = cache
    return (spread(dy * (dy.size / max(prod(shape), 1)), shape, axis),)


def max_forward(x, axis=None, keepdims=False):
    """y = the largest entry, or NaN if there is a NaN"""
    y = x.max(axis=axis, keepdims=keepdims)
    return y, (x, y, axis)


def max_backward(dy, cache):
    """A maximum depends on its largest entry alone.  If several are equal, we take the subgradient of equal parts."""
    x, y, axis = cache
    largest = (x == spread(y, x.shape, axis)) | (x != x)  # only NaN is unequal to itself
    part = dy / largest.sum(axis=axis).reshape(dy.shape)  # the count is an integer: float16 ends at 65,504
    return (largest * spread(part.astype(x.dtype), x.shape, axis),)


def spread(dy, shape, axis):
    """An array of `shape` in which each term of a sum over `axis` has the dy of this sum."""
    axes = range(len(shape)) if axis is None else np.ravel(axis) % max(len(shape), 1)
    dy = dy.reshape([1 if i in axes else n for i, n in enumerate(shape)])
    return row_after_row(array_module(dy).broadcast_to(dy, shape))


# Each entry of y is an entry of x at another place, so dx has the entries of dy at the places of x.


def reshape_forward(x, shape):
    """y has the entries of x in the same order.  shape: (2, 3), or ((2, 3),)"""
    return x.reshape(*shape), x.shape


def reshape_backward(dy, shape):
    """dx has the shape of x again."""
    return (dy.reshape(shape),)


def transpose_forward(x, axes=()):
    """Axis i of y is axis order[i] of x.  axes: this order, (2, 0, 1) or ((2, 0, 1),); by default the reverse one"""
    order = np.empty(range(x.ndim)).transpose(*axes).shape  # axis k of this empty array has the length k
    return row_after_row(x.transpose(*axes)), order


def transpose_backward(dy, order):
    """Axis k of dx is that axis i of dy for which order[i] = k."""
    return (row_after_row(dy.transpose([order.index(k) for k in range(dy.ndim)])),)


def broadcast_to_forward(x, shape):
    """y has copies of x along new axes, and along axes of length 1."""
    return row_after_row(array_module(x).broadcast_to(x, shape)), x.shape


def broadcast_to_backward(dy, shape):
    """The gradients of all copies of an entry add up."""
    return (sum_to_shape(dy, shape),)


def getitem_forward(x, key):
    """y = x[key], where the key may have numbers, slices, None, ..., masks, and lists or arrays of indices"""
    return row_after_row(x[key]), (x, key)


def getitem_backward(dy, cache):
    """Each entry of y gives its dy to its entry of x; an entry that was chosen twice gets the sum."""
    x, key = cache
    dx = array_module(x).zeros_like(x)
    if any(hasattr(each, "__len__") for each in (key if isinstance(key, tuple) else (key,))):
        array_module(x).add.at(dx, key, dy)
    else:  # numbers and slices choose no entry twice
        dx[key] = dy
    return (dx,)


def concatenate_forward(*arrays, axis=0):
    """y has the arrays one after the other along `axis`."""
    return array_module(arrays[0]).concatenate(arrays, axis), ([x.shape[axis] for x in arrays], axis)


def concatenate_backward(dy, cache):
    """Each operand gets the part of dy that stands in its place."""
    lengths, axis = cache
    parts = dy.swapaxes(0, axis)
    ends = accumulate(lengths)
    return tuple(row_after_row(parts[end - n : end].swapaxes(0, axis)) for n, end in zip(lengths, ends, strict=True))


def row_after_row(y):
    """The array in the order in which kernels read it: itself, or a copy of a view that has another order."""
    return array_module(y).asarray(y, order="C")
