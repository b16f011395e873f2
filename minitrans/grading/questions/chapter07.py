"""Small exercises of chapter 7."""

import math

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import expect, numbers, small


@small("07/1", "the wavelength in positions of the first sinusoid, i = 0, a number")
def wavelength(answer):
    if np.allclose(numbers(answer), 1):
        raise AssertionError("this is the frequency, in radians per word; after how many words does the sine repeat?")
    if np.allclose(numbers(answer), math.pi, atol=0.01):
        raise AssertionError("after this many positions the sine has its values with the opposite sign")
    expect(
        answer,
        2 * math.pi,
        "what is 10000 to the power 0, and when does a sine repeat?",
        "sin(pos) repeats when pos has grown by a full turn in radians",
        digits=3,
    )


@small(
    "07/2",
    "the gradient of row 1 of a table for ids [1, 3, 1, 1] and dy [[1, 2], [3, 4], [5, 6], [7, 8]], an array of 2",
)
def collected(answer):
    given = numbers(answer)
    for mistake, hint in (
        ([7, 8], "this is what dtable[ids] += dy gives: only the last of several gradients is left"),
        ([3, 4], "this is the gradient of row 3; ids say which row each row of dy belongs to"),
        ([13 / 3, 16 / 3], "gradients of several uses are added, not averaged"),
    ):
        if given.shape == (2,) and np.allclose(given, mistake):
            raise AssertionError(hint)
    expect(given, [13, 16], "how often was row 1 copied, and to which positions?", "add the rows of dy with the id 1")


@small("07/3", "the wavelength in positions of the last sinusoid, i = 255, for d_model = 512, a number")
def longest_wavelength(answer):
    given = numbers(answer)
    for mistake, hint in (
        (2 * math.pi * 10000, "nearly: the last exponent 2i / d_model is below 1"),
        (10000 ** (510 / 512), "the sine has gone one radian there; when does it repeat?"),
        (2 * math.pi * 10000 ** (255 / 512), "the exponent is 2i / d_model, and i is 255"),
        (2 * math.pi * 10000 ** (511 / 512), "sine and cosine of a pair have the same frequency, with 2i = 510"),
    ):
        if given.shape == () and math.isclose(given, mistake, rel_tol=2e-4):
            raise AssertionError(hint)
    expect(
        given,
        2 * math.pi * 10000 ** (510 / 512),
        "begin with the angle of the last pair at position pos",
        "how far must pos go until this angle has grown by a full turn?",
        digits=3,
    )


@small("07/4", "the standard deviation of a logit h . e, where h and e have 256 entries of variance 1, a number")
def spread_of_logits(answer):
    given = numbers(answer)
    if np.array_equal(given, 256):
        raise AssertionError("this is the variance; the standard deviation is asked for")
    if np.array_equal(given, 1):
        raise AssertionError("this would be right if the entries of the table had variance 1/256")
    expect(
        given,
        16,
        "a logit is a dot product; what is the variance of one of its terms?",
        "a logit is a sum of 256 products of variance 1, and the variances add",
    )


