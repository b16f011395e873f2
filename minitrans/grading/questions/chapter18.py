"""Small exercises of chapter 18."""

import numpy as np

from .answer import expect, numbers, small


@small("18/1", "the share of BLEU that is left when most articles are wrong: 0.98, 0.8 or 0.3")
def bleu_with_wrong_articles(answer):
    if not 0.7 < numbers(answer) < 0.9:
        raise AssertionError(
            "how many runs of two, three and four words contain an article?",
            "try it: replace the words in `outputs` and score them with minitrans.tasks.bleu.score",
        )


@small("18/2", "a function of a list of words that is True if a word stands three times in a row")
def stutters(answer):
    cases = {"a a a": True, "a b b b c": True, "a a b a a": False, "": False, "a a": False, "x a b a b a b": False}
    cases |= {"a a a a": True, "das dem den": False, "aaa b": False}
    for line, right in cases.items():
        if bool(answer(line.split())) != right:
            raise AssertionError(f"for {line.split()} it must be {right}")


@small(
    "18/3", "a function of row, a number, and base, a list of numbers, that is True if row is outside of their range"
)
def differs(answer):
    for base, rows in (
        ([30.5, 29.5, 31.0, 30.0], {29.0: True, 29.5: False, 30.0: False, 30.33: False, 31.0: False, 31.5: True}),
        ([20.0, 10.0], {9.5: True, 11.0: False, 20.5: True}),
    ):
        for row, right in rows.items():
            if bool(answer(row, list(base))) != right:
                raise AssertionError(f"for row = {row} and base = {base} it must be {right}")


@small("18/4", "the probability that a fourth random number lies outside of the range of three others, a number")
def outside_of_three(answer):
    if np.allclose(numbers(answer), 0.25):
        raise AssertionError("it may be below all of them or above all of them")
    expect(answer, 0.5, "all orders are equally probable: in how many of four places is the fourth outside?")
