"""Small exercises of chapter 5."""

import math

import numpy as np

from .question import ask

ask(
    "05/1",
    "the standard deviation of q . k for d_k = 64 independent entries of mean 0 and variance 1, a number",
    8,
    wrong={
        "this is the variance; the standard deviation is asked for": 64,
        "this is the standard deviation of one product, or of a score after the scale": 1,
    },
    hints=(
        "begin with the variance of one product q_i k_i, then think of the sum",
        "each product has variance 1, and the variances of independent terms add",
    ),
)


LATER = "here a position attends to later ones: row t may attend to 0 .. t"
OTHERS = "row t may attend to the positions 0 .. t, including t, and to no others"
ask(
    "05/2",
    "a function of a length T that gives the causal mask [T, T], True = may attend",
    lambda length: np.tri(length, dtype=bool),
    tries=[(4,), (1,), (7,)],
    wrong={
        LATER: (
            lambda length: np.tri(length, k=1, dtype=bool),
            lambda length: ~np.tri(length, dtype=bool),
            lambda length: np.tri(length, dtype=bool).T,
        ),
        OTHERS: (
            lambda length: np.tri(length, k=-1, dtype=bool),
            lambda length: np.tri(length, dtype=bool) & ~np.tri(length, k=-4, dtype=bool),  # a band
        ),
    },
    hints=lambda given, right: [LATER if (given & ~right).any() else OTHERS],
)


WEIGHT = 1 / (1 + math.exp(-8))
ask(
    "05/3",
    "the derivative of the larger of two softmax weights by its own score, which is 8 above the other, to three digits",
    WEIGHT * (1 - WEIGHT),
    wrong={
        "this is the weight itself; by how much does it change with its score?": WEIGHT,
        "this is the entry beside the diagonal, the derivative of the other weight": WEIGHT * (WEIGHT - 1),
        "this is the derivative at equal scores": 0.25,
        "the larger weight is close to 1, but not 1: do not round it before you subtract": 0,
    },
    hints=(
        "compute the two weights first; only the difference of the scores matters, so take the scores 8 and 0",
        "now take the entry (1, 1) of the Jacobian of softmax, and mind the rounding of a number close to 1",
    ),
    digits=3,
)

RNG = np.random.default_rng(5)

ask(
    "05/4",
    "the weight of the first key, which was 0.7, after the same vector is added to all three keys, a number",
    0.7,
    hints=(
        "write down the three new scores: q . (k_s + c) is a sum of two terms; which of them depends on s?",
        "all three scores change by the same number; what does softmax make of that?",
    ),
    digits=3,
)


def attention(width="d_k", over=1, largest_over=None):
    def output(x, memory, w_q, w_k, w_v):
        widths = dict(d_model=len(w_q), d_k=w_q.shape[1], d_v=w_v.shape[1], keys=len(memory), none=1)
        z = x @ w_q @ (memory @ w_k).T / math.sqrt(widths[width])
        e = np.exp(z - z.max(axis=largest_over, keepdims=True))
        return e / e.sum(axis=over, keepdims=True) @ memory @ w_v

    return output


ask(
    "05/5",
    "a function of x, memory, w_q, w_k, w_v that gives the output of cross-attention, [T, d_v]",
    attention(),
    tries=[tuple(RNG.standard_normal(shape) for shape in ((3, 6), (5, 6), (6, 4), (6, 4), (6, 2)))],
    wrong={
        "both faults are still there": attention("d_model", 0),
        "the scale is right; what do the weights of one query sum to?": attention(over=0),
        "the weights of each query sum to 1 now; the width under the root is still wrong": attention("d_model"),
        "the weights of each query sum to 1 now, but the scale is missing": attention("none"),
        "the root is that of d_v; it must be that of d_k": attention("d_v"),
        "the root is that of the number of keys; it must be that of d_k": attention("keys"),
        "the sum runs over the keys now; the maximum must too": attention(largest_over=0),
        "the maximum runs over the keys now; the sum must too": attention(over=0, largest_over=1),
    },
)
