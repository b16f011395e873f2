"""Small exercises of chapter 10."""

import math

from .answer import expect, numbers, small


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


@small("10/6", "the size of Adam's steps, as a fraction of the rate, for gradients that alternate between 1 and -1")
def step_of_alternating_gradients(answer):
    if not 0.03 < numbers(answer) < 0.08:
        raise AssertionError(
            "gradients that disagree cancel in one of the two running means; in which?",
            "after many steps m is a or -a, with a = -0.9 a + 0.1",
        )


@small(
    "10/7", "a function of step, warmup, total and peak: a linear rise to the peak, then a linear fall to 0 at total"
)
def linear_schedule(answer):
    for warmup, total, peak in ((100, 1000, 0.5), (4, 10, 1.0)):
        for step in (1, warmup // 2, warmup - 1, warmup, warmup + 1, (warmup + total) // 2, total):
            rising = peak * step / warmup
            right = rising if step < warmup else peak * (1 - (step - warmup) / (total - warmup))
            where = f"warmup = {warmup}, total = {total}, peak = {peak}, step = {step}"
            expect(answer(step, warmup, total, peak), right, f"wrong for {where}: should it rise or fall there?")
