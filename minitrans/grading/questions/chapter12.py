"""Small exercises of chapter 12."""

import itertools
import math
import operator
from collections import Counter
from functools import reduce

import numpy as np

from .question import ask, between

RNG = np.random.default_rng(0)


def penalty(c, r):
    return 1.0 if c >= r else math.exp(1 - r / c)


def grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def clipped(translation, reference, n):
    mine = grams(translation, n)
    return (mine & grams(reference, n)).total(), mine.total()


def bleu(translations, references, length=lambda c, each: min((abs(r - c), r) for r in each)[1], join=operator.or_):
    """length(c, lengths of references): the one that counts.  join: of the n-grams of two references of a sentence"""
    pairs = list(zip(translations, references, strict=True))
    r = sum(length(len(words), [*map(len, several)]) for words, several in pairs)
    product = 1.0
    for n in range(1, 5):
        mine = [grams(words, n) for words, _ in pairs]
        theirs = [reduce(join, (grams(each, n) for each in several)) for _, several in pairs]
        matches = sum((a & b).total() for a, b in zip(mine, theirs, strict=True))
        product *= matches / max(sum(each.total() for each in mine), 1)
    return 100 * penalty(sum(map(len, translations)), r) * product ** (1 / 4)


def mean_of_weights(stored, dtype=np.float64):
    """The sum is taken in dtype."""
    return {name: np.mean([each[name] for each in stored], 0, dtype).astype(np.float32) for name in stored[0]}


def train(clear):
    def training(steps, buffer, backward, update):
        for step in range(steps):
            clear(step, buffer)
            backward(buffer)
            update(buffer)

    return training


def another_buffer(steps, buffer, backward, update):
    for _ in range(steps):
        backward(buffer := 0 * buffer)
        update(buffer)


def judge_training(answer):
    gradients, seen = [np.array([1.0, 2.0]), np.array([0.5, -1.0]), np.array([3.0, 0.0])], []
    buffer, rest = np.array([7.0, 7.0]), iter(gradients)

    def backward(into):
        if into is not buffer:
            raise AssertionError("others hold views of the buffer: set it to zero in place, and make no new one")
        into += next(rest)

    answer(3, buffer, backward, lambda gradient: seen.append(np.array(gradient)))
    if len(seen) != 3:
        raise AssertionError(f"in 3 steps update is called {len(seen)} times")
    if np.allclose(seen[0], [8, 9]):
        raise AssertionError("the buffer still has what was in it before the first step")
    if np.allclose(seen[1], gradients[0] + gradients[1]):
        raise AssertionError("the second gradient contains the first")
    if not all(map(np.array_equal, seen, gradients)):
        raise AssertionError("each update must get the gradient of its own batch alone")


ask(
    "12/1",
    "the BLEU that the brevity penalty alone gives if 2 of 8.5 tokens are left out: 95, 74 or 50",
    100 * penalty(6.5, 8.5),
    wrong={"the penalty is not proportional to the length": 95},
    judge=between(70, 78, "the penalty is not proportional to the length; put both lengths into the formula"),
)

ask(
    "12/2",
    "a function of (translation length, reference length) that gives the brevity penalty, a number",
    penalty,
    tries=[(8, 10), (10, 10), (12, 10), (1, 3)],
    wrong={
        "the fraction is upside down": lambda c, r: 1.0 if c >= r else math.exp(1 - c / r),
        "the fraction or the comparison is upside down": lambda c, r: min(1.0, math.exp(1 - c / r)),
        "long translations get no bonus": lambda c, r: math.exp(1 - r / c),
        "this is the ratio of the lengths alone; it belongs into an exponential": (
            lambda c, r: c / r,
            lambda c, r: min(1, c / r),
        ),
        "there are two cases: translations that are shorter than the references, and all others": (
            lambda c, r: math.exp(-abs(1 - r / c))
        ),
    },
)

