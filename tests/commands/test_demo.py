"""`minitrans demo`: what it translates and refuses.  Its page: tests/views/test_demo.py."""

import json
import threading
import time

import numpy as np
import pytest

import minitrans
from minitrans.commands import demo as command
from minitrans.commands.demo import Demo, page_of
from minitrans.runs.run import Run
from minitrans.views import model_page
from minitrans.views.model_page import LONGEST, ModelPage, about

from ..views.conftest import arrays_in

SENTENCE = "the dog sees trees."


@pytest.fixture(scope="module")
def demo(tiny_run):
    return Demo(minitrans.load(tiny_run.path))


def test_the_record_is_that_of_the_translator(demo):
    record = demo.translate(dict(text=f"  {SENTENCE}\n"))
    assert json.loads(json.dumps(record, allow_nan=False))["text"] == SENTENCE
    nbest = demo.translator.search([SENTENCE], nbest=4)[0]
    assert record["translation"] == nbest[0][1]
    assert [text for _, text, _ in record["hypotheses"]] == [text for _, text in nbest]
    assert [score for score, *_ in record["hypotheses"]] == pytest.approx([score for score, _ in nbest], abs=1e-4)


def test_nothing_to_translate(demo):
    for query in ({}, dict(text=""), dict(text=" \n\t\u3000")):
        assert demo.translate(query) is None


def test_long_sentences_are_refused_in_words(demo, refusal):
    most = " ".join(["the"] * LONGEST)
    assert len(demo.translator.encode([most])[0]) == LONGEST
    assert demo.translate(dict(text=most))["text"] == most
    message = refusal(demo.translate, dict(text=f"{most} the"))
    assert "has 101 pieces" in message and "at most 100" in message


def test_one_search_at_a_time(demo, monkeypatch):
    """Ten pages ask at once."""
    running, most, records, trace = [], [], {}, command.Trace

    def watched(translator, text, *arguments, **more):
        running.append(text)
        most.append(len(running))
        time.sleep(0.01)
        running.remove(text)
        return trace(translator, text, *arguments, **more)

    monkeypatch.setattr(command, "Trace", watched)
    sentences = [f"{subject} {verb} trees." for subject in ("the dog", "she") for verb in ("sees", "likes", "hears")]
    pages = [
        threading.Thread(target=lambda text=text: records.update({text: demo.translate(dict(text=text))}))
        for text in sentences
    ]
    for page in pages:
        page.start()
    for page in pages:
        page.join()
    assert most == [1] * len(sentences)
    assert [records[text]["translation"] for text in sentences] == demo.translator.translate(sentences)


def test_greedy_first(demo):
    record = demo.translate(dict(text=SENTENCE, beam="1"))
    ((score, translation),) = demo.translator.search([SENTENCE], beam=1)[0]
    assert record["translation"] == translation and len(record["hypotheses"]) == 1
    assert record["hypotheses"][0][0] == pytest.approx(score, abs=1e-4)
    assert len(demo.translate(dict(text=SENTENCE, beam="4000"))["hypotheses"]) == demo.translator.config.beam


def test_weights_are_sent_by_name_and_tables_never(demo, refusal):
    name = "encoder.0.self_attention.query.weight"
    found = arrays_in(demo.weights(dict(name=name)))
    np.testing.assert_array_equal(found[name], demo.translator.model.encoder[0].self_attention.query.weight.data)
    for other in ("source_embedding", "encoder.9.x", "", "<img>"):
        assert "no weights of this name" in refusal(demo.weights, dict(name=other))
    assert "no weights" in refusal(demo.weights, {})


def test_a_published_model_or_a_run(command):
    assert "--run or --model" in command("demo --model x --run y").err


def test_a_small_model_is_in_its_page(demo, tiny_run, monkeypatch):
    run = Run(tiny_run.path)
    parts = demo.translator.model, demo.translator.tokenizer, about(run)
    assert page_of(demo.translator, about(run)) == str(ModelPage(*parts))
    monkeypatch.setattr(model_page, "MOST", 10_000)
    text = page_of(demo.translator, about(run))
    assert '"bytes"' not in text.partition("<script>")[0] and "connect-src 'self'" in text
