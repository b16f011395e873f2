import math
import random
import re
from collections import Counter

import numpy as np
import pytest

from minitrans.data.corpora import corpus_files


def loops(y, targets):
    total = np.zeros(len(y))
    for target in targets:
        total += y
        total[target] -= 1
    return total


def once(y, targets):
    dz = len(targets) * y
    dz[targets] -= 1
    return dz


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("00b/1", 1.59),
        ("00b/1", 4 ** (1 / 3)),
        ("00b/2", 120),
        ("00b/2", [121.9]),
        ("00b/3", loops),
        ("00b/3", lambda y, targets: (y - np.eye(len(y))[targets]).sum(axis=0)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("00b/1", 0.462, "this is the loss"),
        ("00b/1", 16, "one over the probability"),
        ("00b/1", 1.667, "the mean of 1 / p"),
        ("00b/1", 1.741, "the full stop are predicted too"),
        ("00b/1", 3, "each of the six words"),
        ("00b/2", 196, "count its pairs"),
        ("00b/2", [120, 120], "count its pairs"),
        ("00b/3", once, "several times is subtracted only once"),
        ("00b/3", lambda y, targets: y - np.bincount(targets, minlength=len(y)), "as often as there are pairs"),
        ("00b/3", lambda y, targets: loops(y, targets) / len(targets), "the mean of the gradients"),
        ("00b/3", lambda y, targets: -loops(y, targets), "expected minus what happened"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said


@pytest.mark.parametrize(("name", "answer"), [("00b/1", 3), ("00b/2", 19)])
def test_second_hint_says_more(verdict, name, answer):
    assert verdict(name, answer, attempt=2) != verdict(name, answer, attempt=1)


def test_shuffled_text_has_the_perplexity_that_is_taken_as_right(verdict):
    """By a dictionary of pairs, over the words of the training text."""
    english = corpus_files("toy-en-de")["train"][0].read_text(encoding="utf-8")
    text = re.findall(r"[\w'-]+|[.,?]", english)
    random.Random(1).shuffle(text)
    pairs, firsts = Counter(zip(text, text[1:], strict=False)), Counter(text[:-1])
    loss = -sum(times * math.log(times / firsts[first]) for (first, _), times in pairs.items()) / (len(text) - 1)
    assert verdict("00b/2", math.exp(loss)) == "00b/2  right"
