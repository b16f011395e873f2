"""Sums and maxima over rows, sums over columns, and sums over the axes along which an array was broadcast.

On NumPy, a product with a vector of ones is faster than a sum; on CuPy the sum saves the launch that makes the vector.
"""

import numpy as np

from ..backend import Array, array_module


def row_sum(x: Array) -> Array:
    """x [..., n] -> [...]"""
    return x @ np.ones(x.shape[-1], x.dtype) if array_module(x) is np else x.sum(-1)


def row_mean(x: Array) -> Array:
    """x [..., n] -> [...]"""
    n = x.shape[-1]
    return x @ np.full(n, 1 / n, x.dtype) if array_module(x) is np else x.mean(-1)


def row_max(x: Array) -> Array:
    """x [..., n] -> [..., 1].  NumPy is slow at many maxima of a few numbers, and faster along the first axis."""
    few = array_module(x) is np and x.shape[-1] <= 64
    return x.reshape(-1, x.shape[-1]).T.copy().max(0).reshape(*x.shape[:-1], 1) if few else x.max(-1, keepdims=True)


def column_sum(rows: Array) -> Array:
    """rows [n, m] -> [m]"""
    return np.ones(len(rows), rows.dtype) @ rows if array_module(rows) is np else rows.sum(0)


def sum_to_shape(dy: Array, shape: tuple) -> Array:
    """Sum `dy` over the axes along which an operand of `shape` was broadcast: the gradients of its copies add up."""
    xp = array_module(dy)
    dy = dy.sum(axis=tuple(range(dy.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and dy.shape[i] != 1)
    return xp.asarray(dy.sum(axis=stretched, keepdims=True))
