"""Wrong answers to the exercises of chapter 10."""

import math

import numpy as np


def adam(g1, g2, beta1, beta2, correct=True, square=lambda g: g * g, root=math.sqrt, m0=None):
    m = beta1 * (1 - beta1) * g1 + (1 - beta1) * g2
    v = beta2 * (1 - beta2) * square(g1) + (1 - beta2) * square(g2)
    if correct:
        m, v = m / (1 - beta1**2), v / (1 - beta2**2)
    return m / root(v)


def schedule(step, warmup, total, peak, last=0.0):
    if step < warmup:
        return peak * step / warmup
    return peak + (last - peak) * (step - warmup) / (total - warmup)


def divergence(z, w, log=lambda p, z: np.log(p), subtract=None):
    """The gradients of KL(p || q), with the weights of the mean to subtract"""
    p, q = (np.exp(each) / np.exp(each).sum() for each in (z, w))
    r = log(p, z) - log(q, w)
    return p * (r - ((p if subtract is None else subtract) * r).sum()), q - p


WRONG = [
    ("10/1", "without the correction of the bias", 0.5 + 0.1 * 0.1 / 0.02**0.5),
    ("10/1", "the size of the step alone", 0.1),
    ("10/1", "the gradient is a factor too many", 0.5003),
    ("10/2", "without the correction of the bias", lambda *a: adam(*a, correct=False)),
    ("10/2", "the absolute value", lambda *a: abs(adam(*a))),
    ("10/2", "downwards", lambda *a: -adam(*a)),
    ("10/2", "the two gradients are exchanged", lambda g1, g2, *betas: adam(g2, g1, *betas)),
    ("10/2", "the betas are exchanged", lambda g1, g2, b1, b2: adam(g1, g2, b2, b1)),
    ("10/2", "without the root", lambda *a: adam(*a, root=float)),
    (
        "10/2",
        "corrected by 1 - beta, as in the first step",
        lambda g1, g2, b1, b2: adam(g1, g2, b1, b2, False) / (1 - b1) * (1 - b2) ** 0.5,
    ),
    ("10/3", "one step later", 4001),
    ("10/3", "the last step", 100000),
    ("10/3", "the root of the warm-up", 4000**0.5),
    ("10/4", "one over it", 1 / 6),
    ("10/4", "one less", 5),
    (
        "10/5",
        "the perplexity of q itself",
        lambda s, V: math.exp(-(1 - s + s / V) * math.log(1 - s + s / V) - (V - 1) * s / V * math.log(s / V or 1)),
    ),
    ("10/5", "the probability, not one over it", lambda s, V: 1 - s + s / V),
    ("10/5", "the others share V - 1", lambda s, V: 1 / (1 - s + s / (V - 1))),
    ("10/5", "smoothing is shared by the others alone", lambda s, V: 1 / (1 - s)),
    ("10/5", "its logarithm", lambda s, V: -math.log(1 - s + s / V)),
    ("10/6", "one half", 0.5),
    ("10/6", "as a percentage", 5.3),
    ("10/6", "the sum, not the difference: 0.1", 0.1),
    ("10/7", "falls to 0 after total", lambda step, warmup, total, peak: schedule(step, warmup, total + 1, peak)),
    ("10/7", "starts at 0: the step before", lambda step, *a: schedule(step - 1, *a)),
    (
        "10/7",
        "falls to a tenth of the peak",
        lambda step, warmup, total, peak: schedule(step, warmup, total, peak, peak / 10),
    ),
    (
        "10/7",
        "the rise goes beyond the warm-up by one step",
        lambda step, w, total, peak: schedule(step, w + 1, total, peak),
    ),
    (
        "10/7",
        "a cosine",
        lambda step, w, t, p: p * step / w if step < w else p * (1 + math.cos(math.pi * (step - w) / (t - w))) / 2,
    ),
    ("10/7", "a peak of 1", lambda step, w, t, p: schedule(step, w, t, 1.0)),
    ("10/8", "one array", lambda z, w: divergence(z, w)[0]),
    ("10/8", "the two are exchanged", lambda z, w: divergence(z, w)[::-1]),
    ("10/8", "for the other direction", lambda z, w: divergence(w, z)[::-1]),
    ("10/8", "upwards", lambda z, w: [-each for each in divergence(z, w)]),
    ("10/8", "the logarithm to base 2", lambda z, w: divergence(z, w, log=lambda p, z: np.log2(p))),
    ("10/8", "nothing is subtracted", lambda z, w: divergence(z, w, subtract=0)),
    ("10/8", "the plain mean is subtracted", lambda z, w: divergence(z, w, subtract=1 / len(z))),
]
