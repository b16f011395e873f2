"""Small exercises of chapter 6."""

from math import fsum, sqrt

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import expect, numbers, small


@small("06/1", "multiplications in Q K^T and A V for 50 words, 8 heads, d_k = d_v = 64, without projections, a number")
def cost_of_the_two_products(answer):
    given = numbers(answer)
    for mistake, hint in (
        (1_280_000, "this is one of the two products"),
        (320_000, "these are the two products of one head"),
        (2_560_000 + 4 * 50 * 512 * 512, "the projections are not asked for"),
    ):
        if np.array_equal(given, mistake):
            raise AssertionError(hint)
    expect(
        given,
        2_560_000,
        "write down the shapes of Q, K, A and V in one head",
        "a product of [n, k] and [k, m] takes n k m multiplications; there are two products in each of 8 heads",
    )


@small("06/2", "the strides, in entries, of the view [B, h, T, d] of rows [B * T, h * d], for B, T, h, d = 2, 5, 3, 4")
def strides_of_heads(answer):
    given = numbers(answer)
    for mistake, hint in (
        ([60, 20, 4, 1], "these are the strides of an array [B, h, T, d] of its own; a view has those of the rows"),
        ([60, 12, 4, 1], "these are the strides of [B, T, h, d]; the view has the axes h and T exchanged"),
        ([480, 32, 96, 8], "these are bytes; count entries"),
    ):
        if np.array_equal(given, mistake):
            raise AssertionError(hint)
    expect(
        given,
        [60, 4, 12, 1],
        "in memory the order is sentence, word, head, column: how many entries apart are neighbours along each axis?",
        "neighbouring words are one row apart; how many entries has a row, and how many of them belong to one head?",
    )


@small("06/3", "the least mean squared error of one head that must attend to three positions, a number")
def limit_of_one_head(answer):
    given = numbers(answer)
    if given.shape == () and np.isclose(given, 0.5):
        raise AssertionError("this is the limit for two places")
    if given.shape == () and np.isclose(given, 1 / 3, atol=1e-3):
        raise AssertionError("this is the part that is explained; the error is the part that is left")
    expect(
        given,
        2 / 3,
        "the error of one place is 1 - A_a^2 / sum A^2: add three of these",
        "three of the squares stand above the sum of all squares; how large can this quotient be at most?",
        digits=3,
    )


@small("06/4", "a function of y [h, T, d_v] and wo [h * d_v, d_model] that gives what each head adds, [h, T, d_model]")
def shares_of_heads(answer):
    rng = np.random.default_rng(6)
    y, wo = rng.standard_normal((3, 5, 2)), rng.standard_normal((6, 4))
    right = [[[fsum(row * wo[2 * i : 2 * i + 2, c]) for c in range(4)] for row in y[i]] for i in range(3)]
    in_turn = y @ wo.reshape(2, 3, 4).transpose(1, 0, 2)
    mistakes = {
        "each head takes every h-th row of wo; it must take d_v neighbouring rows": in_turn,
        "this is the sum over the heads; the share of each head is asked for": np.sum(right, axis=0),
    }
    assert_close("the array of shares", numbers(answer(y.copy(), wo.copy())), np.array(right), 1e-9, mistakes)


@small("06/5", "a function of wq, wk [d_model, h * d_k] and heads that gives the bilinear forms [h, d_model, d_model]")
def bilinear_forms(answer):
    rng = np.random.default_rng(7)
    for d_model, heads, d_k in ((5, 2, 3), (7, 3, 2)):
        wq, wk = rng.standard_normal((2, d_model, heads * d_k))
        pairs = zip(np.hsplit(wq, heads), np.hsplit(wk, heads), strict=True)
        right = np.array([[[fsum(row * other) / sqrt(d_k) for other in b] for row in a] for a, b in pairs])
        straight = [w.reshape(heads, d_model, d_k) for w in (wq, wk)]
        mistakes = {
            "1/sqrt(d_k) is missing": right * sqrt(d_k),
            "they are divided by sqrt(h * d_k), not by sqrt(d_k)": right / sqrt(heads),
            "the heads are split by a reshape only": straight[0] @ straight[1].swapaxes(1, 2) / sqrt(d_k),
            "this is the form of all heads together; each head has its own columns of wq and wk": wq @ wk.T / sqrt(d_k),
        }
        actual = numbers(answer(wq.copy(), wk.copy(), heads))
        assert_close(f"for {heads} heads the array of forms", actual, right, 1e-9, mistakes)


@small("06/6", "the factor by which the error changes if the two heads are exchanged completely, a number")
def exchanged_heads(answer):
    expect(
        answer,
        1,
        "the output is a sum over the heads; what does the exchange do to this sum?",
        "each head keeps all its own matrices, so it looks at the same places and adds the same share",
        digits=3,
    )


@small("06/7", "a function of wq, wk, wv, wo, heads, keep that gives the four matrices with the heads in keep alone")
def pruned(answer):
    rng = np.random.default_rng(8)
    wq, wk = rng.standard_normal((2, 5, 12))
    wv, wo = rng.standard_normal((5, 6)), rng.standard_normal((6, 5))
    heads, keep = 3, [0, 2]

    def columns(w):
        d = w.shape[1] // heads
        return w[:, [c for i in keep for c in range(i * d, i * d + d)]]

    def every_third(w):
        return w.reshape(len(w), -1, heads)[:, :, keep].reshape(len(w), -1)

    result = answer(wq.copy(), wk.copy(), wv.copy(), wo.copy(), heads, list(keep))
    if not isinstance(result, tuple | list) or len(result) != 4:
        raise AssertionError(f"return wq, wk, wv, wo, not {short_repr(result)}")
    names, matrices = ("wq", "wk", "wv"), (wq, wk, wv)
    for name, given, w in zip(names, result, matrices, strict=False):
        mistakes = {"every third column is kept; the columns of one head are neighbours": every_third(w)}
        assert_close(name, numbers(given), columns(w), 1e-9, mistakes)
    in_turn = {"the rows of one head are neighbours; wo was right in the faulty function": every_third(wo.T).T}
    assert_close("wo", numbers(result[3]), columns(wo.T).T, 1e-9, in_turn)
