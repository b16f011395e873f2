from collections import Counter

import numpy as np
import pytest


def crosses(a, b, c, d):
    return a < c < b < d or c < a < d < b


def count(condition):
    return lambda found, gold: sum(any(condition(*span, *other) for other in gold) for span in found)


def without_punctuation(symbols, counted):
    found, open_, position, words = Counter(), [], 0, iter(counted)
    for symbol in symbols:
        if symbol == "XX":
            position += next(words)
        elif symbol[0] == "(":
            open_.append(position)
        elif (start := open_.pop()) < position:
            found[symbol[1:], start, position] += 1
    return found


def completion(symbols, n):
    open_ = []
    for symbol in symbols:
        if symbol[0] == "(":
            open_.append(")" + symbol[1:])
        elif symbol[0] == ")":
            open_.pop()
    return ["XX"] * (n - symbols.count("XX")) + open_[::-1]


def f1(counts):
    matched, found, gold = map(sum, zip(*counts, strict=True))
    return 200 * matched / (found + gold)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("16/1", (60, 75, 66.7)),
        ("16/1", np.array([60, 75, 200 / 3])),
        ("16/2", lambda n: 3 * n - 2),
        ("16/3", count(crosses)),
        ("16/3", count(lambda a, b, c, d: a < d and c < b and not (a <= c and d <= b) and not (c <= a and b <= d))),
        ("16/4", lambda *case: dict(without_punctuation(*case))),
        ("16/5", lambda *case: tuple(completion(*case))),
        ("16/6", [45]),
        ("16/7", f1),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("16/1", [0.6, 0.75, 2 / 3], "give percent"),
        ("16/1", [75, 60, 200 / 3], "are swapped"),
        ("16/1", [60, 75, 67.5], "not the ordinary mean"),
        ("16/2", lambda n: 3 * n, "fewer constituents than words"),
        ("16/2", lambda n: 2 * n - 1, "two brackets, not one"),
        ("16/3", count(lambda a, b, c, d: a < c < b < d), "starts inside (1, 4) and ends outside"),
        ("16/3", count(lambda a, b, c, d: c < a < d < b), "starts outside (2, 5) and ends inside"),
        ("16/3", count(lambda a, b, c, d: a < d and c < b), "does not cross it"),
        ("16/3", lambda found, gold: sum(crosses(*span, *other) for span in found for other in gold), "counts once"),
        ("16/4", lambda *case: list(without_punctuation(*case)), "return a Counter"),
        ("16/5", lambda *case: " ".join(completion(*case)), "return a list of symbols"),
        ("16/5", lambda *case: completion(*case)[::-1], "opened last first"),
        ("16/6", 0.45, "in percent"),
        ("16/7", lambda counts: np.mean([200 * m / (f + g) for m, f, g in counts]), "a mean over sentences"),
        ("16/7", lambda counts: f1(counts) / 100, "give percent"),
        ("16/7", lambda counts: f1(counts) / 2, "half of what it should be"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
