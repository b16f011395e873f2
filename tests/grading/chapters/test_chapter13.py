import math

import numpy as np
import pytest


def distances(a):
    return a * abs(np.arange(a.shape[0])[:, None] - np.arange(a.shape[1]))


def entropies(a, log=np.log2):
    return -(a * log(np.where(a > 0, a, 1))).sum(axis=-1)


def by_loop(weights, mask):
    rows = [
        row for rows, words in zip(weights, mask, strict=True) for row, word in zip(rows, words, strict=True) if word
    ]
    return sum(-sum(a * math.log2(a) for a in row if a) for row in rows) / len(rows)


def slopes_of_heads(y, dy, heads):
    return -(y * dy).reshape(len(y), heads, -1)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("13/1", 1.75),
        ("13/1", np.float32(1.75)),
        ("13/2", lambda a: distances(a).sum() / len(a)),
        ("13/3", by_loop),
        ("13/4", lambda *arrays: list(slopes_of_heads(*arrays).sum(axis=(0, 2)))),
        ("13/5", 9),
        ("13/6", lambda slopes: np.abs(slopes).sum(0).tolist()),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("13/1", 1.75 * math.log(2), "these are nats"),
        ("13/1", -1.75, "never negative"),
        ("13/1", 2, "four equal weights"),
        ("13/2", lambda a: distances(a).sum(), "the sum over the rows"),
        ("13/2", lambda a: distances(a).mean(), "a mean over all entries"),
        ("13/2", lambda a: distances(a).sum(axis=1), "one number per row"),
        ("13/2", lambda a: abs(a.argmax(axis=1) - np.arange(len(a))).mean(), "the largest weight"),
        ("13/3", lambda a, mask: np.float64("nan"), "0 * log 0"),
        ("13/3", lambda a, mask: entropies(a).mean(), "the rows of padding are in the mean"),
        ("13/3", lambda a, mask: (entropies(a) * mask).mean(), "count as zeros"),
        ("13/3", lambda a, mask: entropies(a, np.log)[mask].mean(), "these are nats"),
        ("13/3", lambda a, mask: entropies(a)[~mask].mean(), "the rows of padding: True"),
        ("13/3", lambda a, mask: np.mean([e[m].mean() for e, m in zip(entropies(a), mask, strict=True)]), "at once"),
        ("13/3", lambda a, mask: -(a * np.log2(a + 1e-9)).sum(axis=-1)[mask].mean(), "added before the logarithm"),
        ("13/4", lambda y, dy, h: slopes_of_heads(np.ones(y.shape), dy, h).sum(axis=(0, 2)), "y is missing"),
        ("13/4", lambda *arrays: abs(slopes_of_heads(*arrays).sum(axis=(0, 2))), "has a sign"),
        ("13/4", lambda *arrays: -slopes_of_heads(*arrays).sum(axis=(0, 2)), "from 1 down to 0"),
        ("13/4", lambda *arrays: slopes_of_heads(*arrays).mean(axis=(0, 2)), "not a mean"),
        ("13/4", lambda y, dy, h: -(y * dy).reshape(len(y), -1, h).sum(axis=(0, 1)), "are neighbours"),
        ("13/6", lambda slopes: abs(slopes.sum(axis=0)), "still cancel"),
        ("13/6", lambda slopes: abs(slopes).sum(axis=1), "one number per sentence"),
        ("13/6", lambda slopes: (slopes**2).sum(axis=0), "sums of squares; take absolute"),
        ("13/6", lambda slopes: abs(slopes).max(axis=0), "all slopes count"),
        ("13/6", lambda slopes: np.argsort(-abs(slopes).sum(axis=0)), "one number per head"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
