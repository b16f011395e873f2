"""Chapter 3.  Weighted sums, and a network with one hidden layer."""

import numpy as np


# Part: linear, chapter 3.  Ours, until you write it.
def linear_forward(x, weight, bias):
    """y = x W + b in each row.  x [..., n], weight [n, m], bias [m] -> y [..., m]"""
    return x @ weight + bias, (x, weight)


def linear_backward(dy, cache):
    """dy [..., m] -> dx [..., n], dweight [n, m], dbias [m]

    y_rj = sum_i x_ri W_ij + b_j, hence dx_ri = sum_j dy_rj W_ij.  W and b serve all rows r, so their
    gradients are sums over the rows: dW_ij = sum_r x_ri dy_rj and db_j = sum_r dy_rj.
    """
    x, weight = cache
    rows, drows = x.reshape(-1, x.shape[-1]), dy.reshape(-1, dy.shape[-1])
    return dy @ weight.T, rows.T @ drows, drows.sum(axis=0)


# Part: feed_forward, chapter 3.  Ours, until you write it.
def feed_forward_forward(x, w1, b1, w2, b2):
    """y = max(0, x W1 + b1) W2 + b2

    x [n, d_model], w1 [d_model, d_ff], b1 [d_ff], w2 [d_ff, d_model], b2 [d_model] -> y [n, d_model]
    """
    before, first = linear_forward(x, w1, b1)
    hidden = np.maximum(before, 0)
    y, second = linear_forward(hidden, w2, b2)
    return y, (first, hidden, second)


def feed_forward_backward(dy, cache):
    """dy [n, d_model] -> dx, dw1, db1, dw2, db2

    Backwards through the three steps.  ReLU's slope is 1 or 0.
    """
    first, hidden, second = cache
    dhidden, dw2, db2 = linear_backward(dy, second)
    return *linear_backward(dhidden * (hidden > 0), first), dw2, db2
