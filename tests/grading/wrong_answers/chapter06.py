"""Wrong answers to the exercises of chapter 6."""

import numpy as np


def shares(y, wo):
    return np.stack([part @ rows for part, rows in zip(y, np.split(wo, len(y)), strict=True)])


def forms(wq, wk, heads, power=0.5):
    pairs = zip(np.hsplit(wq, heads), np.hsplit(wk, heads), strict=True)
    return np.stack([a @ b.T / a.shape[1] ** power for a, b in pairs])


def prune(wq, wk, wv, wo, heads, keep):
    wq, wk, wv = (np.hstack([np.hsplit(w, heads)[i] for i in keep]) for w in (wq, wk, wv))
    return [wq, wk, wv, np.vstack([np.vsplit(wo, heads)[i] for i in keep])]


def zeroed(wq, wk, wv, wo, heads, keep):
    d = len(wo) // heads
    gone = [i for i in range(len(wo)) if i // d not in keep]
    wo[gone] = 0
    return wq, wk, wv, wo


def width_of_keys(wq, wk, wv, wo, heads, keep):
    """The width of a head is taken from wq for all four, and what is beyond the end is left out."""
    d = wq.shape[1] // heads
    columns = [c for i in keep for c in range(i * d, i * d + d)]
    own = [c for c in columns if c < len(wo)]
    return wq[:, columns], wk[:, columns], wv[:, own], wo[own]


WRONG = [
    ("06/1", "additions too", 2 * 2_560_000),
    ("06/1", "one word too few", 2 * 8 * 49 * 50 * 64),
    ("06/1", "64 for all heads together", 2 * 50 * 50 * 64),
    ("06/2", "the axes T and d exchanged", [60, 4, 1, 12]),
    ("06/2", "in the reverse order", [1, 12, 4, 60]),
    ("06/2", "the shape, not the strides", [2, 3, 5, 4]),
    ("06/3", "the root of it", (2 / 3) ** 0.5),
    ("06/3", "for four places", 3 / 4),
    ("06/4", "wo is transposed in each head", lambda y, wo: shares(y, np.concatenate(np.split(wo, 3)[::-1]))),
    ("06/4", "the mean over the heads, as a share of each", lambda y, wo: np.stack([shares(y, wo).mean(0)] * len(y))),
    ("06/4", "divided by the number of heads", lambda y, wo: shares(y, wo) / len(y)),
    ("06/4", "with the axes [T, h, d_model]", lambda y, wo: shares(y, wo).swapaxes(0, 1)),
    ("06/5", "divided by d_k", lambda wq, wk, heads: forms(wq, wk, heads, 1)),
    ("06/5", "wq and wk are swapped", lambda wq, wk, heads: forms(wk, wq, heads)),
    ("06/5", "the heads in the reverse order", lambda wq, wk, heads: forms(wq, wk, heads)[::-1]),
    ("06/6", "the errors are exchanged too: minus one", -1),
    ("06/6", "no error is left", 0),
    ("06/7", "the heads that are not kept", lambda *a: prune(*a[:5], [i for i in range(a[4]) if i not in a[5]])),
    ("06/7", "as many of the first heads", lambda *a: prune(*a[:5], range(len(a[5])))),
    ("06/7", "the other heads are set to zero, not left out", zeroed),
    ("06/7", "the width of the keys is used for the values", width_of_keys),
    ("06/7", "wv and wo are swapped", lambda *a: [prune(*a)[i] for i in (0, 1, 3, 2)]),
]
MENDED = [  # answers that were once taken as right
    ("06/5", "always two heads", lambda wq, wk, heads: forms(wq, wk, 2)),
    (
        "06/5",
        "divided by the root of d_model - 2, which is d_k only here",
        lambda wq, wk, heads: forms(wq, wk, heads, 0) / (len(wq) - 2) ** 0.5,
    ),
]
