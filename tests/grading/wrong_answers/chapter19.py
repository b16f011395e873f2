"""Wrong answers to the exercises of chapter 19."""

import numpy as np


def margin(better, worse, old_better, old_worse):
    return (better - old_better) - (worse - old_worse)


WRONG = [
    ("19/1", "the whole matrix", lambda d_in, d_out, rank: d_in * d_out),
    ("19/1", "A alone", lambda d_in, d_out, rank: d_in * rank),
    ("19/1", "the product of both sizes", lambda d_in, d_out, rank: d_in * rank * rank * d_out),
    ("19/1", "one side twice", lambda d_in, d_out, rank: 2 * rank * d_in),
    ("19/2", "in the wrong order", lambda dy, x, a, b: ((x @ a).T @ dy, x.T @ (dy @ b.T))),
    ("19/2", "b is left out of da", lambda dy, x, a, b: (x.T @ dy[:, : a.shape[1]], (x @ a).T @ dy)),
    ("19/2", "a is left out of db", lambda dy, x, a, b: (x.T @ (dy @ b.T), x[:, : a.shape[1]].T @ dy)),
    ("19/2", "half of it", lambda dy, x, a, b: (x.T @ (dy @ b.T) / 2, (x @ a).T @ dy / 2)),
    ("19/3", "the sign", lambda *given: given[4] / (1 + np.exp(given[4] * margin(*given[:4])))),
    ("19/3", "beta only inside", lambda *given: -1 / (1 + np.exp(given[4] * margin(*given[:4])))),
    ("19/3", "u with the other sign", lambda *given: -given[4] / (1 + np.exp(-given[4] * margin(*given[:4])))),
    ("19/3", "without the old model", lambda b, w, _, __, beta: -beta / (1 + np.exp(beta * (b - w)))),
]
