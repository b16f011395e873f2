"""Small exercises of chapter 16."""

from collections import Counter

import numpy as np

from .question import ask, between


def crosses(a, b, c, d):
    return a < c < b < d or c < a < d < b


def count(crosses, times=any, spans=list):
    """A function of two lists of spans.  times: how often one of the first counts, by whether it crosses each other"""
    return lambda found, gold: sum(times(crosses(*span, *each) for each in gold) for span in spans(found))


def without_punctuation(symbols, counted, keep_empty=False):
    brackets, starts, position, words = Counter(), [], 0, iter(counted)
    for symbol in symbols:
        if symbol == "XX":
            position += next(words)
        elif symbol[0] == "(":
            starts.append(position)
        elif (start := starts.pop()) < position or keep_empty:
            brackets[symbol[1:], start, position] += 1
    return dict(brackets)


def completion(symbols, n, step=-1):
    """step: through what is open"""
    open_ = []
    for symbol in symbols:
        if symbol[0] == "(":
            open_.append(")" + symbol[1:])
        elif symbol[0] == ")":
            open_.pop()
    return ["XX"] * (n - symbols.count("XX")) + open_[::step]


def f1(counts):
    matched, found, gold = map(sum, zip(*counts, strict=True))
    return 200 * matched / (found + gold)


def share(counts, column):
    """What is matched of a column, in percent"""
    return 100 * sum(each[0] for each in counts) / sum(each[column] for each in counts)


ask(
    "16/1",
    "precision, recall and F1 in percent of the brackets found, a list of three numbers",
    [60, 75, 200 / 3],
    wrong={
        "these are shares; give percent": [0.6, 0.75, 2 / 3],
        "precision and recall are swapped": [75, 60, 200 / 3],
        "F1 is not the ordinary mean of precision and recall": [60, 75, 67.5],
        "NP (2, 4) and NP (3, 5) are different brackets": [80, 100, 800 / 9],
    },
    hints=(
        "three numbers; which brackets are in both lists, with the same label, start and end?",
        "precision asks about the brackets found, recall about those in gold; F1 is below their ordinary mean",
    ),
    digits=3,
)

ask(
    "16/2",
    "a function of n that gives how many symbols a binary tree over n words has",
    lambda n: 3 * n - 2,
    tries=[(3,), (2,), (8,), (40,)],
    wrong={
        "there are fewer constituents than words": lambda n: 3 * n,
        "a constituent has two brackets, not one": lambda n: 2 * n - 1,
        "these are the brackets alone; a word is a symbol, too": lambda n: 2 * n - 2,
    },
    hints=(
        "draw such a tree; how many constituents does it have?",
        "each constituent makes one part out of two, and it has two brackets",
    ),
)

ask(
    "16/3",
    "a function of two lists of spans (start, end) that gives how many of the first cross at least one of the second",
    count(crosses),
    tries=[
        ([(0, 5), (1, 2)], [(0, 3), (3, 5)]),
        ([(0, 2), (2, 4)], [(2, 4), (4, 6)]),
        ([(0, 3)], [(2, 5)]),
        ([(3, 6)], [(1, 4)]),
        ([(0, 3), (3, 5)], [(0, 2), (2, 5)]),
        ([(2, 6)], [(0, 3), (5, 8)]),
        ([(1, 4), (1, 4), (5, 6)], [(3, 6)]),
        ([], [(0, 3)]),
    ],
    wrong={
        "a span that contains another, or lies within it, does not cross it": count(lambda a, b, c, d: a < d and c < b),
        "spans that only touch do not cross": count(lambda a, b, c, d: a < c <= b < d or c < a <= d < b),
        "a span also crosses another if it starts outside the other and ends inside it": (
            count(lambda a, b, c, d: c < a < d < b)
        ),
        "a span also crosses another if it starts inside the other and ends outside it": (
            count(lambda a, b, c, d: a < c < b < d)
        ),
        "a span that crosses two others counts once": count(crosses, sum),
        "a span that is listed twice counts twice": count(crosses, spans=set),
        "to cross one of the second is enough": count(crosses, all),
    },
)

ask(
    "16/4",
    "a function (symbols, counted) that gives the Counter of (label, start, end) without punctuation",
    without_punctuation,
    tries=[
        (line.split(), counted)
        for line, counted in (
            ("(S (NP XX )NP (VP XX )VP XX )S", [True, True, False]),
            ("(S XX (NP XX XX )NP XX )S", [False, True, True, False]),
            ("(S (NP XX )NP XX (VP XX )VP )S", [True, False, True]),
            ("(S (NP XX )NP (PRN XX )PRN )S", [True, False]),
            ("(NP (NP XX )NP )NP", [True]),
        )
    ],
    wrong={
        "punctuation takes no position": lambda symbols, counted: without_punctuation(symbols, [True] * len(counted)),
        "punctuation in the middle takes no position": lambda symbols, counted: without_punctuation(
            symbols, [each or 0 < i < len(counted) - 1 for i, each in enumerate(counted)]
        ),
        "a constituent of punctuation only is no bracket": lambda *given: without_punctuation(*given, keep_empty=True),
        "a bracket that occurs twice counts twice": lambda *given: dict.fromkeys(without_punctuation(*given), 1),
    },
)

ask(
    "16/5",
    "a function (symbols, n) that gives the symbols missing at the end of a list that was cut off, for n words",
    completion,
    tries=[
        (line.split(), n)
        for line, n in (
            ("(S (NP XX )NP (VP XX )VP )S", 2),
            ("(S (NP XX )NP (VP XX", 2),
            ("(S (NP XX XX )NP (VP XX (NP XX", 6),
            ("(S (NP XX )NP", 3),
            ("(NP (NP XX", 1),
        )
    ],
    wrong={
        "close the constituent that was opened last first": lambda symbols, n: completion(symbols, n, 1),
        "first the words, then close what is open": lambda symbols, n: completion(symbols, n, 1)[::-1],
        "a label that is open twice must be closed twice": lambda symbols, n: [*dict.fromkeys(completion(symbols, n))],
    },
)

ask(
    "16/6",
    "a guess of F1 for sentences twice as long as those of the training: 5, 45 or 90",
    45,
    wrong={"in percent": 0.45, "look at the left picture of part 9": 90},
    judge=between(
        25,
        70,
        "give the guess in percent; look at the left picture of part 9, and think of the first and of the last words "
        "separately",
        "brackets near the beginning are mostly right, those near the end are not",
    ),
)

COUNTS = [(3, 3, 3), (10, 20, 30), (1, 5, 3)]
ask(
    "16/7",
    "a function of a list of (matched, found, gold) per sentence that gives F1 of the corpus in percent",
    f1,
    tries=[(COUNTS,), ([*COUNTS, (0, 0, 0)],)],
    wrong={
        "this is a mean over sentences, in which a short one counts as much as a long one": (
            lambda counts: np.mean([f1([each]) for each in counts])
        ),
        "this is a share; give percent": lambda counts: f1(counts) / 100,
        "this is the precision alone": lambda counts: share(counts, 1),
        "this is the recall alone": lambda counts: share(counts, 2),
        "F1 is not the ordinary mean of precision and recall": lambda c: (share(c, 1) + share(c, 2)) / 2,
        "it is half of what it should be": lambda counts: f1(counts) / 2,
    },
    hints=(
        "give one number for the corpus",
        "how many brackets are matched, found and gold in all sentences together?",
    ),
    digits=4,
)
