"""Small exercises of chapter 10b."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(10)

ask(
    "10b/1",
    "the factor by which one common mask, not one each, raises the spread of a sum of 36 dropped ones, a number",
    6,
    hints=("variances of independent terms add; n times one variable has n^2 times its variance",),
)


def least_loss(smoothing, vocabulary, right=None):
    other = smoothing / vocabulary
    right = 1 - smoothing + other if right is None else right
    return -right * np.log(right) - ((vocabulary - 1) * other * np.log(other) if other else 0)


ask(
    "10b/2",
    "a function of smoothing and vocabulary that gives the least loss of a model with label smoothing, in nats",
    least_loss,
    tries=[(0.1, 20), (0.0, 7), (0.2, 37000)],
    wrong={
        "this is the loss of the right piece alone; the others have a share of the target": lambda smoothing, v: (
            -np.log(1 - smoothing + smoothing / v)
        ),
        "the right piece gets its part of the smoothing too": lambda smoothing, v: least_loss(
            smoothing, v, right=1 - smoothing
        ),
        "this is the perplexity; the loss is its logarithm": lambda *a: np.exp(least_loss(*a)),
    },
    hints=("with which prediction is a cross entropy least, and what is left of it then?",),
)


def step(theta, m, v, rate, decay, inside=0, root=True, sign=1, scaled=True):
    divided = (m + inside * decay * theta) / (np.sqrt(v) if root else v)
    outside = 0 if inside else sign * decay * theta
    return theta - rate * divided - (rate if scaled else 1) * outside


ask(
    "10b/3",
    "a function of theta, m_hat, v_hat, rate and decay that gives theta after a step of AdamW, epsilon left out",
    step,
    tries=[(*RNG.standard_normal((2, 4)), RNG.random(4) + 0.1, 0.01, 0.1)],
    wrong={
        "the decay is still divided by the size of the gradient": lambda *a: step(*a, inside=1),
        "the weights grow: decay makes them smaller": lambda *a: step(*a, sign=-1),
        "the rate is a factor of the decay too": lambda *a: step(*a, scaled=False),
        "m is divided by the root of v": lambda *a: step(*a, root=False),
        "the decay is missing": lambda *a: step(*a, sign=0),
    },
)
