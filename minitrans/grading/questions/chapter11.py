"""Small exercises of chapter 11."""

import math

from .question import ask


def alpha(a, m, b, n):
    return math.log(b / a) / math.log((5 + n) / (5 + m))


def may_stop(live, finished, limit, alpha, nbest, best=max, place=None, longest=True, descending=True):
    """place: of the finished score that is to beat"""
    if len(finished) < nbest:
        return False
    penalty = ((5 + limit) / 6) ** alpha if longest else 1
    return best(live) / penalty <= sorted(finished, reverse=descending)[nbest - 1 if place is None else place]


def extended(rows, best, end):
    return [row if end in row else [*row, piece] for row, piece in zip(rows, best, strict=True)]


ask(
    "11/1",
    "the number of words that a beam of 1,000 prints for the model plausible_empty with alpha = 0",
    0,
    hints=(
        "which has the higher log probability, the empty sentence or the right one?",
        "log 0.03 is about -3.5, ten times log 0.5 about -6.9",
    ),
)

ask(
    "11/2",
    "a function (a, m, b, n) of log p and pieces of two translations: the alpha for which their scores are equal",
    alpha,
    tries=[(-2.6, 3, -3.3, 7), (-1.0, 1, -2.0, 7), (-3.3, 7, -2.6, 3), (-2.0, 3, -1.0, 7)],
    wrong={
        "the penalty is that of m + 5 and n + 5, not of m and n": lambda a, m, b, n: math.log(b / a) / math.log(n / m),
        "if the longer translation is more probable, alpha is negative": (
            lambda *both: abs(alpha(*both)),
            lambda *both: max(0, alpha(*both)),
            lambda a, m, b, n: alpha(a, min(m, n), b, max(m, n)),
        ),
    },
    hints=("set the two scores equal, and take the logarithm of the ratio of their log probabilities",),
)

ask(
    "11/3",
    "a function of rows, lists of ids, best, their next ids, and end, that extends the rows without an end",
    extended,
    tries=[
        ([[5, 2], [4, 6], [2], []], [7, 2, 9, 8], 2),
        ([[5, 2], [4, 3]], [3, 2], 3),
    ],
    wrong={
        "rows that have ended are extended, too": lambda rows, best, _: extended(rows, best, None),
        "`end` is not always 2": lambda rows, best, _: extended(rows, best, 2),
    },
)

ask(
    "11/4",
    "a function (live, finished, limit, alpha, nbest) that gives True if no live hypothesis, of one or more, "
    "can be among the n best",
    may_stop,
    tries=[
        ([-2.0], [], 10, 0.6, 1),
        ([-2.0], [-0.5], 10, 0.6, 2),
        ([-2.0], [-1.5], 13, 1.0, 1),
        ([-2.0, -9.0], [-1.5], 13, 1.0, 1),
        ([-9.0, -2.0], [-1.5], 13, 1.0, 1),
        ([-2.0], [-1.5], 13, 0.0, 1),
        ([-9.0, -6.0], [-1.5], 13, 1.0, 1),
        ([-6.0], [-4.0, -1.5, -3.0], 13, 1.0, 2),
        ([-6.0], [-1.5, -1.9, -8.0], 13, 1.0, 2),
        ([-6.0], [-1.5, -9.0], 13, 1.0, 1),
        ([-6.0], [-7.0, -1.5, -1.8, -5.0], 13, 1.0, 3),
    ],
    wrong={
        "fewer than nbest have ended, so each live hypothesis is still needed": (
            lambda live, finished, *rest: may_stop(live, [*finished, 0.0, 0.0], *rest)
        ),
        "a live hypothesis can grow to the longest length: divide its log probability by the penalty of `limit`": (
            lambda *given: may_stop(*given, longest=False)
        ),
        "compare the live hypothesis with the largest log probability": (
            lambda *given: may_stop(*given, best=min),
            lambda *given: may_stop(*given, best=lambda live: live[0]),
        ),
        "with alpha = 0 the score of a live hypothesis can only fall": lambda *_: False,
        "with nbest = 2, compare with the second best score": lambda *given: may_stop(*given, place=0),
        "compare with the best of the finished scores, which is the largest": (
            lambda *given: may_stop(*given, place=-1),
            lambda *given: may_stop(*given, descending=False),
        ),
    },
)
