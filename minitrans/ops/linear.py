"""The linear layer y = x W + b, used in all parts of the model (Sections 3.2.2 and 3.3)."""

from ..backend import Array
from .sums import column_sum


def linear_forward(x: Array, weight: Array, bias: Array) -> tuple[Array, tuple]:
    """y = x W + b for each row.  x [..., n], weight [n, m], bias [m] -> y [..., m]"""
    y = x @ weight
    y += bias
    return y, (x, weight)


def linear_backward(dy: Array, cache: tuple) -> tuple[Array, Array, Array]:
    """dy [..., m] -> dx [..., n], dweight [n, m], dbias [m]

    y_rj = sum_i x_ri W_ij + b_j over the rows r, hence
        dx_ri = sum_j dy_rj W_ij         dx = dy W^T
        dW_ij = sum_r x_ri dy_rj         dW = x^T dy      (all rows share W)
        db_j  = sum_r dy_rj              a column sum
    """
    x, weight = cache
    rows_x, rows_dy = x.reshape(-1, x.shape[-1]), dy.reshape(-1, dy.shape[-1])
    return dy @ weight.T, rows_x.T @ rows_dy, column_sum(rows_dy)
