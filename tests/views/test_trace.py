"""The trace of a translation: against a search without batches, and against the model asked again."""

import json
from copy import copy
from dataclasses import replace

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.data.word_tokenizer import CLASSES, WordTokenizer
from minitrans.decoding import beam_search, length_penalty
from minitrans.ops.scaled_dot_product_attention import scaled_dot_product_attention_forward
from minitrans.tasks.tree import words
from minitrans.translator import Translator
from minitrans.views import trace as module
from minitrans.views.trace import PRUNED, Recorder, forward, search

SENTENCE = "the dog sees trees."


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


@pytest.fixture(scope="module")
def shown(model):
    return model.trace(SENTENCE)


def log_probabilities(model, source, words):
    logits = model.logits(np.array([[*source, EOS]]), np.array([[BOS, *words]]))[0][-1].astype(np.float64)
    return logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()


def searched(model, source, beam, limit):
    """Beam search as the paper describes it, each hypothesis by itself -> {its words: [log probability, fate]}"""
    live, found, finished = {(): 0.0}, {(): [0.0, "kept"]}, 0
    for length in range(1, limit + 1):
        candidates = []
        for past, score in live.items():
            log_p = log_probabilities(model, source, past)
            allowed = [EOS] if length == limit else [id for id in range(len(log_p)) if id not in (PAD, BOS, UNK)]
            best = sorted(allowed, key=lambda id: -log_p[id])[:beam]
            candidates += [((*past, id), score + log_p[id]) for id in best]
        candidates.sort(key=lambda each: -each[1])
        found |= {past: [score, "pruned"] for past, score in candidates[: beam + PRUNED]}
        chosen, live = dict(candidates[: beam - finished]), {}
        for past, score in chosen.items():
            if past[-1] == EOS:
                found[past][1], finished = "finished", finished + 1
            else:
                live[past] = score
        if not live:
            return found
        for past in live:
            found[past][1] = "kept"
    return found


