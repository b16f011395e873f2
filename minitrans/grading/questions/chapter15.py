"""Small exercises of chapter 15."""

import numpy as np

from .question import ask

RNG = np.random.default_rng(4)


def join(m1, s1, m2, s2):
    m = max(m1, m2)
    return m, s1 * np.exp(m1 - m) + s2 * np.exp(m2 - m)


def part(*x):
    return max(x), float(np.exp(np.subtract(x, max(x))).sum())


def to_bfloat16(x, add=lambda last: 0x7FFF + last):
    """add(last bit that is kept): what is added to the bits before the lower half of them is cut off"""
    bits = x.view(np.uint32)
    return (bits + add(bits >> 16 & 1) & 0xFFFF0000).view(np.float32)


class Queue:
    now, rest = 0.0, 5.0  # seconds; work of somebody else is in the queue

    def start(self):
        self.now, self.rest = self.now + 0.25, self.rest + 2

    def wait(self):
        self.now, self.rest = self.now + self.rest, 0.0

    def clock(self):
        return self.now


def measured(order):
    """A measurement that calls clock, start and wait in this order, by their first letters"""

    def measure(start, wait, clock):
        calls = dict(s=start, w=wait, c=clock)
        times = [time for each in order if (time := calls[each]()) is not None]
        return times[1] - times[0]

    return measure


ask(
    "15/1",
    "the sum 1 + 1 + ... + 1 of 1000 ones, added one by one in bfloat16, a number",
    256,
    wrong={
        "bfloat16 cannot hold every whole number up to 1000": 1000,
        "the leading bit is not stored, so there is one significant bit more than bits of mantissa": 128,
        "from this number on the spacing is 4; the sum gets stuck before": 512,
        "bfloat16 cannot hold this number": 257,
    },
    hints=(
        "try it: from some number on, nothing changes any more",
        "bfloat16 has 8 significant bits; from which whole number on can it not hold the next one?",
    ),
)

ask(
    "15/2",
    "a function of m1, s1, m2, s2 that combines (max, sum of exp(x - max)) of two parts into (m, s) of both",
    join,
    tries=[
        (*part(0.0, 1.0), *part(2.0, -3.0)),
        (*part(5.0, 4.0, 3.0), *part(1.0)),
        (*part(1000.0, 999.0), *part(-1000.0)),
    ],
    wrong={
        "return the maximum first, then the sum": lambda *parts: join(*parts)[::-1],
        "exp overflows for large numbers: take exp only of differences that are not positive": (
            lambda m1, s1, m2, s2: (m := max(m1, m2), (s1 * np.exp(m1) + s2 * np.exp(m2)) / np.exp(m)),
            lambda m1, s1, m2, s2: (max(m1, m2), np.nan),
        ),
        "the sums are added although they are relative to different maxima": (
            lambda m1, s1, m2, s2: (max(m1, m2), s1 + s2)
        ),
        "when two halves are joined, which number is the largest of all?": lambda m1, s1, m2, s2: (
            m := min(m1, m2),
            s1 * np.exp(m1 - m) + s2 * np.exp(m2 - m),
        ),
    },
    hints=(
        "each sum is relative to its own maximum: bring both to the same one before you add them",
        "if the maximum rises from m1 to m, all terms of s1 change by the same factor; which one?",
    ),
)

ask(
    "15/3",
    "a function of gradients [k, p] and tokens [k]: the mean over all tokens, [p]; each row is a mean over its own",
    lambda gradients, tokens: tokens @ gradients / tokens.sum(),
    tries=[(RNG.standard_normal((3, 5)), np.array([10, 40, 7]))],
    wrong={
        "a mean of means: a shard with more tokens must have more weight": lambda rows, tokens: rows.mean(axis=0),
        "the sum of the means: weight each by its tokens, then divide by all tokens": lambda rows, _: rows.sum(axis=0),
        "the sum over all tokens: divide by their number": lambda rows, tokens: tokens @ rows,
    },
    digits=9,
)

ask(
    "15/4",
    "a function of x, a float32 array, that gives x rounded to bfloat16, to nearest even, as float32",
    to_bfloat16,
    tries=[
        (np.float32([x]),)
        for x in (1.005, 1.01171875, 1.00390625, -3.14159274, 1, -1, 1e-3, 255.5, 257, 1e30, 2.0**-60, 0.0, -0.0)
    ],
    wrong={
        "bfloat16 keeps the upper 16 bits of a float32; the lower 16 must be 0": (
            lambda x: x,
            lambda x: x.astype(np.float16).astype(np.float32),
        ),
        "it cuts off the lower 16 bits; round to the nearest number instead": lambda x: to_bfloat16(x, lambda last: 0),
        "a number half way between two must be rounded to the one whose last bit is 0": (
            lambda x: to_bfloat16(x, lambda last: 0x8000),
            lambda x: to_bfloat16(x, lambda last: 0x7FFF),
        ),
        "bfloat16 holds tiny numbers": lambda x: np.where(abs(x) < 1e-4, np.copysign(np.float32(0), x), to_bfloat16(x)),
        "zero has a sign": lambda x: to_bfloat16(x) + np.float32(0),
    },
    digits=9,
)

ask(
    "15/5",
    "a function of start, wait and clock that measures work which start puts into a queue, in seconds",
    measured("wcswc"),
    tries=[((queue := Queue()).start, queue.wait, queue.clock)],
    wrong={
        "this is the time to put the work into the queue; the work is not done yet": measured("csc"),
        "the work that was in the queue before is counted, too": measured("cswc"),
        "the work that was in the queue before is counted, and yours is not": measured("cwsc"),
        "the clock is read after the start, so the time of the start itself is missing": measured("wscwc"),
        "the sign: the later time minus the earlier one": lambda *calls: -measured("wcswc")(*calls),
    },
    hints=(
        "what has been done when the clock is read for the first time, and what when it is read again?",
        "the queue must be empty at both times",
    ),
)


def scale_step(gradient, scale, good, patience, down=0.5, last=1):
    """last: how many of `patience` steps the present one is"""
    if not np.isfinite(gradient).all():
        return np.zeros_like(gradient), scale * down, 0
    if good + last == patience:
        return gradient / scale, 2 * scale, 0
    return gradient / scale, scale, good + 1


FINE = np.array([256.0, -512.0, 3.0])
ask(
    "15/6",
    "a function (gradient, scale, good, patience) of a step of dynamic loss scaling: gradient of L, scale, good",
    scale_step,
    tries=[
        (FINE, 1024.0, 3, 10),
        (np.array([1.0, np.inf]), 1024.0, 3, 10),
        (np.array([np.nan, 1.0]), 64.0, 0, 10),
        (FINE, 1024.0, 9, 10),
    ],
    wrong={
        "this is the gradient of S L: divide it by the scale that is in it": (
            lambda gradient, *rest: (gradient, *scale_step(gradient, *rest)[1:])
        ),
        "nan is not finite either": lambda gradient, *rest: (
            scale_step(gradient, *rest)
            if not np.isnan(gradient).any()
            else (np.nan_to_num(gradient / rest[0]), rest[0], rest[1] + 1)
        ),
        "the present step is one of the good ones": lambda *given: scale_step(*given, last=0),
        "halve the scale if the gradient is not finite": lambda *given: scale_step(*given, down=2),
        "the next scale is not in this gradient yet": lambda gradient, scale, good, patience: (
            scale_step(gradient, scale, good, patience)
            if good + 1 < patience or not np.isfinite(gradient).all()
            else (gradient / scale / 2, 2 * scale, 0)
        ),
    },
)
