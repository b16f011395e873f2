"""Small exercises of chapter 6."""

import numpy as np

from .question import ask

ask(
    "06/1",
    "the strides, in entries, of the view [B, h, T, d] of rows [B * T, h * d], for B, T, h, d = 2, 5, 3, 4",
    [60, 4, 12, 1],
    wrong={
        "these are the strides of an array [B, h, T, d] of its own; a view has those of the rows": [60, 20, 4, 1],
        "these are the strides of [B, T, h, d]; the view has the axes h and T exchanged": [60, 12, 4, 1],
        "these are bytes; count entries": [480, 32, 96, 8],
    },
    hints=(
        "in memory the order is sentence, word, head, column: how many entries apart are neighbours along each axis?",
        "neighbouring words are one row apart; how many entries has a row, and how many of them belong to one head?",
    ),
)

ask(
    "06/2",
    "the least mean squared error of one head that must attend to three positions, a number",
    2 / 3,
    wrong={
        "this is the limit for two places": 1 / 2,
        "this is the part that is explained; the error is the part that is left": 1 / 3,
    },
    hints=(
        "the error of one place is 1 - A_a^2 / sum A^2: add three of these",
        "three of the squares stand above the sum of all squares; how large can this quotient be at most?",
    ),
    digits=3,
)


def rows_of_heads(wo, heads):
    return wo.reshape(heads, -1, wo.shape[1])


def every_third_row(y, wo):
    return y @ wo.reshape(-1, len(y), wo.shape[1]).swapaxes(0, 1)


RNG = np.random.default_rng(6)
ask(
    "06/3",
    "a function of y [h, T, d_v] and wo [h * d_v, d_model] that gives what each head adds, [h, T, d_model]",
    lambda y, wo: y @ rows_of_heads(wo, len(y)),
    tries=[(RNG.standard_normal((3, 5, 2)), RNG.standard_normal((6, 4)))],
    wrong={
        "each head takes every h-th row of wo; it must take d_v neighbouring rows": every_third_row,
        "this is the sum over the heads; the share of each head is asked for": lambda y, wo: (
            y @ rows_of_heads(wo, len(y))
        ).sum(axis=0),
    },
)


def forms(wq, wk, heads):
    """The bilinear forms, without the scale"""
    pairs = zip(np.hsplit(wq, heads), np.hsplit(wk, heads), strict=True)
    return np.array([a @ b.T for a, b in pairs])


def root(w, heads):
    return np.sqrt(w.shape[1] / heads)


def reshaped(wq, wk, heads):
    a, b = (w.reshape(heads, len(w), -1) for w in (wq, wk))
    return a @ b.swapaxes(1, 2) / root(wq, heads)


ask(
    "06/4",
    "a function of wq, wk [d_model, h * d_k] and heads that gives the bilinear forms [h, d_model, d_model]",
    lambda wq, wk, heads: forms(wq, wk, heads) / root(wq, heads),
    tries=[(*RNG.standard_normal((2, *shape)), heads) for shape, heads in (((5, 6), 2), ((7, 6), 3))],
    wrong={
        "1/sqrt(d_k) is missing": forms,
        "they are divided by sqrt(h * d_k), not by sqrt(d_k)": lambda wq, wk, heads: forms(wq, wk, heads) / root(wq, 1),
        "the heads are split by a reshape only": reshaped,
        "this is the form of all heads together; each head has its own columns of wq and wk": lambda wq, wk, heads: (
            wq @ wk.T / root(wq, heads)
        ),
        "there are as many forms as heads, and here they are always two": lambda wq, wk, heads: (
            forms(wq, wk, 2) / root(wq, 2)
        ),
    },
)


def neighbours(w, heads, keep):
    return np.hstack([np.hsplit(w, heads)[i] for i in keep])


def every_third(w, heads, keep):
    return w.reshape(len(w), -1, heads)[:, :, keep].reshape(len(w), -1)


def pruned(columns=neighbours, rows=neighbours):
    def prune(wq, wk, wv, wo, heads, keep):
        return (*(columns(w, heads, keep) for w in (wq, wk, wv)), rows(wo.T, heads, keep).T)

    return prune


ask(
    "06/5",
    "a function of wq, wk, wv, wo, heads, keep that gives the four matrices with the heads in keep alone",
    pruned(),
    tries=[(*(RNG.standard_normal(shape) for shape in ((5, 12), (5, 12), (5, 6), (6, 5))), 3, [0, 2])],
    wrong={
        "every third column is kept; the columns of one head are neighbours": pruned(columns=every_third),
        "the rows of one head are neighbours; wo was right in the faulty function": pruned(rows=every_third),
    },
)
