"""Wrong answers to the exercises of chapter 19."""

import numpy as np


def margin(better, worse, old_better, old_worse):
    return (better - old_better) - (worse - old_worse)


def u(better, worse, old_better, old_worse, beta):
    return beta * margin(better, worse, old_better, old_worse)


def gradients(dy, x, a, b):
    return x.T @ (dy @ b.T), (x @ a).T @ dy


WRONG = [
    ("19/1", "the whole matrix", lambda d_in, d_out, rank: d_in * d_out),
    ("19/1", "A alone", lambda d_in, d_out, rank: d_in * rank),
    ("19/1", "the product of both sizes", lambda d_in, d_out, rank: d_in * rank * rank * d_out),
    ("19/1", "one side twice", lambda d_in, d_out, rank: 2 * rank * d_in),
    ("19/1", "B alone", lambda d_in, d_out, rank: rank * d_out),
    ("19/1", "the shorter side twice", lambda d_in, d_out, rank: 2 * rank * min(d_in, d_out)),
    ("19/1", "the longer side twice", lambda d_in, d_out, rank: 2 * rank * max(d_in, d_out)),
    ("19/1", "with the matrix itself", lambda d_in, d_out, rank: d_in * d_out + rank * (d_in + d_out)),
    ("19/1", "with a bias", lambda d_in, d_out, rank: rank * (d_in + d_out) + d_out),
    ("19/1", "with a matrix between the two", lambda d_in, d_out, rank: rank * (d_in + d_out) + rank**2),
    ("19/1", "without the rank", lambda d_in, d_out, rank: d_in + d_out),
    ("19/1", "as a share of the matrix", lambda d_in, d_out, rank: rank * (d_in + d_out) / (d_in * d_out)),
    ("19/2", "in the wrong order", lambda dy, x, a, b: ((x @ a).T @ dy, x.T @ (dy @ b.T))),
    ("19/2", "b is left out of da", lambda dy, x, a, b: (x.T @ dy[:, : a.shape[1]], (x @ a).T @ dy)),
    ("19/2", "a is left out of db", lambda dy, x, a, b: (x.T @ (dy @ b.T), x[:, : a.shape[1]].T @ dy)),
    ("19/2", "half of it", lambda dy, x, a, b: (x.T @ (dy @ b.T) / 2, (x @ a).T @ dy / 2)),
    ("19/2", "the sign", lambda *given: tuple(-each for each in gradients(*given))),
    ("19/2", "transposed", lambda *given: tuple(each.T for each in gradients(*given))),
    ("19/2", "absolute values", lambda *given: tuple(map(abs, gradients(*given)))),
    ("19/2", "the mean over the rows", lambda dy, *given: tuple(each / len(dy) for each in gradients(dy, *given))),
    ("19/2", "the first row only", lambda dy, x, a, b: gradients(dy[:1], x[:1], a, b)),
    ("19/2", "da without x", lambda dy, x, a, b: (gradients(dy, np.ones_like(x), a, b)[0], (x @ a).T @ dy)),
    ("19/2", "db without dy", lambda dy, x, a, b: (gradients(dy, x, a, b)[0], (x @ a).T @ np.ones_like(dy))),
    ("19/2", "the gradient of W, too", lambda dy, x, a, b: (x.T @ dy, *gradients(dy, x, a, b))),
    ("19/3", "the sign", lambda *given: given[4] / (1 + np.exp(given[4] * margin(*given[:4])))),
    ("19/3", "beta only inside", lambda *given: -1 / (1 + np.exp(given[4] * margin(*given[:4])))),
    ("19/3", "u with the other sign", lambda *given: -given[4] / (1 + np.exp(-given[4] * margin(*given[:4])))),
    ("19/3", "without the old model", lambda b, w, _, __, beta: -beta / (1 + np.exp(beta * (b - w)))),
    ("19/3", "beta only outside", lambda *given: -given[4] / (1 + np.exp(margin(*given[:4])))),
    ("19/3", "beta squared", lambda *given: -(given[4] ** 2) / (1 + np.exp(u(*given)))),
    ("19/3", "without beta", lambda *given: -1 / (1 + np.exp(margin(*given[:4])))),
    ("19/3", "the loss", lambda *given: np.log(1 + np.exp(-u(*given)))),
    ("19/3", "the sigmoid", lambda *given: 1 / (1 + np.exp(-u(*given)))),
    ("19/3", "the slope of the sigmoid", lambda *given: -given[4] / (2 + np.exp(u(*given)) + np.exp(-u(*given)))),
    ("19/3", "half of it", lambda *given: -given[4] / (1 + np.exp(u(*given))) / 2),
    ("19/3", "the same for every pair", lambda *given: -given[4] / 2),
    (
        "19/3",
        "the old ones exchanged",
        lambda b, w, old_b, old_w, beta: -beta / (1 + np.exp(u(b, w, old_w, old_b, beta))),
    ),
]
