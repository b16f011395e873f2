"""Wrong answers to the exercises of chapter 18."""

import re

import numpy as np


def in_a_row(words, times, same=lambda a, b: a == b):
    return any(all(same(each, words[i]) for each in words[i : i + times]) for i in range(len(words) - times + 1))


WRONG = [
    ("18/1", "the share of wrong words alone", 0.98),
    ("18/1", "in percent", 80),
    ("18/1", "none of the sentences is right", 0.3),
    ("18/2", "twice in a row", lambda words: in_a_row(words, 2)),
    ("18/2", "four times in a row", lambda words: in_a_row(words, 4)),
    ("18/2", "three times anywhere", lambda words: any(words.count(word) >= 3 for word in words)),
    ("18/2", "at the start only", lambda words: in_a_row(words[:3], 3)),
    ("18/2", "at the end is not seen", lambda words: in_a_row(words[:-1], 3)),
    ("18/2", "two words that stand in turn", lambda words: in_a_row(words[::2], 3) or in_a_row(words, 3)),
    ("18/3", "the ends are outside", lambda row, base: not min(base) < row < max(base)),
    ("18/3", "above the largest only", lambda row, base: row > max(base)),
    ("18/3", "below the smallest only", lambda row, base: row < min(base)),
    ("18/3", "more than a deviation from the mean", lambda row, base: abs(row - np.mean(base)) > np.std(base)),
    (
        "18/3",
        "the first and last entry are the range",
        lambda row, base: not min(base[0], base[-1]) <= row <= max(base[0], base[-1]),
    ),
    ("18/3", "another number than those of base", lambda row, base: row not in base),
    ("18/3", "more than 0.5 from the nearest", lambda row, base: min(abs(row - each) for each in base) >= 0.5),
    ("18/4", "one of three places", 1 / 3),
    ("18/4", "inside as well: 1", 1),
    ("18/4", "one eighth", 1 / 8),
]
MENDED = [  # answers that were once taken as right
    ("18/2", "exactly three times", lambda words: in_a_row(words, 3) and not in_a_row(words, 4)),
    ("18/2", "words that begin alike", lambda words: in_a_row(words, 3, lambda a, b: a[0] == b[0])),
    ("18/2", "letters three times in a row", lambda words: bool(re.search(r"(.)\1\1", "".join(words)))),
    ("18/3", "the first two entries are the range", lambda row, base: not base[1] <= row <= base[0]),
    ("18/3", "more than 0.85 from the mean", lambda row, base: abs(row - np.mean(base)) > 0.85),
]
