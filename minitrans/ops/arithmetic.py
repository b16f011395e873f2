"""Sum, product and matrix product of two arrays, with NumPy's broadcasting."""

from ..backend import array_module


def sum_to_shape(dy, shape):
    """Sum `dy` over the axes along which an operand of `shape` was broadcast: each copy had a share in y."""
    xp = array_module(dy)
    dy = dy.sum(axis=tuple(range(dy.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and dy.shape[i] != 1)
    return xp.asarray(dy.sum(axis=stretched, keepdims=True))


def add_forward(a, b):
    """y = a + b.  a, b: any shapes that broadcast."""
    return a + b, (a.shape, b.shape)


def add_backward(dy, cache):
    """∂y/∂a = ∂y/∂b = 1, so both operands receive dy, summed where they were broadcast."""
    return tuple(sum_to_shape(dy, shape) for shape in cache)


def mul_forward(a, b):
    """y = a * b, entry by entry.  a, b: any shapes that broadcast."""
    return a * b, (a, b)


def mul_backward(dy, cache):
    """∂y/∂a = b and ∂y/∂b = a, so a receives dy * b and b receives dy * a."""
    a, b = cache
    return sum_to_shape(dy * b, a.shape), sum_to_shape(dy * a, b.shape)


def matmul_forward(a, b):
    """y = a @ b.  a [..., n, k], b [..., k, m] -> y [..., n, m]; leading axes broadcast."""
    return a @ b, (a, b)


def matmul_backward(dy, cache):
    """y_ij = sum_k a_ik b_kj, so da_ik = sum_j dy_ij b_kj = (dy b^T)_ik, and db = a^T dy likewise."""
    a, b = cache
    da, db = dy @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ dy
    return sum_to_shape(da, a.shape), sum_to_shape(db, b.shape)
