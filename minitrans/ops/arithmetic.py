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
    """y = a @ b.  a [..., n, k], b [..., k, m] -> y [..., n, m]; leading axes broadcast."""
    return a @ b, (a, b)


def matmul_backward(dy: Array, cache: tuple) -> tuple[Array, Array]:
    """y_ij = sum_k a_ik b_kj, so da_ik = sum_j dy_ij b_kj = (dy b^T)_ik, and db = a^T dy likewise."""
    a, b = cache
    da, db = dy @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ dy
    return sum_to_shape(da, a.shape), sum_to_shape(db, b.shape)
