"""Small exercises of chapter 7b."""

import math

import numpy as np

from ...nn.position import sinusoids
from .answer import numbers
from .question import ask

RNG = np.random.default_rng(7)
TURN = 2 * math.pi

ask(
    "07b/1",
    "the wavelength in positions of the last sinusoid, i = 255, for d_model = 512, a number",
    TURN * 10000 ** (510 / 512),
    wrong={
        "nearly: the last exponent 2i / d_model is below 1": TURN * 10000,
        "the sine has gone one radian there; when does it repeat?": 10000 ** (510 / 512),
        "the exponent is 2i / d_model, and i is 255": TURN * 10000 ** (255 / 512),
        "sine and cosine of a pair have the same frequency, with 2i = 510": TURN * 10000 ** (511 / 512),
    },
    hints=(
        "begin with the angle of the last pair at position pos",
        "how far must pos go until this angle has grown by a full turn?",
    ),
    digits=3,
)


def back(k, d):
    """W_Q with PE(t) W_Q = PE(t - k)"""
    w_q, i = np.zeros((d, d)), np.arange(0, d, 2)
    angle = k / 10000 ** (i / d)
    w_q[i, i] = w_q[i + 1, i + 1] = np.cos(angle)
    w_q[i, i + 1], w_q[i + 1, i] = np.sin(angle), -np.sin(angle)
    return w_q


def looks_back(answer):
    for k, d in ((0, 16), (1, 16), (3, 32), (-2, 32)):
        table, w_q = sinusoids(20, d), numbers(answer(k, d))
        if w_q.shape != (d, d):
            raise AssertionError(f"for d_model = {d} the shape of W_Q is {w_q.shape}, not {(d, d)}")
        t = np.arange(max(0, k), 20 + min(0, k))
        looked = (table[t] @ w_q @ table.T).argmax(axis=1)
        if k and (looked == np.clip(t + k, 0, 19)).all():
            raise AssertionError(
                f"for k = {k} the head looks in the other direction",
                f"for k = {k} the head looks in the other direction; PE(t) is a row here: is a transpose missing?",
            )
        if (looked != t - k).any():
            where = f"for k = {k} and d_model = {d}, position {t[-1]} looks at {looked[-1]}, not at {t[-1] - k}"
            raise AssertionError(
                f"{where}: which vector has its largest dot product with PE(t - k)?",
                f"{where}: the query must be PE(t - k); which matrix leads there from PE(t)?",
            )


ask(
    "07b/2",
    "a function of k and d_model that gives W_Q [d, d] of a head with keys PE(s) that looks k words back",
    back,
    wrong={
        "looks in the other direction": (lambda k, d: back(-k, d), lambda k, d: back(abs(k), d)),
        "which vector has its largest dot product with PE(t - k)?": (
            lambda k, d: np.eye(d),
            lambda k, d: -back(k, d),
        ),
        "the shape of W_Q": lambda k, d: back(k, d // 2),
    },
    judge=looks_back,
)


def rotary(sign=1, power=2, halves=False):
    def rotate_one(x, t):
        pairs = x.reshape(2, -1) if halves else x.reshape(-1, 2).T
        angle = sign * t * 10000.0 ** (-np.arange(len(x) // 2) * power / len(x))
        turned = (pairs[0] + 1j * pairs[1]) * np.exp(1j * angle)
        turned = np.stack([turned.real, turned.imag])
        return turned.ravel() if halves else turned.T.ravel()

    return rotate_one


ask(
    "07b/3",
    "a function of x [d] and a position t that gives the rotary encoding of x at t, [d]",
    rotary(),
    tries=[(RNG.standard_normal(d), t) for d, t in ((4, 1), (8, 3), (6, 0), (2, 1000))],
    wrong={
        "this rotates backwards, as the matrix of PE(pos + k) does": rotary(sign=-1),
        "the exponent is 2i / d, with i the number of the pair": rotary(power=1),
        "pair i are the entries 2i and 2i + 1, not i and i + d/2": rotary(halves=True),
        "a rotation multiplies; here sinusoids are added": lambda x, t: x + sinusoids(t + 1, len(x))[t],
    },
)


def positions(reduce=np.sum, crossed=False):
    def gradient(dy, batch, longest):
        length, d = len(dy) // batch, dy.shape[1]
        rows = dy.reshape(length, batch, d).swapaxes(0, 1) if crossed else dy.reshape(batch, length, d)
        return np.concatenate([reduce(rows, axis=0), np.zeros((longest - length, d))])

    return gradient


ask(
    "07b/4",
    "a function of dy [B * T, d], batch and longest that gives the gradient of learned positions",
    positions(),
    tries=[(RNG.standard_normal((b * n, 2)), b, longest) for b, n, longest in ((2, 3, 5), (1, 4, 4), (3, 2, 2))],
    wrong={
        "both faults are still there": positions(np.mean, crossed=True),
        "the sum is right; which rows belong to the same position?": positions(crossed=True),
        "the order is right; gradients of several uses are not averaged": positions(np.mean),
    },
)
