"""What is recorded of a translation: against a search without batches, and against the model asked again."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.data.word_tokenizer import CLASSES, WordTokenizer
from minitrans.decoding import beam_search, length_penalty
from minitrans.tasks.tree import Tree, words
from minitrans.translator import Translator
from minitrans.views import record as module
from minitrans.views.record import LIKELY, PRUNED, Recorder, pack

SENTENCE = "the dog sees trees."


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


@pytest.fixture(scope="module")
def shown(model):
    return model.view(SENTENCE).record


def unpacked(packed):
    flat = np.frombuffer(base64.b64decode(packed["data"]), "<u2")
    return flat.reshape(packed["shape"]) / 65535


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
    assert [(score, text) for score, text, _ in shown["hypotheses"]] == model.search([SENTENCE], nbest=4)[0]
    assert shown["translation"] == model.translate([SENTENCE])[0] and shown["text"] == SENTENCE


def test_attention_is_what_the_model_says(model, shown):
    expected = model.attention(SENTENCE, shown["translation"])
    assert (shown["source"], shown["target"]) == (expected["source"], expected["target"])
    for kind in ("encoder", "decoder", "cross"):
        np.testing.assert_allclose(unpacked(shown[kind]), expected[kind], atol=0.5001 / 65535)


def test_pack_keeps_the_order(rng):
    weights = rng.random((2, 3, 4, 5))
    np.testing.assert_allclose(unpacked(pack(weights)), weights, atol=0.5001 / 65535)


def test_next_words(model, shown):
    (source,), (target,) = model.encode([SENTENCE]), model.encode([shown["translation"]])
    for t, id in enumerate([*target, EOS]):
        p = np.exp(log_probabilities(model.model, source, target[:t]))
        assert shown["probability"][t] == pytest.approx(p[id], abs=2e-5)
        best = np.sort(p)[::-1][:LIKELY]
        np.testing.assert_allclose([probability for _, probability in shown["likely"][t]], best, atol=2e-5)
        assert shown["likely"][t][0][0] == model.tokenizer.words([int(p.argmax())])[0]


def test_it_can_be_written_as_json(shown):
    assert json.loads(json.dumps(shown))["source"] == shown["source"]


def test_an_unknown_piece_is_shown_as_it_is_written(model):
    source = model.view("the 🦩 sees\u00a0<b>.").record["source"]
    assert "".join(source[:-1]) == "▁the▁🦩▁sees\u00a0<b>." and source[-1] == "</s>"


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


def test_a_parser_records_its_tree(parser):
    shown = parser.view("the dogs (saw) Peter .").record
    tree = to_tree(shown["tree"])
    assert words(tree) == ["the", "dogs", "-LRB-saw-RRB-", "Peter", "."]
    assert shown["source"] == ["▁the", "▁dogs", "▁-LRB-saw-RRB-", "▁Peter", "▁.", "</s>"]
    assert shown["text"] == "the dogs (saw) Peter ." and shown["repaired"] is True
    assert shown["translation"].startswith(f"({tree.label} ")
    assert json.loads(json.dumps(shown["tree"]))[0] == tree.label


def to_tree(node):
    label, children = node
    return Tree(label, children if isinstance(children, str) else tuple(map(to_tree, children)))
