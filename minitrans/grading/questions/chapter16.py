"""Small exercises of chapter 16."""

from collections import Counter

import numpy as np

from ..exercises.exercise import short_repr
from .answer import expect, numbers, small


@small("16/1", "precision, recall and F1 in percent of the brackets found, a list of three numbers")
def three_scores(answer):
    f1 = 200 / 3
    expect(
        answer,
        [60, 75, f1],
        "three numbers; which brackets are in both lists, with the same label, start and end?",
        "precision asks about the brackets found, recall about those in gold; F1 is below their ordinary mean",
        digits=3,
        mistakes={
            "these are shares; give percent": [0.6, 0.75, f1 / 100],
            "precision and recall are swapped": [75, 60, f1],
            "F1 is not the ordinary mean of precision and recall": [60, 75, 67.5],
            "NP (2, 4) and NP (3, 5) are different brackets": [80, 100, 800 / 9],
        },
    )


@small("16/2", "a function of n that gives how many symbols a binary tree over n words has")
def symbols_of_binary(answer):
    for n in (3, 2, 8, 40):
        expect(
            answer(n),
            3 * n - 2,
            f"for n = {n}: draw such a tree; how many constituents does it have?",
            "each constituent makes one part out of two, and it has two brackets",
            mistakes={
                f"for n = {n}: there are fewer constituents than words": 3 * n,
                f"for n = {n}: a constituent has two brackets, not one": 2 * n - 1,
                f"for n = {n}: these are the brackets alone; a word is a symbol, too": 2 * n - 2,
            },
        )


@small(
    "16/3",
    "a function of two lists of spans (start, end) that gives how many of the first cross at least one of the second",
)
def crossing(answer):
    for actual, gold, right, hint in (
        ([(0, 5), (1, 2)], [(0, 3), (3, 5)], 0, "a span that contains another, or lies within it, does not cross it"),
        (
            [(0, 2), (2, 4)],
            [(2, 4), (4, 6)],
            0,
            "spans that only touch do not cross: one ends at 2, where the other starts",
        ),
        ([(0, 3), (3, 5)], [(0, 2), (2, 5)], 1, "(0, 3) starts outside (2, 5) and ends inside it"),
        ([(3, 6)], [(1, 4)], 1, "(3, 6) starts inside (1, 4) and ends outside it"),
        ([(2, 6)], [(0, 3), (5, 8)], 1, "a span that crosses two others counts once"),
        ([(1, 4), (1, 4), (5, 6)], [(3, 6)], 2, "a span that is listed twice counts twice"),
        ([], [(0, 3)], 0, "without spans, none crosses"),
    ):
        expect(answer(list(actual), list(gold)), right, f"{actual} against {gold}: {hint}")


@small("16/4", "a function (symbols, counted) that gives the Counter of (label, start, end) without punctuation")
def without_punctuation(answer):
    for line, counted, right, hint in (
        ("(S (NP XX )NP (VP XX )VP XX )S", [1, 1, 0], "S02 NP01 VP12", "the last word takes no position"),
        (
            "(S XX (NP XX XX )NP XX )S",
            [0, 1, 1, 0],
            "S02 NP02",
            "punctuation at the start does not shift the positions after it",
        ),
        ("(S (NP XX )NP XX (VP XX )VP )S", [1, 0, 1], "S02 NP01 VP12", "punctuation in the middle takes no position"),
        ("(S (NP XX )NP (PRN XX )PRN )S", [1, 0], "S01 NP01", "a constituent of punctuation only is no bracket"),
        ("(NP (NP XX )NP )NP", [1], "NP01 NP01", "a bracket that occurs twice counts twice"),
    ):
        right = Counter((each[:-2], int(each[-2]), int(each[-1])) for each in right.split())
        actual = answer(line.split(), [bool(each) for each in counted])
        if not isinstance(actual, dict):
            raise AssertionError(f"return a Counter of (label, start, end), not {short_repr(actual)}")
        if Counter(actual) != right:
            raise AssertionError(f"{line} with {counted}: {hint}; expected {dict(right)}, not {short_repr(actual)}")


@small(
    "16/5", "a function (symbols, n) that gives the symbols missing at the end of a list that was cut off, for n words"
)
def completion(answer):
    for line, n, right, hint in (
        ("(S (NP XX )NP (VP XX )VP )S", 2, "", "nothing is missing"),
        ("(S (NP XX )NP (VP XX", 2, ")VP )S", "close the constituent that was opened last first"),
        (
            "(S (NP XX XX )NP (VP XX (NP XX",
            6,
            "XX XX )NP )VP )S",
            "first the words, then close what is open, inner constituents first",
        ),
        ("(S (NP XX )NP", 3, "XX XX )S", "do not close a constituent twice"),
        ("(NP (NP XX", 1, ")NP )NP", "a label that is open twice must be closed twice"),
    ):
        actual = answer(line.split(), n)
        if not isinstance(actual, list | tuple):
            raise AssertionError(f"return a list of symbols, not {short_repr(actual)}")
        if list(actual) != right.split():
            raise AssertionError(f"{line} for {n} words: {hint}; expected {right.split()}, not {short_repr(actual)}")


@small("16/6", "a guess of F1 for sentences twice as long as those of the training: 5, 45 or 90")
def f1_of_longer_sentences(answer):
    guess = numbers(answer)
    if guess.size == 1 and 0.25 < guess < 0.7:
        raise AssertionError("give the guess in percent")
    if guess.size != 1 or not 25 < guess < 70:
        raise AssertionError(
            "look at the left picture of part 9, and think of the first and of the last words separately",
            "brackets near the beginning are mostly right, those near the end are not",
        )


@small("16/7", "a function of a list of (matched, found, gold) per sentence that gives F1 of the corpus in percent")
def corpus_f1(answer):
    counts = [(3, 3, 3), (10, 20, 30), (1, 5, 3)]
    right, precision, recall = 100 * 2 * 14 / (28 + 36), 100 * 14 / 28, 100 * 14 / 36
    mistakes = {
        "this is a mean over sentences, in which a short one counts as much as a long one": np.mean([100, 40, 25]),
        "this is a share; give percent": right / 100,
        "this is the precision alone": precision,
        "this is the recall alone": recall,
        "F1 is not the ordinary mean of precision and recall": (precision + recall) / 2,
        "it is half of what it should be": right / 2,
    }
    hints = "give one number for the corpus", "how many brackets are matched, found and gold in all sentences together?"
    expect(answer(list(counts)), right, *hints, digits=4, mistakes=mistakes)
    expect(answer([*counts, (0, 0, 0)]), right, "a sentence without brackets changes nothing", digits=4)
