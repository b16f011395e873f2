"""Wrong answers to the exercises of chapter 11."""

import math


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def may_stop(live, finished, limit, alpha, nbest, place=None, best=max, bound=penalty, descending=True, at_least=True):
    if at_least and len(finished) < nbest:
        return False
    to_beat = sorted(finished, reverse=descending)[nbest - 1 if place is None else place]
    return best(live) / bound(limit, alpha) <= to_beat


WRONG = [
    ("11/1", "one over it", 0.5),
    ("11/1", "7 / 6, without the 5", 7 / 6),
    ("11/1", "one piece more, for EOS", 13 / 6),
    ("11/2", "the quotient upside down", lambda a, m, b, n: math.log(a / b) / math.log((5 + n) / (5 + m))),
    ("11/2", "without the 5", lambda a, m, b, n: math.log(b / a) / math.log(n / m)),
    ("11/2", "6 in place of 5", lambda a, m, b, n: math.log(b / a) / math.log((6 + n) / (6 + m))),
    ("11/2", "the difference of log probabilities", lambda a, m, b, n: (b - a) / math.log((5 + n) / (5 + m))),
    ("11/3", "one step too few", lambda T: (T * (T - 1) / 2, T)),
    ("11/3", "T squared", lambda T: (T * T, T)),
    ("11/3", "with BOS as a position", lambda T: ((T + 1) * (T + 2) / 2, T + 1)),
    ("11/3", "swapped", lambda T: (T, T * (T + 1) / 2)),
    ("11/4", "the best score counts, whatever nbest is", lambda *a: may_stop(*a, place=0)),
    ("11/4", "the worst score counts", lambda *a: may_stop(*a, place=-1)),
    (
        "11/4",
        "one place too far",
        lambda live, f, limit, alpha, n: len(f) >= n and may_stop(live, [*f, -99.0], limit, alpha, n + 1),
    ),
    ("11/4", "the worst live hypothesis", lambda *a: may_stop(*a, best=min)),
    ("11/4", "the first live hypothesis", lambda *a: may_stop(*a, best=lambda live: live[0])),
    ("11/4", "without the penalty", lambda *a: may_stop(*a, bound=lambda *_: 1)),
    ("11/4", "without the 5 and the 6", lambda *a: may_stop(*a, bound=lambda limit, alpha: limit**alpha)),
    ("11/4", "the penalty without alpha", lambda *a: may_stop(*a, bound=lambda limit, alpha: penalty(limit, 1.0))),
    ("11/4", "more than nbest must have ended", lambda live, f, *a: len(f) > a[2] and may_stop(live, f, *a)),
    (
        "11/4",
        "the finished in the order in which they ended",
        lambda live, f, limit, alpha, n: len(f) >= n and max(live) / penalty(limit, alpha) <= f[n - 1],
    ),
    ("11/4", "the mean of the live ones", lambda *a: may_stop(*a, best=lambda live: sum(live) / len(live))),
    ("11/5", "ten words, the right sentence", 10),
    ("11/5", "one word", 1),
    (
        "11/6",
        "the end is not written",
        lambda rows, best, end: [
            row if end in row or b == end else [*row, b] for row, b in zip(rows, best, strict=True)
        ],
    ),
    (
        "11/6",
        "only the last id is tested, and an empty row has none: it stays",
        lambda rows, best, end: [
            row if not row or row[-1] == end else [*row, b] for row, b in zip(rows, best, strict=True)
        ],
    ),
    (
        "11/6",
        "the id comes first",
        lambda rows, best, end: [row if end in row else [b, *row] for row, b in zip(rows, best, strict=True)],
    ),
    (
        "11/6",
        "rows that have ended are left out",
        lambda rows, best, end: [[*row, b] for row, b in zip(rows, best, strict=True) if end not in row],
    ),
]
MENDED = [  # answers that were once taken as right
    ("11/2", "the absolute value", lambda a, m, b, n: abs(math.log(b / a) / math.log((5 + n) / (5 + m)))),
    ("11/2", "a positive alpha only", lambda a, m, b, n: max(0, math.log(b / a) / math.log((5 + n) / (5 + m)))),
    (
        "11/2",
        "the second translation is taken as the longer one",
        lambda a, m, b, n: math.log(b / a) / math.log((5 + max(m, n)) / (5 + min(m, n))),
    ),
    ("11/4", "the scores in ascending order", lambda *a: may_stop(*a, descending=False)),
    (
        "11/6",
        "the end is 2, whatever is given",
        lambda rows, best, end: [row if 2 in row else [*row, b] for row, b in zip(rows, best, strict=True)],
    ),
]
