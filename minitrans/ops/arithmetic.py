"""Addition, multiplication, division and matrix product, with broadcasting."""

from ..backend import Array
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


def div_forward(a: Array, b: Array) -> tuple[Array, tuple]:
    """y = a / b, entry by entry.  a, b: any shapes that broadcast."""
    y = a / b
    return y, (a.shape, b, y)


def div_backward(dy: Array, cache: tuple) -> tuple[Array, Array]:
    """∂y/∂a = 1 / b and ∂y/∂b = -a / b^2 = -y / b, so da = dy / b and db = -da * y."""
    shape, b, y = cache
    da = dy / b
    return sum_to_shape(da, shape), sum_to_shape(-da * y, b.shape)


def matmul_forward(a: Array, b: Array) -> tuple[Array, tuple]:
    """y = a @ b.  a [..., n, k], b [..., k, m] -> y [..., n, m]; leading axes broadcast.

    A vector a [k] is a single row, and a vector b [k] a single column; y does not have this axis.
    """
    return a @ b, (a, b)


def matmul_backward(dy: Array, cache: tuple) -> tuple[Array, Array]:
    """y_ij = sum_k a_ik b_kj, so da_ik = sum_j dy_ij b_kj = (dy b^T)_ik, and db = a^T dy likewise."""
    a, b = cache
    rows, columns = a, b
    if b.ndim == 1:
        columns, dy = b[:, None], dy[..., None]
    if a.ndim == 1:
        rows, dy = a[None], dy[..., None, :]
    da, db = dy @ columns.swapaxes(-1, -2), rows.swapaxes(-1, -2) @ dy
    return sum_to_shape(da, rows.shape).reshape(a.shape), sum_to_shape(db, columns.shape).reshape(b.shape)
