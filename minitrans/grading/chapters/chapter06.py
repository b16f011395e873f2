"""Small exercises of chapter 6."""

from math import fsum, sqrt

import numpy as np

from ..exercise import assert_close
from .answer import expect, numbers, small


@small("06/1", "multiplications in Q K^T and A V for 50 words, 8 heads, d_k = d_v = 64, without projections, a number")
def cost_of_the_two_products(answer):
    expect(answer, 2_560_000, "each head takes T S d_k for the scores and T S d_v for the values; there are 8 heads")


@small("06/2", "the strides, in entries, of the view [B, h, T, d] of rows [B * T, h * d], for B, T, h, d = 2, 5, 3, 4")
def strides_of_heads(answer):
    hint = (
        "in memory the order is sentence, word, head, column: how many entries apart are neighbours along B, h, T, d?"
    )
    expect(answer, [60, 4, 12, 1], hint)


@small("06/3", "the least mean squared error of one head that must attend to three positions, a number")
def limit_of_one_head(answer):
    expect(answer, 2 / 3, "the error of a position is 1 - A_a^2 / sum A^2: what is the least mean of three of these?")


@small("06/4", "a function of y [h, T, d_v] and wo [h * d_v, d_model] that gives what each head adds, [h, T, d_model]")
def shares_of_heads(answer):
    rng = np.random.default_rng(6)
    y, wo = rng.standard_normal((3, 5, 2)), rng.standard_normal((6, 4))
    right = [[[fsum(row * wo[2 * i : 2 * i + 2, c]) for c in range(4)] for row in y[i]] for i in range(3)]
    in_turn = y @ wo.reshape(2, 3, 4).transpose(1, 0, 2)
    mistakes = {"each head takes every h-th row of wo; it must take d_v neighbouring rows": in_turn}
    assert_close("the array of shares", numbers(answer(y.copy(), wo.copy())), np.array(right), 1e-9, mistakes)


@small("06/5", "a function of wq, wk [d_model, h * d_k] and heads that gives the bilinear forms [h, d_model, d_model]")
def bilinear_forms(answer):
    rng = np.random.default_rng(7)
    wq, wk = rng.standard_normal((2, 5, 6))
    a, b = (np.stack(np.hsplit(w, 2)) for w in (wq, wk))
    right = np.array([[[fsum(row * other) / sqrt(3) for other in y] for row in x] for x, y in zip(a, b, strict=True)])
    straight = [w.reshape(2, 5, 3) for w in (wq, wk)]
    mistakes = {
        "1/sqrt(d_k) is missing": right * sqrt(3),
        "they are divided by sqrt(h * d_k), not by sqrt(d_k)": right / sqrt(2),
        "the heads are split by a reshape only": straight[0] @ straight[1].swapaxes(1, 2) / sqrt(3),
    }
    assert_close("the array of forms", numbers(answer(wq.copy(), wk.copy(), 2)), right, 1e-9, mistakes)
