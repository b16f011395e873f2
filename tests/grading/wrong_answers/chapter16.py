"""Wrong answers to the exercises of chapter 16."""

from collections import Counter

import numpy as np


def crosses(a, b, c, d):
    return a < c < b < d or c < a < d < b


def count(condition, pick=lambda found, gold: (found, gold), times=any):
    def answer(found, gold):
        found, gold = pick(found, gold)
        return sum(times(condition(*span, *other) for other in gold) for span in found)

    return answer


def brackets(symbols, counted, keep_empty=False, ends=0, start=0, reset=False):
    found, starts, position, rest = Counter(), [], start, iter(counted)
    for symbol in symbols:
        if symbol == "XX":
            position += next(rest)
        elif symbol[0] == "(":
            starts.append(position)
        elif (begin := starts.pop(0 if reset else -1)) < position or keep_empty:
            found[symbol[1:], begin, position + ends] += 1
    return found


def completion(symbols, n, words=True, last_first=True, all_words=False):
    open_ = []
    for symbol in symbols:
        if symbol[0] == "(":
            open_.append(")" + symbol[1:])
        elif symbol[0] == ")":
            open_.pop()
    missing = n if all_words else n - symbols.count("XX")
    return ["XX"] * missing * words + open_[:: -1 if last_first else 1]


def by_label(symbols, n):
    """Counts open and closed labels, and closes the last ones."""
    left = Counter(each[1:] for each in symbols if each[0] == "(") - Counter(
        each[1:] for each in symbols if each[0] == ")"
    )
    return ["XX"] * (n - symbols.count("XX")) + [")" + label for label in reversed(left)]


def totals(counts):
    return [sum(each) for each in zip(*counts, strict=True)]


WRONG = [
    ("16/1", "the order F1, precision, recall", [200 / 3, 60, 75]),
    ("16/1", "the geometric mean for F1", [60, 75, 4500**0.5]),
    ("16/2", "2 n", lambda n: 2 * n),
    ("16/2", "n - 1 constituents without the words", lambda n: 2 * (n - 1)),
    ("16/2", "one symbol more, for EOS", lambda n: 3 * n - 1),
    ("16/2", "n log n", lambda n: n + 2 * n * np.log2(n)),
    ("16/2", "a full tree of a power of two words", lambda n: 2 * (2 ** int(np.ceil(np.log2(n))) - 1) + n),
    ("16/3", "the two lists are exchanged", count(crosses, lambda found, gold: (gold, found))),
    ("16/3", "spans that touch cross", count(lambda a, b, c, d: a < c <= b < d or c < a <= d < b)),
    ("16/3", "each different span once", count(crosses, lambda found, gold: ({*found}, gold))),
    ("16/3", "with all of the second list", count(crosses, times=all)),
    ("16/3", "with the first of the second list only", count(crosses, lambda found, gold: (found, gold[:1]))),
    ("16/3", "spans with one end in common cross too", count(lambda a, b, c, d: a <= c < b < d or c < a < d <= b)),
    ("16/3", "spans of different lengths only", count(lambda a, b, c, d: crosses(a, b, c, d) and b - a != d - c)),
    ("16/3", "right where the spans start in order", count(lambda a, b, c, d: a < c < b < d)),
    ("16/4", "constituents of punctuation only are kept", lambda *a: brackets(*a, keep_empty=True)),
    ("16/4", "positions count from 1", lambda *a: brackets(*a, start=1)),
    ("16/4", "the end is the last word, not the place after it", lambda *a: brackets(*a, ends=-1)),
    ("16/4", "a queue in place of a stack", lambda *a: brackets(*a, reset=True)),
    ("16/4", "each bracket once", lambda *a: Counter({*brackets(*a)})),
    ("16/4", "punctuation takes a position", lambda symbols, counted: brackets(symbols, [1] * len(counted))),
    (
        "16/4",
        "words are taken for punctuation",
        lambda symbols, counted: brackets(symbols, [not each for each in counted]),
    ),
    ("16/5", "without the words", lambda *a: completion(*a, words=False)),
    ("16/5", "outer constituents first", lambda *a: completion(*a, last_first=False)),
    ("16/5", "n words more", lambda *a: completion(*a, all_words=True)),
    ("16/5", "the whole list", lambda symbols, n: [*symbols, *completion(symbols, n)]),
    ("16/5", "one label once", by_label),
    ("16/5", "the words after the brackets", lambda symbols, n: completion(symbols, n)[::-1]),
    ("16/6", "as good as on short sentences", 90),
    ("16/6", "a share of 1", 0.45),
    (
        "16/7",
        "the harmonic mean as a share of 100 squared",
        lambda c: 200 * totals(c)[0] / (totals(c)[1] * totals(c)[2]),
    ),
    ("16/7", "the geometric mean", lambda c: 100 * totals(c)[0] / (totals(c)[1] * totals(c)[2]) ** 0.5),
    (
        "16/7",
        "matched over all different brackets",
        lambda c: 100 * totals(c)[0] / (totals(c)[1] + totals(c)[2] - totals(c)[0]),
    ),
    ("16/7", "the median of the sentences", lambda c: np.median([200 * m / max(f + g, 1) for m, f, g in c])),
    ("16/7", "the first sentence only", lambda c: 200 * c[0][0] / (c[0][1] + c[0][2])),
    ("16/7", "rounded to a whole number", lambda c: round(200 * totals(c)[0] / (totals(c)[1] + totals(c)[2]))),
]
MENDED = [  # answers that were once taken as right
    ("16/1", "F1 rounded to a whole number", [60, 75, 67]),
    (
        "16/4",
        "punctuation at the ends only",
        lambda symbols, counted: brackets(symbols, [0 < i < len(counted) - 1 or c for i, c in enumerate(counted)]),
    ),
]
