"""Addition, multiplication and matrix product with broadcasting, and the sum of all entries."""

from ..backend import Array, array_module
from .sums import sum_to_shape


def add_forward(a: Array, b: Array) -> tuple[Array, tuple]:
    """y = a + b.  a, b: any shapes that broadcast."""
    return a + b, (a.shape, b.shape)


def add_backward(dy: Array, cache: tuple) -> tuple[Array, ...]:
    """∂y/∂a = ∂y/∂b = 1, so both gradients are dy, summed over the axes that were broadcast."""
    return tuple(sum_to_shape(dy, shape) for shape in cache)


def mul_forward(a: Array, b: Array) -> tuple[Array, tuple]:
    """y = a * b, entry by entry.  a, b: any shapes that broadcast."""
    return a * b, (a, b)


def mul_backward(dy: Array, cache: tuple) -> tuple[Array, Array]:
    """∂y/∂a = b and ∂y/∂b = a, so da = dy * b and db = dy * a, summed over the axes that were broadcast."""
    a, b = cache
    return sum_to_shape(dy * b, a.shape), sum_to_shape(dy * a, b.shape)


def matmul_forward(a: Array, b: Array) -> tuple[Array, tuple]:
    """y = a @ b.  a [..., n, k], b [..., k, m] -> y [..., n, m]; leading axes broadcast."""
    return a @ b, (a, b)


def matmul_backward(dy: Array, cache: tuple) -> tuple[Array, Array]:
    """y_ij = sum_k a_ik b_kj, so da_ik = sum_j dy_ij b_kj = (dy b^T)_ik, and db = a^T dy likewise."""
    a, b = cache
    da, db = dy @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ dy
    return sum_to_shape(da, a.shape), sum_to_shape(db, b.shape)


def sum_forward(x: Array) -> tuple[Array, tuple]:
    """y = the sum of all entries of x, a scalar.  x: any shape."""
    return array_module(x).asarray(x.sum()), (x.shape, x.dtype)


def sum_backward(dy: Array, cache: tuple) -> tuple[Array]:
    """∂y/∂x = 1 for every entry, so each entry of dx is dy."""
    shape, dtype = cache
    return (array_module(dy).full(shape, dy, dtype),)
