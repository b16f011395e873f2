"""Small exercises of chapter 10."""

import numpy as np

from .question import ask, between

RNG = np.random.default_rng(10)


def second_step(g1, g2, beta1, beta2):
    m = (beta1 * (1 - beta1) * g1 + (1 - beta1) * g2) / (1 - beta1**2)
    v = (beta2 * (1 - beta2) * g1**2 + (1 - beta2) * g2**2) / (1 - beta2**2)
    return m / np.sqrt(v)


def linear_schedule(step, warmup, total, peak):
    return peak * min(step / warmup, (total - step) / (total - warmup))


ask(
    "10/1",
    "a function of g1, g2, beta1, beta2 that gives Adam's second step m_hat / sqrt(v_hat), for epsilon 0 and rate 1",
    second_step,
    tries=[(2.0, 1.0, 0.9, 0.98), (1.0, -1.0, 0.9, 0.98), (-0.3, 4.0, 0.5, 0.75)],
)

ask(
    "10/2",
    "the size of Adam's steps, as a fraction of the rate, for gradients that alternate between 1 and -1",
    0.1 / 1.9,
    wrong={"gradients that disagree cancel in one of the two running means": 1},
    judge=between(
        0.03,
        0.08,
        "gradients that disagree cancel in one of the two running means; in which?",
        "after many steps m is a or -a, with a = -0.9 a + 0.1",
    ),
)

ask(
    "10/3",
    "a function of step, warmup, total and peak: a linear rise to the peak, then a linear fall to 0 at total",
    linear_schedule,
    tries=[
        (step, warmup, total, peak)
        for warmup, total, peak in ((100, 1000, 0.5), (4, 10, 1.0))
        for step in (1, warmup // 2, warmup - 1, warmup, warmup + 1, (warmup + total) // 2, total)
    ],
    hints=("should it rise or fall there?",),
)


def clipped(gradients, limit, above=True, squared=False):
    norm = sum((g**2).sum() for g in gradients) ** (1 if squared else 0.5)
    return [g * (limit / (max(limit, norm) if above else norm)) for g in gradients]


def one_by_one(gradients, limit):
    return [g * limit / max(limit, np.linalg.norm(g)) for g in gradients]


ask(
    "10/4",
    "a function of a list of gradients and a limit that shortens them together to a norm of at most the limit",
    clipped,
    tries=[([RNG.standard_normal((3, 2)), np.zeros(4), 9 * RNG.standard_normal(5)], limit) for limit in (2.0, 1e3)],
    wrong={
        "each array has a factor of its own, which turns the whole: take the norm of all together": one_by_one,
        "each entry is cut by itself, which turns the whole: take one factor for all": lambda gradients, limit: [
            np.clip(g, -limit, limit) for g in gradients
        ],
        "the limit is an upper one: a short gradient stays as it is": lambda *a: clipped(*a, above=False),
        "this is the square of the norm": lambda *a: clipped(*a, squared=True),
    },
    hints=("which single number should all entries of all arrays be multiplied by?",),
)
