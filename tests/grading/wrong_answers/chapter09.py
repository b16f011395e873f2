"""Wrong answers to the exercises of chapter 9."""

import numpy as np


def cut(rows, at=2, skip=(0,)):
    lists = []
    for row in np.asarray(rows).tolist():
        row = row[: row.index(at)] if at in row else row
        lists.append([i for i in row if i not in skip])
    return lists


WRONG = [
    ("09/1", "the letters", 7),
    ("09/1", "all merges in any order: ▁slow, er", 2),
    ("09/1", "without the ▁", 5),
    ("09/2", "the share of words", lambda n: sum(n) / (len(n) * max(n))),
    ("09/2", "padding over words", lambda n: len(n) * max(n) / sum(n) - 1),
    ("09/2", "the number of padded places", lambda n: len(n) * max(n) - sum(n)),
    (
        "09/2",
        "a mean over the sentences longer than 1",
        lambda n: np.mean([1 - each / max(n) for each in n if each > 1]),
    ),
    ("09/2", "the first sentence is taken as the shortest", lambda n: 1 - (n[0] + n[-1]) / 2 / max(n)),
    ("09/2", "in percent", lambda n: 100 * (1 - sum(n) / len(n) / max(n))),
    ("09/3", "the mean of the four shares of batches", (0 + 0.25 + 0.25 + 0) / 4),
    ("09/3", "one half of it", 1 / 14),
    ("09/3", "over the words, not the array", 1 / 6),
    ("09/4", "the mean of the losses", lambda losses, tokens: np.mean(losses)),
    ("09/4", "tokens over losses", lambda losses, tokens: sum(tokens) / sum(losses)),
    ("09/4", "the perplexity", lambda losses, tokens: np.exp(sum(losses) / sum(tokens))),
    ("09/4", "in bits", lambda losses, tokens: sum(losses) / sum(tokens) / np.log(2)),
    ("09/4", "in whole numbers", lambda losses, tokens: sum(losses) // sum(tokens)),
    (
        "09/5",
        "up to the last EOS",
        lambda a: [
            [i for i in r[: len(r) - r[::-1].index(2) if 2 in r else None] if i not in (0, 2)] for r in a.tolist()
        ],
    ),
    ("09/5", "EOS is kept", lambda a: [[*ids, 2] for ids in cut(a)]),
    ("09/5", "cut at PAD only", lambda a: cut(a, 0, ())),
    ("09/5", "one list for all", lambda a: sum(cut(a), [])),
    ("09/5", "empty sentences are left out", lambda a: [ids for ids in cut(a) if ids]),
    (
        "09/5",
        "a row without EOS loses its last id",
        lambda a: [ids[:-1] if 2 not in row else ids for ids, row in zip(cut(a), a, strict=True)],
    ),
    ("09/6", "fewer than by shared merges", 0.5),
    ("09/6", "ten times as many", 10),
    ("09/7", "EOS at the start, as some models have it", lambda target: ([2, *target], [*target, 2])),
    ("09/7", "the input also ends with EOS", lambda target: ([1, *target, 2], [*target, 2])),
    ("09/7", "the output starts with BOS", lambda target: ([1, *target], [1, *target, 2])),
    ("09/7", "one id shorter", lambda target: ([1, *target[:-1]], [*target])),
    ("09/7", "swapped", lambda target: ([*target, 2], [1, *target])),
]
MENDED = [  # answers that were once taken as right
    ("09/2", "the last is taken as the longest", lambda n: 1 - sum(n) / len(n) / n[-1]),
]
