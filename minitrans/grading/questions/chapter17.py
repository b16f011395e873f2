"""Small exercises of chapter 17."""

import numpy as np

from .question import ask


def nucleus(q, p, order=lambda q: np.argsort(-q), kept=lambda before, q, p: before < p - 1e-12):
    """kept(sums of those before, q, p) says in this order which pieces are kept."""
    order = order(q)
    result = np.zeros_like(q)
    result[order] = np.where(kept(q[order].cumsum() - q[order], q[order], p), q[order], 0)
    return result / result.sum()


def induction_score(ids, weights, place=lambda earlier: earlier[-1] + 1, mean=np.mean):
    """place(earlier places of the piece at t): the key that counts"""
    earlier = [np.flatnonzero(ids[:t] == ids[t]) for t in range(len(ids))]
    return mean([weights[t, place(each)] for t, each in enumerate(earlier) if len(each)])


Q = np.array([0.1, 0.5, 0.15, 0.25])
ask(
    "17/1",
    "a function of probabilities q [V] and p that gives the probabilities of nucleus sampling, [V]",
    nucleus,
    tries=[(Q, 0.8), (Q, 0.7), (Q, 0.3), (np.array([0.25, 0.25, 0.5]), 1.0)],
    wrong={
        "they do not sum to 1: divide by the sum of what is kept": lambda q, p: q * (nucleus(q, p) > 0),
        "the probabilities are in another order than q": lambda q, p: -np.sort(-nucleus(q, p)),
        "too few are kept: their sum must be at least p": (
            lambda q, p: nucleus(q, p, kept=lambda before, q, p: before + q <= p),
            lambda q, p: nucleus(q, 0.1),
        ),
        "too many are kept: a piece goes if those before it reach p already": (
            lambda q, p: q,
            lambda q, p: nucleus(q, p, lambda q: np.arange(len(q))),
            lambda q, p: nucleus(q, 0.8),
        ),
    },
)

ask(
    "17/2",
    "bytes of a KV cache: 32 layers, 8 heads of keys and values, width 128, 8192 pieces, bfloat16, a number",
    2**30,
    wrong={
        "either the values or the two bytes of a number are missing": 2**29,
        "these are the query heads; only the heads of keys and values are in the cache": 2**32,
        "a number of bfloat16 has two bytes": 2**31,
    },
    hints=("multiply: two arrays, layers, heads of keys and values, width, pieces, bytes per number",),
)

PARAMETERS = 12 * 96 * 12288**2
ask(
    "17/3",
    "parameters and training operations of GPT-3 by the rules of the chapter, a list of two numbers",
    [PARAMETERS, 6 * PARAMETERS * 300e9],
    wrong={"this is the forward alone; how much does the backward take?": [PARAMETERS, 2 * PARAMETERS * 300e9]},
    hints=(
        "attention has 4 d^2 weights per layer, and the feed-forward network?",
        "operations: forward and backward, per parameter and piece",
    ),
    digits=2,
)

RNG = np.random.default_rng(17)


def causal(n):
    weights = np.tril(RNG.random((n, n)))
    return weights / weights.sum(axis=1, keepdims=True)


ask(
    "17/4",
    "a function of ids [T] and weights [T, T] of a head that gives its induction score, a number",
    induction_score,
    tries=[(np.array(ids), causal(len(ids))) for ids in ([5, 7, 5], [4, 6, 9, 4, 6, 9, 4], [8, 8, 5, 8, 6, 5])],
    wrong={
        "this is the weight on the same piece; the piece behind it is meant": (
            lambda ids, weights: induction_score(ids, weights, lambda earlier: earlier[-1])
        ),
        "the last occurrence is meant, not the first": (
            lambda ids, weights: induction_score(ids, weights, lambda earlier: earlier[0] + 1)
        ),
        "divide by the number of places whose piece has occurred before": (
            lambda ids, weights: induction_score(ids, weights, mean=np.sum),
            lambda ids, weights: induction_score(ids, weights, mean=np.sum) / len(ids),
        ),
    },
    digits=9,
)
