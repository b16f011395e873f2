"""Wrong answers to the exercises of chapter 5."""

import numpy as np


def seen(lengths, T):
    return np.arange(T) < np.asarray(lengths)[:, None, None]


def additive(q, k, w, f=np.tanh, sign=1):
    return f(q[:, None] + sign * k) @ w


def attend(x, memory, w_q, w_k, w_v, scale=0.5, causal=False):
    scores = x @ w_q @ (memory @ w_k).T / w_q.shape[1] ** scale
    e = np.exp(scores) * (np.tri(*scores.shape) if causal else 1)
    return e / e.sum(axis=1, keepdims=True) @ (memory @ w_v)


WRONG = [
    ("05/1", "one over the root of d_k", 1 / 8),
    ("05/1", "half of d_k", 32),
    ("05/1", "the cube root of d_k", 4),
    ("05/2", "transposed", lambda T: np.tri(T, dtype=bool).T),
    ("05/2", "one diagonal more", lambda T: np.tri(T, k=1, dtype=bool)),
    ("05/2", "the last row of words sees all, the others only themselves", lambda T: np.eye(T, dtype=bool)),
    ("05/2", "the order of the rows reversed", lambda T: np.tri(T, dtype=bool)[::-1]),
    ("05/3", "natural logarithm of the weight", np.log(1 / (1 + np.exp(-8)))),
    ("05/3", "e^-8, without the two factors", np.exp(-4)),
    ("05/3", "twice the right one", 0.00067),
    ("05/4", "padding may attend, words see all", lambda lengths, T: seen(lengths, T) & np.ones((T, 1), bool)),
    ("05/4", "one word too many", lambda lengths, T: seen(lengths + 1, T) & np.tri(T, dtype=bool)),
    (
        "05/4",
        "queries of padding see nothing",
        lambda n, T: seen(n, T) & seen(n, T).swapaxes(1, 2) & np.tri(T, dtype=bool),
    ),
    ("05/4", "padding at the start", lambda n, T: seen(n, T)[..., ::-1] & np.tri(T, dtype=bool)),
    ("05/5", "a difference in place of the sum", lambda q, k, w: additive(q, k, w, sign=-1)),
    ("05/5", "a sigmoid in place of tanh", lambda q, k, w: additive(q, k, w, lambda z: 1 / (1 + np.exp(-z)))),
    ("05/5", "transposed", lambda q, k, w: additive(q, k, w).T),
    ("05/5", "divided by the root of d_k", lambda q, k, w: additive(q, k, w) / 5**0.5),
    ("05/5", "a product in place of the sum", lambda q, k, w: np.tanh(q[:, None] * k) @ w),
    ("05/6", "a third", 1 / 3),
    ("05/6", "0.7 to the power 3, renormalised", 0.343 / (0.343 + 2 * 0.15**3)),
    ("05/7", "keys and values from x", lambda x, m, *w: attend(x, x, *w)),
    ("05/7", "queries from the memory", lambda x, m, *w: attend(m, x, *w)),
    ("05/7", "divided by d_k, not by its root", lambda *a: attend(*a, scale=1)),
    ("05/7", "with a causal mask", lambda *a: attend(*a, causal=True)),
    ("05/7", "w_q and w_k are swapped", lambda x, m, w_q, w_k, w_v: attend(x, m, w_k, w_q, w_v)),
]
MENDED = [  # answers that were once taken as right
    ("05/2", "a band of width 4", lambda T: np.tri(T, dtype=bool) & ~np.tri(T, k=-4, dtype=bool)),
]
