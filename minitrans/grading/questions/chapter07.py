"""Small exercises of chapter 7."""

import math

import numpy as np

from ...nn.position import sinusoids
from .answer import numbers
from .question import ask

RNG = np.random.default_rng(7)
TURN = 2 * math.pi

ask(
    "07/1",
    "the wavelength in positions of the first sinusoid, i = 0, a number",
    TURN,
    wrong={
        "this is the frequency, in radians per word; after how many words does the sine repeat?": 1,
        "after this many positions the sine has its values with the opposite sign": math.pi,
    },
    hints=(
        "what is 10000 to the power 0, and when does a sine repeat?",
        "sin(pos) repeats when pos has grown by a full turn in radians",
    ),
    digits=3,
)

ask(
    "07/2",
    "the gradient of row 1 of a table for ids [1, 3, 1, 1] and dy [[1, 2], [3, 4], [5, 6], [7, 8]], an array of 2",
    [13, 16],
    wrong={
        "this is what dtable[ids] += dy gives: only the last of several gradients is left": [7, 8],
        "this is the gradient of row 3; ids say which row each row of dy belongs to": [3, 4],
        "gradients of several uses are added, not averaged": [13 / 3, 16 / 3],
    },
    hints=("how often was row 1 copied, and to which positions?", "add the rows of dy with the id 1"),
)

ask(
    "07/3",
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

ask(
    "07/4",
    "the standard deviation of a logit h . e, where h and e have 256 entries of variance 1, a number",
    16,
    wrong={
        "this is the variance; the standard deviation is asked for": 256,
        "this would be right if the entries of the table had variance 1/256": 1,
    },
    hints=(
        "a logit is a dot product; what is the variance of one of its terms?",
        "a logit is a sum of 256 products of variance 1, and the variances add",
    ),
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
    "07/5",
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
    "07/6",
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


def tied(scale=0.5, dense=1, selected=1, adds=np.add.at):
    def gradient(ids, dx, h, dlogits):
        dtable = dense * (dlogits.T @ h)
        adds(dtable, ids, selected * dx * dx.shape[1] ** scale)
        return dtable

    return gradient


def assigned(table, ids, rows):
    table[ids] += rows


def case(length, vocabulary, d):
    ids = RNG.integers(0, vocabulary, length)
    ids[-1] = ids[0]
    return ids, *RNG.standard_normal((2, length, d)), RNG.standard_normal((length, vocabulary))


ask(
    "07/7",
    "a function of (ids, dx, h, dlogits) that gives dtable for x = table[ids] * sqrt(d) and logits = h table^T",
    tied(),
    tries=[case(4, 5, 9), case(6, 3, 4)],
    wrong={
        "the gradient from the logits is missing": tied(dense=0),
        "the gradient from the embedding is missing": tied(selected=0),
        "the factor sqrt(d) is missing in the backward": tied(scale=0),
        "a row that is selected twice must get both gradients; += with repeated ids adds only one": tied(adds=assigned),
    },
)

ask(
    "07/8",
    "the score with rotary positions at 103 and 101, if it is 0.8 at 3 and 1, a number",
    0.8,
    hints=(
        "query and key are the same in both cases; by which angle is each of them rotated?",
        "what changes if both vectors are rotated further by the same angle?",
    ),
    digits=3,
)


def positions(reduce=np.sum, crossed=False):
    def gradient(dy, batch, longest):
        length, d = len(dy) // batch, dy.shape[1]
        rows = dy.reshape(length, batch, d).swapaxes(0, 1) if crossed else dy.reshape(batch, length, d)
        return np.concatenate([reduce(rows, axis=0), np.zeros((longest - length, d))])

    return gradient


ask(
    "07/9",
    "a function of dy [B * T, d], batch and longest that gives the gradient of learned positions",
    positions(),
    tries=[(RNG.standard_normal((b * n, 2)), b, longest) for b, n, longest in ((2, 3, 5), (1, 4, 4), (3, 2, 2))],
    wrong={
        "both faults are still there": positions(np.mean, crossed=True),
        "the sum is right; which rows belong to the same position?": positions(crossed=True),
        "the order is right; gradients of several uses are not averaged": positions(np.mean),
    },
)
