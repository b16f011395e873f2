"""Small exercises of chapter 11."""

import math

import numpy as np

from .answer import expect, small


@small("11/1", "the length penalty of a translation of 7 pieces with alpha = 1, a number")
def penalty(answer):
    expect(
        answer,
        2,
        "put the length and alpha into the formula of the paper at the head of the chapter",
        "lp = ((5 + |y|) / 6)^alpha",
    )


@small(
    "11/2",
    "a function (a, m, b, n) of log p and pieces of two translations: the alpha for which their scores are equal",
)
def crossing(answer):
    cases = (-2.6, 3, -3.3, 7), (-1.0, 1, -2.0, 7), (-3.3, 7, -2.6, 3), (-2.0, 3, -1.0, 7)
    for a, m, b, n in cases:  # in the last one the longer translation is more probable, so alpha is negative
        right = math.log(b / a) / math.log((5 + n) / (5 + m))
        expect(
            answer(a, m, b, n),
            right,
            "set the two scores equal, and take the logarithm of the ratio of their log probabilities",
            "the penalty is that of m + 5 and n + 5, not of m and n",
        )


@small(
    "11/3",
    "a function of T that gives how many positions a decoder computes for T pieces, (without a KV cache, with one)",
)
def positions(answer):
    for length in (1, 4, 60):
        hint = f"for T = {length}: without a KV cache step t computes t positions, with one only the newest"
        expect(answer(length), [length * (length + 1) / 2, length], hint)


@small(
    "11/4",
    "a function (live, finished, limit, alpha, nbest) that gives True if no live hypothesis, of one or more, "
    "can be among the n best",
)
def may_stop(answer):
    late = "a live hypothesis can grow to the longest length: divide its log probability by the penalty of `limit`"
    for live, finished, limit, alpha, nbest, right, hint in (
        ([-2.0], [], 10, 0.6, 1, False, "fewer than nbest have ended, so each live hypothesis is still needed"),
        ([-2.0], [-0.5], 10, 0.6, 2, False, "fewer than nbest have ended, so each live hypothesis is still needed"),
        ([-2.0, -9.0], [-1.5], 13, 1.0, 1, False, late),
        ([-9.0, -2.0], [-1.5], 13, 1.0, 1, False, "compare the live hypothesis with the largest log probability"),
        ([-2.0], [-1.5], 13, 0.0, 1, True, "with alpha = 0 the score of a live hypothesis can only fall"),
        ([-9.0, -6.0], [-1.5], 13, 1.0, 1, True, "-6 / 3 is below -1.5, so no live hypothesis can become better"),
        ([-6.0], [-4.0, -1.5, -3.0], 13, 1.0, 2, False, "with nbest = 2, compare with the second best score"),
        ([-6.0], [-1.5, -1.9, -8.0], 13, 1.0, 2, True, "with nbest = 2, compare with the second best score"),
        ([-6.0], [-1.5, -9.0], 13, 1.0, 1, True, "compare with the best of the finished scores, which is the largest"),
        ([-6.0], [-7.0, -1.5, -1.8, -5.0], 13, 1.0, 3, False, "with nbest = 3, compare with the third best score"),
    ):
        actual = answer(list(live), list(finished), limit, alpha, nbest)
        if not isinstance(actual, bool | np.bool_):
            raise AssertionError("return True or False")
        if actual != right:
            raise AssertionError(f"live {live}, finished {finished}, alpha {alpha}, nbest {nbest}: {hint}")


@small("11/5", "the number of words that a beam of 1,000 prints for the model plausible_empty with alpha = 0")
def words_of_a_wide_beam(answer):
    expect(
        answer,
        0,
        "which has the higher log probability, the empty sentence or the right one?",
        "log 0.03 is about -3.5, ten times log 0.5 about -6.9",
    )


@small("11/6", "a function of rows, lists of ids, best, their next ids, and end, that extends the rows without an end")
def extended_rows(answer):
    for rows, best, end, right in (
        ([[5, 2], [4, 6], [2], []], [7, 2, 9, 8], 2, [[5, 2], [4, 6, 2], [2], [8]]),
        ([[5, 2], [4, 3]], [3, 2], 3, [[5, 2, 3], [4, 3]]),
    ):
        got = [list(map(int, row)) for row in answer([list(row) for row in rows], list(best), end)]
        if got == [[*row, piece] for row, piece in zip(rows, best, strict=True)]:
            raise AssertionError("rows that have ended are extended, too")
        if got != right:
            raise AssertionError(f"for rows {rows}, best {best} and end {end} it must be {right}")
