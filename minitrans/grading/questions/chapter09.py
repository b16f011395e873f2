"""Small exercises of chapter 9."""

import numpy as np

from .question import ask, between

ROWS = np.array([[7, 8, 2, 0, 0], [9, 2, 0, 0, 0], [5, 6, 7, 8, 2], [2, 0, 0, 0, 0], [5, 6, 7, 8, 9], [4, 2, 6, 2, 0]])


def to_lists(rows, end=2):
    """Each row up to its first `end`"""
    return [row[: row.index(end)] if end in row else row for row in rows.tolist()]


ask(
    "09/1",
    "the number of pieces of `▁slower` with the merges l+o, lo+w, e+r, ▁+s, ▁s+lo, w+er, a number",
    3,
    hints=("apply the merges in their order, each to the result of the one before",),
)

ask(
    "09/2",
    "the fraction of padding in batches of 2 if lengths are 2 or 4 with equal probability, a number",
    1 / 7,
    hints=(
        "how long is a batch on average, and how long is a sentence?",
        "the longer of the two is 2 only if both are, with probability 1/4",
    ),
    digits=3,
)

ask(
    "09/3",
    "a function of an array like target_out, [B, T], that gives B lists of ids without EOS (2) and PAD (0)",
    to_lists,
    tries=[*((row[None],) for row in ROWS), (ROWS,)],
    wrong={
        "PAD is gone, but EOS is still there": lambda rows: [[i for i in row if i] for row in rows.tolist()],
        "what comes after EOS does not count": lambda rows: [[i for i in row if i not in (0, 2)] for row in rows],
    },
)

ask(
    "09/4",
    "German pieces with English merges, divided by those with shared merges: 1, 2 or 10",
    2,
    wrong={"which pieces do English and German have in common?": 10},
    judge=between(
        1.5,
        3.5,
        "which pieces do English and German have in common?",
        "learn the merges from the English side alone, and count the pieces of the German validation text",
    ),
)
