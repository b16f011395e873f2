"""A search under rules finds what brute force finds; scores are log probabilities of the model itself."""

import re
from itertools import product

import numpy as np
import pytest

from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.decoding import beam_search, length_penalty
from minitrans.interchange.full_beam import full_beam_search
from minitrans.nn.ensemble import Ensemble
from minitrans.ops import softmax_forward
from minitrans.tasks.constrained import (
    Constrained,
    at_least,
    begins_with,
    no_repeated,
    without_phrases,
    without_words,
)

SOURCES = [[4, 6, 5], [6]]
WORDS = [4, 5, 6]
EXTRA = 2  # pieces more than the source
PIECES = ["<pad>", "<s>", "</s>", "<unk>", "▁a", "b", "."]


def contains(ids, phrase):
    return any(ids[i : i + len(phrase)] == phrase for i in range(len(ids)))


def repeats(ids, n):
    grams = [tuple(ids[i : i + n]) for i in range(len(ids) - n + 1)]
    return len(set(grams)) < len(grams)


def words(ids):
    return re.findall(r"\w+|[^\w\s]", "".join(PIECES[i] for i in ids).replace("▁", " "))


RULES = {
    "prefixes": ([begins_with([[5, 4], [6]], 7)], lambda ids, i: ids[: 2 - i] == ([5, 4], [6])[i]),
    "one prefix": ([begins_with([[], [5]], 7)], lambda ids, i: i == 0 or ids[:1] == [5]),
    "at least 2": ([at_least([2, 2])], lambda ids, i: len(ids) >= 2),
    "no pair twice": ([no_repeated(2)], lambda ids, i: not repeats(ids, 2)),
    "no piece twice": ([no_repeated(1)], lambda ids, i: not repeats(ids, 1)),
    "phrases": ([without_phrases([[4, 5], [6]])], lambda ids, i: not contains(ids, [4, 5]) and 6 not in ids),
    "a word": ([without_words(["ab"], PIECES, [5, 3])], lambda ids, i: "ab" not in words(ids)),
    "signs": ([without_words([".", "/"], PIECES, [5, 3])], lambda ids, i: "." not in words(ids)),
    "two words": ([without_words(["a  a"], PIECES, [5, 3])], lambda ids, i: not contains(words(ids), ["a", "a"])),
    "several": ([at_least([1, 1]), begins_with([[4], [5]], 7)], lambda ids, i: ids[:1] == [4 + i]),
}


def log_probability(model, source, target):
    logits = model.logits(np.array([[*source, EOS]]), np.array([[BOS, *target]]))[0]
    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return sum(row[word] for row, word in zip(log_p, [*target, EOS], strict=True))


def every_translation(model, source, allowed):
    """[(score, ids)] of all that are allowed, best first"""
    found = []
    for length in range(len(source) + EXTRA):
        for target in map(list, product(WORDS, repeat=length)):
            if allowed(target):
                score = log_probability(model, source, target) / length_penalty(length + 1, 0.6)
                found.append((score, target))
    return sorted(found, reverse=True)


@pytest.fixture
def model(small_model):
    model = small_model(vocabulary=7)
    model.softmax_embedding.data *= 3
    return model


@pytest.mark.parametrize("name", RULES)
def test_a_wide_beam_finds_the_best_that_is_allowed(model, name):
    rules, allowed = RULES[name]
    found = beam_search(Constrained(model, rules, [0, 1]), SOURCES, beam=500, alpha=0.6, max_extra=EXTRA, nbest=4)
    for i, (source, hypotheses) in enumerate(zip(SOURCES, found, strict=True)):
        expected = every_translation(model, source, lambda ids, i=i: allowed(ids, i))[:4]
        assert [h.ids for h in hypotheses] == [ids for _, ids in expected]
        np.testing.assert_allclose([h.score for h in hypotheses], [score for score, _ in expected], rtol=1e-10)


@pytest.mark.parametrize("name", RULES)
def test_the_other_search_and_an_ensemble_obey_too(model, name):
    rules, allowed = RULES[name]
    for search, inner in ((full_beam_search, model), (beam_search, Ensemble([model, model]))):
        found = search(Constrained(inner, rules, [1, 0]), SOURCES[::-1], beam=4, max_extra=EXTRA, nbest=4)
        for i, hypotheses in zip((1, 0), found, strict=True):
            assert hypotheses and all(allowed(h.ids, i) for h in hypotheses)


@pytest.mark.parametrize("scale", [1, 50])
def test_what_is_allowed_keeps_its_probability(rng, scale):
    """In float32, with logits far apart; padding gets the rest.  Row i is of sentence numbers[i]."""
    numbers, logits = [2, 0, 1, 3], (scale * rng.standard_normal((4, 7))).astype(np.float32)
    never = rng.random((4, 7)) < 0.5
    never[:, [PAD, 5]] = False
    constrained = Constrained(Given(logits), [lambda history, sentence: never[sentence]], numbers)
    found = constrained.step(np.full(4, BOS), constrained.start(None))
    p, q = (softmax_forward(x.astype(float))[0] for x in (logits, found))
    np.testing.assert_allclose(q[:, 1:], np.where(never[numbers], 0, p)[:, 1:], rtol=1e-4, atol=1e-30)


class Given:
    """A model that gives these logits."""

    def __init__(self, logits):
        self.logits = logits

    def start(self, source):
        return self

    def step(self, words, state):
        return self.logits.copy()


def test_an_unknown_piece_is_never_chosen(model):
    found = beam_search(Constrained(model, [at_least([2, 2])], [0]), SOURCES[:1], beam=3, max_extra=EXTRA, nbest=3)
    assert not {UNK, PAD, BOS} & set(sum((h.ids for h in found[0]), []))
