"""Wrong answers to the exercises of chapter 15."""

import math

import numpy as np


def join(m1, s1, m2, s2, exp=math.exp, best=max):
    m = best(m1, m2)
    return m, s1 * exp(m1 - m) + s2 * exp(m2 - m)


def direct(m1, s1, m2, s2):
    """The logarithm of the whole, without the maximum."""
    with np.errstate(all="ignore"):
        return max(m1, m2), (s1 * np.exp(m1) + s2 * np.exp(m2)) / np.exp(max(m1, m2))


def first_larger(m1, s1, m2, s2):
    return max(m1, m2), s1 + s2 * math.exp(min(m2 - m1, 0))


def mantissa(x, bits=8, rounding=np.rint):
    m, e = np.frexp(x.astype(np.float64))
    return np.ldexp(rounding(m * 2**bits) / 2**bits, e).astype(np.float32)


def up(x):
    """Rounds the size up."""
    return np.copysign(mantissa(abs(x), rounding=np.ceil), x)


def half_away(x):
    return np.copysign(mantissa(abs(x), rounding=lambda m: np.floor(m + 0.5)), x)


def half_up(x):
    """Half way between two, towards plus infinity."""
    return mantissa(x, rounding=lambda m: np.floor(m + 0.5))


def without_sign(x):
    return abs(mantissa(x))


def of_the_first_half(x):
    return np.concatenate([mantissa(x[: len(x) // 2]), x[len(x) // 2 :]])


def measured(order, pick=lambda times: times[-1] - times[0]):
    def answer(start, wait, clock):
        times, calls = [], dict(s=start, w=wait)
        for each in order:
            times.append(clock()) if each == "c" else calls[each]()
        return pick(times)

    return answer


WRONG = [
    ("15/1", "the operations alone", 2 * 512**3),
    ("15/1", "float64", 512 / 12),
    ("15/1", "two matrices moved", 512 / 4),
    ("15/2", "2 to the power 10", 1024),
    ("15/2", "one less", 255),
    ("15/3", "the smaller maximum", lambda *a: join(*a, best=min)),
    ("15/3", "the mean of the maxima", lambda *a: join(*a, best=lambda a, b: (a + b) / 2)),
    ("15/3", "exp of the maxima themselves", direct),
    ("15/3", "right if the first maximum is the larger one", first_larger),
    ("15/3", "base 2", lambda *a: join(*a, exp=lambda x: 2**x)),
    ("15/3", "the logarithm of the sum", lambda *a: (join(*a)[0], math.log(join(*a)[1]))),
    ("15/3", "the larger sum", lambda m1, s1, m2, s2: (max(m1, m2), max(s1, s2))),
    ("15/4", "weighted by one over the tokens", lambda g, t: (1 / t) @ g / (1 / t).sum()),
    ("15/4", "divided by the number of shards as well", lambda g, t: t @ g / t.sum() / len(t)),
    ("15/4", "weighted by the roots of the tokens", lambda g, t: np.sqrt(t) @ g / np.sqrt(t).sum()),
    ("15/4", "the shard with the most tokens alone", lambda g, t: g[t.argmax()]),
    ("15/4", "whole-number weights", lambda g, t: (t // t.min()) @ g / (t // t.min()).sum()),
    ("15/5", "one bit less", lambda x: mantissa(x, 7)),
    ("15/5", "the size rounded up", up),
    ("15/5", "half way away from zero", half_away),
    ("15/5", "half way upwards", half_up),
    ("15/5", "positive numbers only", without_sign),
    ("15/5", "the first half of the array only", of_the_first_half),
    ("15/5", "as float64", lambda x: mantissa(x).astype(np.float64)),
    ("15/5", "numbers up to the largest float16 only", lambda x: np.minimum(mantissa(x), np.float32(65504))),
    ("15/6", "the first wait is measured as well", measured("cwswc")),
    ("15/6", "the clock is read once", measured("wcsw", lambda times: times[0])),
    ("15/6", "half of the time", measured("wcswc", lambda times: (times[1] - times[0]) / 2)),
    ("15/6", "started twice", measured("wscswc")),
]
MENDED = [  # answers that were once taken as right
    ("15/5", "tiny numbers become 0", lambda x: np.where(abs(x) < 1e-4, 0, mantissa(x)).astype(np.float32)),
    ("15/5", "the sign of zero is lost", lambda x: mantissa(x) + np.float32(0)),
]
