"""Small exercises of chapter 19."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(19)


def adapter_backward(dy, x, a, b):
    return x.T @ (dy @ b.T), (x @ a).T @ dy


def push(better, worse, old_better, old_worse, beta, sign=1):
    """sign: of u"""
    u = beta * ((better - old_better) - (worse - old_worse))
    return -beta / (1 + np.exp(sign * u))


ask(
    "19/1",
    "a function of d_in, d_out and rank that gives the number of weights in an adapter",
    lambda d_in, d_out, rank: d_in * rank + rank * d_out,
    tries=[(128, 128, 4), (128, 512, 4), (10, 3, 1)],
    wrong={
        "this is the size of the whole matrix": lambda d_in, d_out, rank: d_in * d_out,
        "these are the weights of A alone; B is trained too": lambda d_in, d_out, rank: d_in * rank,
        "the two matrices are not multiplied: add their sizes": lambda d_in, d_out, rank: d_in * rank * rank * d_out,
    },
    hints=("what are the shapes of A and B?",),
)

ask(
    "19/2",
    "a function of dy [n, d_out], x [n, d_in], a [d_in, r], b [r, d_out] that gives da and db of (x a) b",
    adapter_backward,
    tries=[
        tuple(RNG.standard_normal(shape) for shape in ((n, d_out), (n, d_in), (d_in, r), (r, d_out)))
        for n, d_in, r, d_out in ((3, 5, 2, 4), (1, 3, 1, 3), (4, 4, 4, 4))
    ],
    wrong={"this is the gradient of b, and then that of a": lambda *given: adapter_backward(*given)[::-1]},
    digits=9,
)

ask(
    "19/3",
    "a function of better, worse, old_better, old_worse, beta that gives the gradient of DPO, by `better`",
    push,
    tries=[(-3.0, -5.0, -4.0, -4.0, 0.5), (-2.0, -2.0, -2.0, -2.0, 0.1), (-9.0, -1.0, -3.0, -2.0, 0.3)],
    wrong={
        "the sign is wrong: a step must make the better one more probable": lambda *given: -push(*given),
        "beta is missing": lambda *given: push(*given) / given[-1],
        "turn the sign of u: a pair that is learned already must push less": lambda *given: push(*given, sign=-1),
    },
    hints=("u is the difference of the changes, times beta",),
)