TEXTS = [
    ("die die die die", "die Katze sieht die Maus"),
    ("die Katze sieht die Maus", "die Maus sieht die Katze"),
    ("a b a b a", "b a b a b a"),
    ("a", "a b c"),
]
ask(
    "12/3",
    "a function of (translation, reference, n), lists of words, that gives (clipped matches, n-grams)",
    clipped,
    tries=[(one.split(), other.split(), n) for (one, other), n in itertools.product(TEXTS, (1, 2, 3))],
    wrong={
        "clip: an n-gram matches at most as often as the reference has it": lambda one, other, n: (
            sum(count for gram, count in grams(one, n).items() if gram in grams(other, n)),
            grams(one, n).total(),
        ),
        "an n-gram that occurs several times counts several times, up to its count in the reference": (
            lambda one, other, n: (len(grams(one, n) & grams(other, n)), grams(one, n).total())
        ),
        "do not make a set of the n-grams: each occurrence counts": (
            lambda one, other, n: (len(grams(one, n) & grams(other, n)), len(grams(one, n)))
        ),
    },
)

ask(
    "12/4",
    "a function of a list of {name: float32 array} that gives their mean, {name: float32 array}",
    mean_of_weights,
    tries=[  # so large that a sum in float32 is visibly off
        (
            [
                dict(w=RNG.normal(1e3, 1, (2, 3)).astype(np.float32), b=RNG.normal(0, 1, 4).astype(np.float32))
                for _ in range(300)
            ],
        ),
    ],
    wrong={
        "digits are lost: add in float64, then convert to float32": lambda stored: mean_of_weights(stored, np.float32),
    },
    hints=("divide the sum of all arrays of a name by their number",),
)

ONE, TWO, THREE, LONGER = (
    words.split()
    for words in (
        "the cat sat on the mat today",
        "a cat was sitting on the mat",
        "there was a cat on the mat",
        "there is a cat which sits on the mat every day",
    )
)
ask(
    "12/5",
    "a function of (translations, references), word lists and lists of word lists, that gives BLEU",
    bleu,
    tries=[
        ([ONE, TWO], [[ONE[:-1]], [THREE]]),
        ([TWO], [[ONE, TWO]]),
        ([[*ONE[:6], "and"]], [[[*ONE, "again"], LONGER]]),
        ([TWO, "on the mat a cat".split()], [[ONE, THREE], [THREE, LONGER, TWO]]),
        ([TWO[:6]], [[TWO, ONE[:5]]]),
        ([TWO], [[ONE[:2], [*TWO, "right", "now"]]]),
        ([[*TWO, "mat"]], [[TWO, THREE]]),
        (["a b c d".split()], [["d c b a".split()]]),
    ],
    wrong={
        "the reference whose length is closest counts, and of two that are equally close the shorter one": (
            lambda *both: bleu(*both, length=lambda c, each: max(each)),
            lambda *both: bleu(*both, length=lambda c, each: min(each)),
            lambda *both: bleu(*both, length=lambda c, each: each[0]),
            lambda *both: bleu(*both, length=lambda c, each: max(each, key=lambda r: (-abs(r - c), r))),
        ),
        "clip by the largest count among the references, not by their sum": lambda *both: bleu(
            *both, join=operator.add
        ),
        "clip by the largest count among the references, not by the least": lambda *both: bleu(
            *both, join=operator.and_
        ),
        "it is between 0 and 100": lambda *both: bleu(*both) / 100,
    },
)

ask(
    "12/6",
    "a function of steps, buffer, backward and update that trains with this buffer; backward(buffer) adds to it",
    train(lambda step, buffer: buffer.fill(0)),
    wrong={
        "others hold views of the buffer": another_buffer,
        "before the first step": train(lambda step, buffer: None),
        "the second gradient contains the first": train(lambda step, buffer: step or buffer.fill(0)),
        "its own batch alone": train(lambda step, buffer: np.multiply(buffer, 0 if step == 0 else 0.5, out=buffer)),
    },
    in_place=True,
    judge=judge_training,
)
