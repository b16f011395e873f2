"""Sums over rows, over columns, and over the axes along which an array was broadcast."""

from ..backend import Array, array_module


def row_sum(x: Array) -> Array:
    """x [..., n] -> [...].  Row sums as a product with a vector of ones: with BLAS this is faster than `sum(-1)`."""
    return x @ array_module(x).ones(x.shape[-1], x.dtype)


def column_sum(rows: Array) -> Array:
    """rows [n, m] -> [m].  Column sums as a product with a vector of ones: this is faster than `sum(0)`."""
    return array_module(rows).ones(len(rows), rows.dtype) @ rows


def sum_to_shape(dy: Array, shape: tuple) -> Array:
    """Sum `dy` over the axes along which an operand of `shape` was broadcast: the gradients of its copies add up."""
    xp = array_module(dy)
    dy = dy.sum(axis=tuple(range(dy.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and dy.shape[i] != 1)
    return xp.asarray(dy.sum(axis=stretched, keepdims=True))
