"""Small exercises of chapter 10."""

import math

from .answer import expect, small


@small(
    "10/1", "the weight after Adam's first step from 0.5, for a gradient of -0.003 and a learning rate of 0.1, a number"
)
def first_step(answer):
    expect(answer, 0.6, "the first step is the learning rate times the sign of the gradient, in the opposite direction")


@small(
    "10/2",
    "a function of g1, g2, beta1, beta2 that gives Adam's second step m_hat / sqrt(v_hat), for epsilon 0 and rate 1",
)
def second_step(answer):
    for g1, g2, beta1, beta2 in ((2.0, 1.0, 0.9, 0.98), (1.0, -1.0, 0.9, 0.98), (-0.3, 4.0, 0.5, 0.75)):
        m = beta1 * (1 - beta1) * g1 + (1 - beta1) * g2
        v = beta2 * (1 - beta2) * g1**2 + (1 - beta2) * g2**2
        right = m / (1 - beta1**2) / math.sqrt(v / (1 - beta2**2))
        hint = f"for g1 = {g1}, g2 = {g2} and the betas {beta1} and {beta2} it should be {right:.6g}"
        expect(answer(g1, g2, beta1, beta2), right, hint)


@small("10/3", "the step at which the learning rate is largest, with a warm-up of 4000, a number")
def peak(answer):
    expect(answer, 4000, "the peak is where step^-0.5 and step * warmup^-1.5 are equal")


@small(
    "10/4",
    "the factor by which one mask for all, not one each, raises the spread of a sum of 36 dropped ones, a number",
)
def shared_mask(answer):
    expect(answer, 6, "variances of independent terms add; n times one variable has n^2 times its variance")


@small(
    "10/5",
    "a function of smoothing and vocabulary that gives the perplexity of the best smoothed model, one right answer",
)
def best_perplexity(answer):
    for smoothing, vocabulary in ((0.1, 20), (0.0, 7), (0.2, 37000)):
        right = 1 / (1 - smoothing + smoothing / vocabulary)
        hint = f"the best model predicts q: smoothing {smoothing} and {vocabulary} pieces give {right:.6g}"
        expect(answer(smoothing, vocabulary), right, hint)
