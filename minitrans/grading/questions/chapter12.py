"""Small exercises of chapter 12."""

import math
import operator
from collections import Counter
from functools import reduce

from .question import ask, between


def penalty(c, r):
    return 1.0 if c >= r else math.exp(1 - r / c)


def grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


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


ask(
    "12/1",
    "the BLEU that the brevity penalty alone gives if 2 of 7 tokens are left out: 95, 67 or 40",
    100 * penalty(5, 7),
    wrong={"the penalty is not proportional to the length": 95},
    judge=between(63, 71, "the penalty is not proportional to the length; put both lengths into the formula"),
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
    "12/2",
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
