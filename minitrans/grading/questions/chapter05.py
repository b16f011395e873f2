"""Small exercises of chapter 5."""

import math

import numpy as np

from ..exercises.exercise import assert_close
from .answer import booleans, expect, numbers, small


@small("05/1", "the standard deviation of q . k for d_k = 64 independent entries of mean 0 and variance 1, a number")
def spread_of_scores(answer):
    given = numbers(answer)
    if np.array_equal(given, 64):
        raise AssertionError("this is the variance; the standard deviation is asked for")
    if np.array_equal(given, 1):
        raise AssertionError("this is the standard deviation of one product, or of a score after the scale")
    expect(
        given,
        8,
        "begin with the variance of one product q_i k_i, then think of the sum",
        "each product has variance 1, and the variances of independent terms add",
    )


@small("05/2", "a function of a length T that gives the causal mask [T, T], True = may attend")
def causal_mask(answer):
    for length in (4, 1, 7):
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
    weight, given = 1 / (1 + math.exp(-8)), numbers(answer)
    for mistake, hint in (
        (weight, "this is the weight itself; by how much does it change with its score?"),
        (-weight * (1 - weight), "this is the entry beside the diagonal, the derivative of the other weight"),
        (0.25, "this is the derivative at equal scores"),
        (0, "the larger weight is close to 1, but not 1: do not round it before you subtract"),
    ):
        if given.shape == () and math.isclose(given, mistake, rel_tol=1e-3):
            raise AssertionError(hint)
    expect(
        given,
        weight * (1 - weight),
        "compute the two weights first; only the difference of the scores matters, so take the scores 8 and 0",
        "now take the entry (1, 1) of the Jacobian of softmax, and mind the rounding of a number close to 1",
        digits=3,
    )


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
        "w is missing": np.tanh(q[:, None] + k).sum(axis=2),
        "w is inside the tanh; it multiplies each tanh": np.tanh(w * (q[:, None] + k)).sum(axis=2),
        "this is the last term alone; add up the terms of all entries": w[-1] * np.tanh(q[:, None, -1] + k[:, -1]),
        "this is the scaled dot product, not the additive score": q @ k.T / math.sqrt(5),
    }
    assert_close("the array of scores", numbers(answer(q.copy(), k.copy(), w.copy())), np.array(right), 1e-9, mistakes)


@small("05/6", "the weight of the first key, which was 0.7, after the same vector is added to all three keys, a number")
def same_vector_for_all_keys(answer):
    expect(
        answer,
        0.7,
        "write down the three new scores: q . (k_s + c) is a sum of two terms; which of them depends on s?",
        "all three scores change by the same number; what does softmax make of that?",
        digits=3,
    )


@small("05/7", "a function of x, memory, w_q, w_k, w_v that gives the output of cross-attention, [T, d_v]")
def cross_attention(answer):
    rng = np.random.default_rng(7)
    x, memory = rng.standard_normal((3, 6)), rng.standard_normal((5, 6))
    w_q, w_k = rng.standard_normal((2, 6, 4))
    w_v = rng.standard_normal((6, 2))

    def output(width, over, largest_over=None):
        q, k, v = x @ w_q, memory @ w_k, memory @ w_v
        z = np.array([[math.fsum(a * b) / math.sqrt(width) for b in k] for a in q])
        e = np.exp(z - z.max(axis=largest_over, keepdims=True))
        return e / e.sum(axis=over, keepdims=True) @ v

    mistakes = {
        "both faults are still there": output(6, 0),
        "the scale is right; what do the weights of one query sum to?": output(4, 0),
        "the weights of each query sum to 1 now; the width under the root is still wrong": output(6, 1),
        "the weights of each query sum to 1 now, but the scale is missing": output(1, 1),
        "the root is that of d_v; it must be that of d_k": output(2, 1),
        "the root is that of the number of keys; it must be that of d_k": output(5, 1),
        "the sum runs over the keys now; the maximum must too": output(4, 1, 0),
        "the maximum runs over the keys now; the sum must too": output(4, 0, 1),
    }
    arrays = (each.copy() for each in (x, memory, w_q, w_k, w_v))
    assert_close("the output", numbers(answer(*arrays)), output(4, 1), 1e-9, mistakes)