@small("07/5", "a function of x [d] and a position t that gives the rotary encoding of x at t, [d]")
def rotate_one(answer):
    rng = np.random.default_rng(5)
    for d, t in ((4, 1), (8, 3), (6, 0), (2, 1000)):
        x = rng.standard_normal(d)

        def rotated(frequencies, sign=1, x=x, t=t):
            turned = []
            for i, frequency in enumerate(frequencies):
                c, s = math.cos(frequency * t), sign * math.sin(frequency * t)
                turned += [c * x[2 * i] - s * x[2 * i + 1], s * x[2 * i] + c * x[2 * i + 1]]
            return np.array(turned)

        frequencies = [10000 ** (-2 * i / len(x)) for i in range(len(x) // 2)]
        halves = rotated(frequencies, x=x.reshape(2, -1).T.ravel()).reshape(-1, 2).T.ravel()
        mistakes = {
            "this rotates backwards, as the matrix of PE(pos + k) does": rotated(frequencies, -1),
            "the exponent is 2i / d, with i the number of the pair": rotated([f**0.5 for f in frequencies]),
            "pair i are the entries 2i and 2i + 1, not i and i + d/2": halves,
            "a rotation multiplies; here sinusoids are added": x + sinusoid(t, d),
        }
        result = answer(x.copy(), t)
        if np.iscomplexobj(result):
            raise AssertionError(f"return [d] real numbers, not {short_repr(result)}")
        assert_close(f"for d = {d} and t = {t} the vector", numbers(result), rotated(frequencies), 1e-9, mistakes)


def sinusoid(t, d):
    """PE(t), [d]"""
    angles = [t / 10000 ** (2 * i / d) for i in range(d // 2)]
    return np.array([f(angle) for angle in angles for f in (math.sin, math.cos)])


@small("07/6", "a function of k and d_model that gives W_Q [d, d] of a head with keys PE(s) that looks k words back")
def looks_back(answer):
    for k, d in ((0, 16), (1, 16), (3, 32), (-2, 32)):
        table = np.array([sinusoid(t, d) for t in range(20)])
        w_q = numbers(answer(k, d))
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


@small(
    "07/7", "a function of (ids, dx, h, dlogits) that gives dtable for x = table[ids] * sqrt(d) and logits = h table^T"
)
def tied(answer):
    rng = np.random.default_rng(7)
    for length, vocabulary, d in ((4, 5, 9), (6, 3, 4)):
        ids = rng.integers(0, vocabulary, length)
        ids[-1] = ids[0]
        dx, h = rng.standard_normal((2, length, d))
        dlogits = rng.standard_normal((length, vocabulary))
        selected, last, unscaled = np.zeros((3, vocabulary, d))
        for t, word in enumerate(ids):
            selected[word] += dx[t] * math.sqrt(d)
            unscaled[word] += dx[t]
            last[word] = dx[t] * math.sqrt(d)
        dense = dlogits.T @ h
        one_write = dense.copy()
        one_write[ids] += dx * math.sqrt(d)
        mistakes = {
            "the gradient from the logits is missing": selected,
            "the gradient from the embedding is missing": dense,
            "the factor sqrt(d) is missing in the backward": unscaled + dense,
            "a row that is selected twice must get both gradients": last + dense,
            "a row that is selected twice must get both gradients; += with repeated ids adds only one": one_write,
        }
        actual = numbers(answer(ids, dx, h, dlogits))
        assert_close("dtable", actual, selected + dense, 1e-9, mistakes)


@small("07/8", "the score with rotary positions at 103 and 101, if it is 0.8 at 3 and 1, a number")
def rotary_score(answer):
    expect(
        answer,
        0.8,
        "query and key are the same in both cases; by which angle is each of them rotated?",
        "what changes if both vectors are rotated further by the same angle?",
        digits=3,
    )


@small("07/9", "a function of dy [B * T, d], batch and longest that gives the gradient of learned positions")
def position_gradient(answer):
    rng = np.random.default_rng(9)
    for batch, length, longest in ((2, 3, 5), (1, 4, 4), (3, 2, 2)):
        dy = rng.standard_normal((batch * length, 2))
        right, crossed = np.zeros((2, longest, 2))
        for i, row in enumerate(dy):
            right[i % length] += row
            crossed[i // batch] += row
        mistakes = {
            "both faults are still there": crossed / batch,
            "the sum is right; which rows belong to the same position?": crossed,
            "the order is right; gradients of several uses are not averaged": right / batch,
        }
        if batch == 1:
            mistakes = {}
        actual = numbers(answer(dy.copy(), batch, longest))
        assert_close(f"for {batch} sentences of {length} the gradient", actual, right, 1e-9, mistakes)
