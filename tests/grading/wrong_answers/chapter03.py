"""Wrong answers to the exercises of chapter 3."""

import numpy as np


def tent(w1, b1, w2, b2):
    return [np.reshape(w1, (1, 3)), np.array(b1), np.reshape(w2, (3, 1)), np.array([b2])]


def relu_layer(dy, x, w, on=lambda z: z > 0, average=1):
    dz = dy * on(x @ w)
    return dz @ w.T, x.T @ dz / average


def swish(z, slope=1.0):
    return z / (1 + np.exp(-slope * z))


def slope(z):
    s = 1 / (1 + np.exp(-z))
    return s + z * s * (1 - s)


WRONG = [
    ("03/1", "both biases have the length d_model", 2 * 256 * 1024 + 2 * 256),
    ("03/1", "the widths are added", 2 * (256 + 1024)),
    ("03/1", "in thousands", 525.568),
    ("03/2", "the length of the longer axis", 2048),
    ("03/2", "one less than the positions", 24),
    ("03/2", "the smaller of positions and columns, times two", 50),
    ("03/3", "the matrices in the other order", lambda w1, b1, w2, b2: (w2.T @ w1.T, b1 @ w2 + b2)),
    ("03/3", "the biases are multiplied", lambda w1, b1, w2, b2: (w1 @ w2, b1 @ w2 * b2)),
    ("03/3", "b2 is subtracted", lambda w1, b1, w2, b2: (w1 @ w2, b1 @ w2 - b2)),
    ("03/3", "with the ReLU of the bias", lambda w1, b1, w2, b2: (w1 @ w2, np.maximum(b1, 0) @ w2 + b2)),
    ("03/3", "b as a row [1, d]", lambda w1, b1, w2, b2: (w1 @ w2, (b1 @ w2 + b2)[None])),
    ("03/4", "right for positive x only", tent([1, 1, 1], [0, -1, -2], [-1, 1, 0], 1)),
    ("03/4", "wider than the tent", tent([0.5, 0.5, 0.5], [1, 0, -1], [1, -2, 1], 0)),
    ("03/4", "twice as high", tent([1, 1, 1], [1, 0, -1], [2, -4, 2], 0)),
    ("03/4", "an output of 1 everywhere", tent([0, 0, 0], [0, 0, 0], [0, 0, 0], 1)),
    ("03/5", "three of four", 3),
    ("03/5", "none of them", 0),
    ("03/6", "ReLU was on at x > 0, which is an input here", lambda dy, x, w: relu_layer(dy * (x > 0), x, w)),
    ("03/6", "on where the input was negative", lambda dy, x, w: relu_layer(dy, x, w, lambda z: z < 0)),
    ("03/6", "dw is a mean over the rows", lambda dy, x, w: relu_layer(dy, x, w, average=len(x))),
    ("03/6", "the two in the other order", lambda dy, x, w: relu_layer(dy, x, w)[::-1]),
    ("03/6", "dx without the transpose of w", lambda dy, x, w: ((dy * (x @ w > 0)) @ w, relu_layer(dy, x, w)[1])),
    ("03/7", "the value, not the slope", lambda dy, z: dy * swish(z)),
    ("03/7", "the slope for positive z, 0 for negative", lambda dy, z: dy * slope(z) * (z > 0)),
    ("03/7", "the slope at |z|", lambda dy, z: dy * slope(abs(z))),
    ("03/7", "GELU by its approximation 1.702", lambda dy, z: dy * (swish(z + 1e-6, 1.702) - swish(z, 1.702)) / 1e-6),
]
