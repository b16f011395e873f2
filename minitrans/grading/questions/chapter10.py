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


def kl_backward(z, w, dz=lambda p, r: p * (r - p @ r), dw=np.subtract):
    p, q = (np.exp(each) / np.exp(each).sum() for each in (z, w))
    return dz(p, np.log(p / q)), dw(q, p)


def symmetric(z, w):
    (dz, dw), (dw_too, dz_too) = kl_backward(z, w), kl_backward(w, z)
    return dz + dz_too, dw + dw_too


ask(
    "10/1",
    "the weight after Adam's first step from 0.5, for a gradient of -0.003 and a learning rate of 0.1, a number",
    0.6,
    wrong={
        "the weight moves against its gradient, and the gradient is negative": 0.4,
        "this is gradient descent; what does Adam divide the gradient by?": (0.5003, 0.503),
    },
    hints=("how large are m_hat and the root of v_hat after one gradient?",),
)

ask(
    "10/2",
    "a function of g1, g2, beta1, beta2 that gives Adam's second step m_hat / sqrt(v_hat), for epsilon 0 and rate 1",
    second_step,
    tries=[(2.0, 1.0, 0.9, 0.98), (1.0, -1.0, 0.9, 0.98), (-0.3, 4.0, 0.5, 0.75)],
)

ask(
    "10/3",
    "the step at which the learning rate is largest, with a warm-up of 4000, a number",
    4000,
    hints=("give the step, not the rate: where do the two terms of the minimum meet?",),
)

ask(
    "10/4",
    "the factor by which one mask for all, not one each, raises the spread of a sum of 36 dropped ones, a number",
    6,
    hints=("variances of independent terms add; n times one variable has n^2 times its variance",),
)

ask(
    "10/5",
    "a function of smoothing and vocabulary that gives the perplexity of the best smoothed model, one right answer",
    lambda smoothing, vocabulary: 1 / (1 - smoothing + smoothing / vocabulary),
    tries=[(0.1, 20), (0.0, 7), (0.2, 37000)],
    hints=("the best model predicts q; which probability has the right answer in q?",),
)

ask(
    "10/6",
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
    "10/7",
    "a function of step, warmup, total and peak: a linear rise to the peak, then a linear fall to 0 at total",
    linear_schedule,
    tries=[
        (step, warmup, total, peak)
        for warmup, total, peak in ((100, 1000, 0.5), (4, 10, 1.0))
        for step in (1, warmup // 2, warmup - 1, warmup, warmup + 1, (warmup + total) // 2, total)
    ],
    hints=("should it rise or fall there?",),
)

ask(
    "10/8",
    "a function of the logits z and w, arrays [V], that gives the gradients of KL(p || q) for z and for w",
    kl_backward,
    tries=[tuple(RNG.normal(0, 1.5, (2, size))) for size in (5, 2, 9)],
    wrong={
        "the gradient for w has the wrong sign: should q grow where p is larger?": (
            lambda z, w: kl_backward(z, w, dw=lambda q, p: p - q),
            lambda z, w: tuple(-each for each in kl_backward(z, w)),
        ),
        "this is the gradient of the symmetric divergence; take one direction": symmetric,
        "p depends on all logits: what does the backward of softmax subtract?": (
            lambda z, w: kl_backward(z, w, lambda p, r: p * r)
        ),
        "this is the upstream gradient of p; z is behind a softmax": lambda z, w: kl_backward(z, w, lambda p, r: r + 1),
        "the 1 of the upstream gradient r + 1 drops out in the softmax backward": (
            lambda z, w: kl_backward(z, w, lambda p, r: p * (r + 1 - p @ r))
        ),
    },
    hints=(
        "w is only in log q: compare with a cross entropy whose target is p",
        "z is in p and in log p: which upstream gradient has p?",
    ),
    digits=9,
)