@pytest.mark.parametrize("beam", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_the_beam_is_that_of_a_search_without_batches(small_model, beam, seed):
    model, source, extra = small_model(seed=seed), [5, 6, 7][: seed or 3], 5
    limit = len(source) + extra
    recorder = Recorder(model, beam, limit)
    (hypotheses,) = beam_search(recorder, [source], beam=beam, max_extra=extra, nbest=beam)
    ends = [recorder.finish(each.ids) for each in hypotheses]
    paths = [()]
    for node in recorder.nodes[1:]:
        paths.append((*paths[node.parent], node.id))
    found = {path: (node.score, node.fate) for path, node in zip(paths, recorder.nodes, strict=True)}
    expected = searched(model, source, beam, limit)
    assert found.keys() == expected.keys() and len(found) == len(recorder.nodes)
    for path, (score, fate) in found.items():
        assert (pytest.approx(score, abs=1e-9), fate) == tuple(expected[path]), path
    assert [paths[end] for end in ends] == [(*each.ids, EOS) for each in hypotheses]
    assert sum(fate == "finished" for _, fate in found.values()) == len(hypotheses)
    best = max(expected[path][0] / length_penalty(len(path), 0.6) for path in paths if expected[path][1] == "finished")
    assert hypotheses[0].score == pytest.approx(best)


def test_the_search_is_the_same_as_without_a_recorder(model, shown):
    assert [(score, text) for score, text, _ in shown.hypotheses] == model.search([SENTENCE], nbest=4)[0]
    assert shown.translation == model.translate([SENTENCE])[0] and shown.text == SENTENCE


@pytest.mark.parametrize("longest", [3, 9])
@pytest.mark.parametrize(("beam", "seed"), [(3, 0), (6, 3), (12, 2), (30, 1)])
def test_the_beam_of_a_published_model(small_model, longest, beam, seed):
    """Its search ends at its own longest length, where EOS costs nothing.  A beam may be wider than the vocabulary."""
    model = small_model(search="full", vocabulary=8, max_length=longest, max_extra=50, beam=beam, seed=seed)
    found, recorder = search(model, [5, 6, 7], model.config)
    for each in found:
        node = recorder.nodes[recorder.finish(each.ids)]
        assert node.score == pytest.approx(each.log_probability) and node.fate == "finished"
        while node.parent is not None:
            node = recorder.nodes[node.parent]
            assert node.fate == "kept"
    assert max(len(each.ids) for each in found) == longest - 2
    assert sum(node.fate == "finished" for node in recorder.nodes) == len(found)


def test_a_given_target_is_not_searched(model, shown):
    given = model.trace(SENTENCE, shown.translation)
    assert given.hypotheses == given.beam == []
    for name, value in vars(given).items():
        if name not in ("hypotheses", "beam"):
            np.testing.assert_equal(value, getattr(shown, name))


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_attention_is_what_the_operation_computes(small_model, norm, monkeypatch):
    """The weights of each call in a forward of the model itself, in its order."""
    model, calls = small_model(norm=norm, layers=2), []

    def watch(*arrays, **constants):
        y, cache = scaled_dot_product_attention_forward(*arrays, **constants)
        calls.append(cache.weights[0])
        return y, cache

    _, attention, _ = forward(model, [5, 6, 7], [8, 9])
    monkeypatch.setattr("minitrans.ops.attention.scaled_dot_product_attention_forward", watch)
    model.logits(np.array([[5, 6, 7, EOS]]), np.array([[BOS, 8, 9]]))
    encoder, decoder, cross = (list(attention[kind]) for kind in ("encoder", "decoder", "cross"))
    found = [*encoder, decoder[0], cross[0], decoder[1], cross[1]]
    assert len(found) == len(calls) == 6
    for weights, expected in zip(found, calls, strict=True):
        np.testing.assert_array_equal(weights, expected)


def test_sides(shown):
    """Which pieces are looked at, and which look."""
    small = copy(shown)
    small.source, small.target = ["▁the", "▁ball", "s", ".", "</s>"], ["▁die", "▁", "Bälle", "</s>"]
    source, target = ["the", "ball", "·s", ".", "</s>"], ["die", "▁", "·Bälle", "</s>"]
    assert small.sides("encoder") == (source, source)
    assert small.sides("decoder") == (["<s>", "die", "▁", "·Bälle"], target)
    assert small.sides("cross") == (source, target)


def test_next_words(model, shown):
    assert shown.target_ids == model.encode([shown.translation])[0]
    for t, id in enumerate([*shown.target_ids, EOS]):
        log_p = log_probabilities(model.model, shown.source_ids, shown.target_ids[:t])
        np.testing.assert_allclose(shown.logits[t] - shown.logits[t, id], log_p - log_p[id], atol=1e-4)


def test_an_unknown_piece_is_shown_as_it_is_written(model):
    source = model.trace("the 🦩 sees☃<b>.").source
    assert "".join(source[:-1]) == "▁the▁🦩▁sees☃<b>." and source[-1] == "</s>"


def test_translating_does_not_record(model, monkeypatch):
    """Attention costs nothing when it is not asked for."""
    monkeypatch.setattr(module, "Recorder", None)
    assert model.translate([SENTENCE])


@pytest.fixture
def parser(small_model):
    """A parser that has learned nothing, so that its trees must be repaired."""
    lines, symbols = ["the dog saw a cat .", "the cat saw Peter ."], ["(NP", "(S", ")NP", ")S", "XX0", "XX1"]
    tokenizer = WordTokenizer.train(lines, 4 + len(symbols) + len(CLASSES) + 5, symbols)
    model = small_model(vocabulary=len(tokenizer), task="parse", beam=2, max_extra=5)
    return Translator(model, tokenizer, replace(model.config))


def test_a_parser_has_a_tree(parser):
    shown = parser.trace("the dogs (saw) Peter .")
    assert words(shown.tree) == "the dogs -LRB- saw -RRB- Peter .".split()
    assert shown.source == ["▁the", "▁dogs", "▁-LRB-", "▁saw", "▁-RRB-", "▁Peter", "▁.", "</s>"]
    assert shown.text == "the dogs (saw) Peter ." and shown.repaired is True
    assert shown.translation.startswith(f"({shown.tree.label} ")
    label, children, *_ = json.loads(json.dumps(parser.view(shown.text).records[0]["tree"]))
    assert (label, len(children)) == (shown.tree.label, len(shown.tree.children))


def test_a_model_that_has_diverged(small_model, model, refusal):
    broken = small_model(vocabulary=len(model.tokenizer))
    broken.flat[:] = np.nan
    assert "has diverged" in refusal(Translator(broken, model.tokenizer, broken.config).trace, SENTENCE)
