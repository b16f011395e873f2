"""Small exercises of chapter 5."""

import math

import numpy as np

from ..exercise import assert_close
from .answer import booleans, expect, numbers, small


@small("05/1", "the standard deviation of q . k for d_k = 64 independent entries of mean 0 and variance 1, a number")
def spread_of_scores(answer):
    expect(answer, 8, "each product has variance 1; the variances of independent terms add; take the root of the sum")


@small("05/2", "a function of a length T that gives the causal mask [T, T], True = may attend")
def causal_mask(answer):
    for length in (4, 1):
        right = np.array([[s <= t for s in range(length)] for t in range(length)])
        mask = booleans(answer(length), right.shape, f"T = {length}")
        if (mask & ~right).any():
            raise AssertionError("here a position attends to later ones: row t may attend to 0 .. t")
        if not (mask == right).all():
            raise AssertionError("row t may attend to the positions 0 .. t, including t, and to no others")


@small(
    "05/3",
    "the derivative of the larger of two softmax weights by its own score, which is 8 above the other, to three digits",
)
def slope_of_a_saturated_softmax(answer):
    weight = 1 / (1 + math.exp(-8))
    hint = "the diagonal of the Jacobian is a (1 - a); here a = 1 / (1 + exp(-8))"
    expect(answer, weight * (1 - weight), hint, digits=3)


@small("05/4", "a function of lengths [B] and T that gives the decoder's mask [B, T, T]: causal, and padding is masked")
def decoder_mask(answer):
    lengths = np.array([4, 1, 3])
    right = np.array([[[s <= t and s < n for s in range(4)] for t in range(4)] for n in lengths.tolist()])
    mask = booleans(answer(lengths, 4), right.shape, "3 sentences and T = 4")
    if (mask & ~np.tri(4, dtype=bool)).any():
        raise AssertionError("a query attends to a later word: row t may attend to 0 .. t")
    if (mask & (np.arange(4) >= lengths[:, None, None])).any():
        raise AssertionError(
            "a query attends to padding: in a sentence of n words only the keys 0 .. n - 1 are allowed"
        )
    if not (mask == right).all():
        raise AssertionError("an allowed key is masked: allow every word up to t, also for queries that are padding")


@small(
    "05/5", "a function of q [T, d_k], k [S, d_k], w [d_k] that gives the additive scores w . tanh(q_t + k_s), [T, S]"
)
def additive_scores(answer):
    rng = np.random.default_rng(5)
    q, k, w = rng.standard_normal((3, 5)), rng.standard_normal((4, 5)), rng.standard_normal(5)
    right = [[math.fsum(c * math.tanh(a + b) for a, b, c in zip(x, y, w, strict=True)) for y in k] for x in q]
    mistakes = {
        "tanh is missing": (q @ w)[:, None] + k @ w,
        "tanh is taken after the sum over the entries; take tanh of each entry first": np.tanh(
            (q @ w)[:, None] + k @ w
        ),
    }
    assert_close("the array of scores", numbers(answer(q.copy(), k.copy(), w.copy())), np.array(right), 1e-9, mistakes)
