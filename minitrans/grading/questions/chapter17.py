"""Small exercises of chapter 17."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(17)


def rms_norm_backward(dy, x, gamma, dx=lambda g, hat: g - hat * (g * hat).mean(axis=1, keepdims=True)):
    """-> dx, dgamma.  dx(g, hat) is what the gradient of x is, times r"""
    r = np.sqrt((x * x).mean(axis=1, keepdims=True))
    return dx(dy * gamma, x / r) / r, (dy * x / r).sum(axis=0)


def centred(g, hat):
    return g - g.mean(axis=1, keepdims=True) - hat * (g * hat).mean(axis=1, keepdims=True)


def nucleus(q, p, order=lambda q: np.argsort(-q), kept=lambda before, q, p: before < p - 1e-12):
    """kept(sums of those before, q, p) says in this order which pieces are kept."""
    order = order(q)
    result = np.zeros_like(q)
    result[order] = np.where(kept(q[order].cumsum() - q[order], q[order], p), q[order], 0)
    return result / result.sum()


def rotate(x, length, width=None):
    theta = length * 10000.0 ** (-2 * np.arange(x.size // 2) / (width or x.size))
    z = (x[0, ::2] + 1j * x[0, 1::2]) * np.exp(1j * theta)
    return np.stack([z.real, z.imag], axis=1).reshape(x.shape)


ask(
    "17/1",
    "the perplexity of a uniform model over 50,257 pieces, a number",
    50257,
    wrong={"this is the loss; the perplexity is its exponential": (np.log(50257), 10.825, 10.82)},
    hints=("what is the loss of a piece of probability 1 / V, and what is its exponential?",),
)

ask(
    "17/2",
    "a function of dy [n, d], x [n, d], gamma [d] that gives dx [n, d] and dgamma [d] of RMSNorm, eps = 0",
    rms_norm_backward,
    tries=[(*RNG.standard_normal((2, n, d)), RNG.standard_normal(d)) for n, d in ((3, 5), (1, 4), (4, 4))],
    wrong={
        "r was treated as a constant, but it depends on every entry of the row": (
            lambda *given: rms_norm_backward(*given, dx=lambda g, hat: g)
        ),
        "the mean of g is subtracted, as in LayerNorm; RMSNorm subtracts no mean": (
            lambda *given: rms_norm_backward(*given, dx=centred)
        ),
        "gamma is left out of dx": lambda dy, x, gamma: rms_norm_backward(dy, x, 1),
        "x must be divided by r": lambda dy, x, gamma: (rms_norm_backward(dy, x, gamma)[0], (dy * x).sum(axis=0)),
        "gamma does not belong into dgamma": lambda dy, x, gamma: (
            rms_norm_backward(dy, x, gamma)[0],
            gamma * rms_norm_backward(dy, x, gamma)[1],
        ),
    },
    digits=9,
)

Q = np.array([0.1, 0.5, 0.15, 0.25])
ask(
    "17/3",
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
    "17/4",
    "bytes of a KV cache: 32 layers, 8 heads of keys and values, width 128, 8192 pieces, bfloat16, a number",
    2**30,
    wrong={
        "either the values or the two bytes of a number are missing": 2**29,
        "these are the query heads; only the heads of keys and values are in the cache": 2**32,
        "a number of bfloat16 has two bytes": 2**31,
    },
    hints=("multiply: two arrays, layers, heads of keys and values, width, pieces, bytes per number",),
)

ask(
    "17/5",
    "a function of x [1, d] and length that rotates x as the row at position `length`",
    rotate,
    tries=[
        (np.array([[1.0, 0.0, 2.0, -1.0, 0.5, 3.0]])[:, :d], length) for length, d in ((0, 4), (1, 4), (7, 4), (2, 6))
    ],
    wrong={
        "it is not rotated at all, as if it were the first piece": lambda x, length: x,
        "theta_i depends on d": lambda x, length: rotate(x, length, 4),
    },
    hints=("turn pair i by length * theta_i",),
)

PARAMETERS = 12 * 96 * 12288**2
ask(
    "17/6",
    "parameters and training operations of GPT-3 by the rules of the chapter, a list of two numbers",
    [PARAMETERS, 6 * PARAMETERS * 300e9],
    wrong={"this is the forward alone; how much does the backward take?": [PARAMETERS, 2 * PARAMETERS * 300e9]},
    hints=(
        "attention has 4 d^2 weights per layer, and the feed-forward network?",
        "operations: forward and backward, per parameter and piece",
    ),
    digits=2,
)
