"""The right results of the tape exercise, computed without a tape, and those of common mistakes."""

import math
import operator

import numpy as np

OPERATIONS = {"+": operator.add, "*": operator.mul, "@": operator.matmul}


def by_loops(sign, a, b):
    """a + b, a * b or a @ b, one entry at a time."""
    if sign != "@":
        pairs = np.broadcast(a, b)
        return np.array([OPERATIONS[sign](x, y) for x, y in pairs]).reshape(pairs.shape)
    leading = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = (np.broadcast_to(x, (*leading, *x.shape[-2:])) for x in (a, b))
    y = np.empty((*leading, a.shape[-2], b.shape[-1]))
    for *where, i, j in np.ndindex(y.shape):
        y[(*where, i, j)] = math.fsum(a[(*where, i)] * b[(*where, ..., j)])
    return y


def right_gradients(sign, a, b, dz):
    """The gradients of x and y for z = x + y, x * y or x @ y.

    For matrices dx_ik = sum_j dz_ij y_kj and dy_kj = sum_i x_ik dz_ij.
    """
    if sign == "@":
        return by_loops("@", dz, b.T), by_loops("@", a.T, dz)
    return (dz, dz) if sign == "+" else (dz * b, dz * a)


def wrong_gradients(sign, name, a, b, dy):
    """{cause: the gradient of `name` that this common mistake gives}, for square matrices."""
    own, other = (a, b) if name == "x" else (b, a)
    wrong = {
        "dy is ignored: the slope must be multiplied by it": right_gradients(sign, a, b, np.ones(dy.shape))[
            "xy".index(name)
        ]
    }
    if sign == "*":
        wrong[f"{name} itself is used, not the other operand: the derivative of x * y by x is y"] = dy * own
        wrong["the slope is not multiplied by the other operand"] = dy
    if sign == "@":
        left, right = (dy, other) if name == "x" else (other, dy)  # right except for the transpose
        wrong["the other operand is not transposed"] = left @ right
        wrong["the factors are swapped: dx = dz y^T, dy = x^T dz"] = right.T @ left if name == "x" else right @ left.T
        wrong["the factors are swapped, and nothing is transposed"] = right @ left
    return wrong


def train_by_hand(x, target, w1, b1, w2, b2, rate=0.1):
    """Three steps of gradient descent, with the gradients as formulas: see `train` in tape.py."""
    for _ in range(3):
        h = x @ w1 + b1
        derror = 2 * (h * h @ w2 + b2 - target) / len(target)
        dh = 2 * h * (derror @ w2.T)
        w1, b1 = w1 - rate * x.T @ dh, b1 - rate * dh.sum(axis=0)
        w2, b2 = w2 - rate * (h * h).T @ derror, b2 - rate * derror.sum(axis=0)
    return w1, b1, w2, b2
