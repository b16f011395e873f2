"""Small exercises of chapter 10."""

import math

import numpy as np

from .answer import expect, numbers, small


@small(
    "10/1", "the weight after Adam's first step from 0.5, for a gradient of -0.003 and a learning rate of 0.1, a number"
)
def first_step(answer):
    got = numbers(answer)
    if np.allclose(got, 0.4):
        raise AssertionError("the weight moves against its gradient, and the gradient is negative")
    if np.allclose(got, 0.5003) or np.allclose(got, 0.503):
        raise AssertionError("this is gradient descent; what does Adam divide the gradient by?")
    expect(got, 0.6, "how large are m_hat and the root of v_hat after one gradient?")


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
    expect(answer, 4000, "give the step, not the rate: where do the two terms of the minimum meet?")


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


@small("10/8", "a function of the logits z and w, arrays [V], that gives the gradients of KL(p || q) for z and for w")
def kl_backward(answer):
    rng = np.random.default_rng(10)
    for size in (2, 5, 9):
        z, w = rng.normal(0, 1.5, (2, size))
        log_p, log_q = (each - np.log(np.exp(each).sum()) for each in (z, w))
        p, q, r = np.exp(log_p), np.exp(log_q), log_p - log_q
        divergence = p @ r
        found = answer(z, w)
        if not isinstance(found, tuple | list) or len(found) != 2:
            raise AssertionError("return a pair: the gradient for z, and the gradient for w")
        mistakes = {
            "the gradient for w has the wrong sign: should q grow where p is larger?": p - q,
            "this is the gradient of the symmetric divergence; take one direction": q - p - q * (z - w - q @ (z - w)),
        }
        expect(found[1], q - p, "w is only in log q: compare with a cross entropy whose target is p", mistakes=mistakes)
        mistakes = {
            "p depends on all logits: what does the backward of softmax subtract?": p * r,
            "this is the upstream gradient of p; z is behind a softmax": r + 1,
            "the 1 of the upstream gradient r + 1 drops out in the softmax backward": p * (r + 1 - divergence),
            "this is the gradient of the symmetric divergence; take one direction": p - q + p * (r - divergence),
        }
        expect(
            found[0], p * (r - divergence), "z is in p and in log p: which upstream gradient has p?", mistakes=mistakes
        )
