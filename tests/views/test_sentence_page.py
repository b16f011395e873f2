"""What a page has of a sentence: the numbers of the trace, and those that a page with the model computes."""

import json

import numpy as np
import pytest

import minitrans
from minitrans.ops.softmax import softmax_forward
from minitrans.translator import Translator
from minitrans.views.numbers_page import Words
from minitrans.views.sentence_page import LIKELY, SentencePage, record

from .conftest import SHOWN, arrays_in, same_arrays, shares_in

SENTENCE = "the dog sees trees."
DESIGNS = ["post-norm", "pre-norm", "own widths", "separate tables", "learned positions", "as published"]


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


@pytest.fixture(scope="module")
def page_of_trace(model):
    return model.view(SENTENCE)


@pytest.mark.parametrize(("most", "kind", "apart"), [(10**6, "float32", 1e-7), (1000, "float16", 2**-11)])
def test_the_record_is_the_trace(model, most, kind, apart):
    trace = model.trace(SENTENCE)
    made = json.loads(json.dumps(record(trace, model, most), allow_nan=False))
    for name in ("text", "translation", "source", "target", "tree", "repaired"):
        assert made[name] == getattr(trace, name)
    found = arrays_in(made)
    for name, array in trace.arrays.items():
        if not name.endswith("weights"):
            np.testing.assert_allclose(found[name], array, rtol=apart, atol=1e-7)
    assert {each["kind"] for each in made["tensors"]} == {kind}
    assert list(map(tuple, made["hypotheses"])) == trace.hypotheses
    for (*words, score, fate), node in zip(made["beam"], trace.beam, strict=True):
        assert (*words, fate) == (*node[:2], node[3]) and score == pytest.approx(node[2], abs=1e-4)


def test_the_probabilities_follow_from_the_record(model, page_of_trace):
    """Those of the next words that it has, and of all others together"""
    trace, (made,) = model.trace(SENTENCE), page_of_trace.records
    assert made["pieces"] == model.tokenizer.words(made["ids"])
    probabilities, _ = softmax_forward(trace.logits)
    np.testing.assert_allclose(shares_in(made), probabilities[:, made["ids"]], rtol=1e-4)
    assert {*np.argsort(-probabilities)[:, :LIKELY].flat} <= {*made["ids"]}


class Numbers(Words):
    """A tokenizer of words that are numbers"""

    def __init__(self, size):
        super().__init__(map(str, range(size)))
        self.target = self

    def encode(self, lines):
        return [list(map(int, line.split())) for line in lines]

    def split(self, line):
        return [f"▁{word}" for word in line.split()]

    def decode(self, ids):
        return " ".join(map(str, ids))


@pytest.mark.slow
@pytest.mark.parametrize("design", DESIGNS)
def test_the_file_shows_what_a_page_with_the_model_computes(page_of, open_page, small_model, design):
    """Of each kind of model; the file has 32 bits, and no weights."""
    small = small_model(design, beam=1, **(dict(source_vocabulary=None) if design == "as published" else {}))
    text, translator = "5 6 7 8 4", Translator(small, Numbers(12), small.config)
    page = page_of(small, Words(map(str, range(12))), "float64")
    page.fill("#text", text)
    page.wait_for_function("(text) => shown.text === text", arg=text)
    words, computed = page.evaluate(SHOWN)
    page = open_page(record(translator.trace(text), translator), model=small)
    page.locator("#d3").wait_for()
    written, stored = page.evaluate(SHOWN)
    assert words[:-1] == written[:-1] and computed.keys() - stored.keys() == {"loss", "losses", "targets"}
    same_arrays(stored, computed)
    assert page.evaluate("[...shown.arrays.values()].filter(({ entry, data }) => !entry && !data.length).length") > 30


@pytest.mark.slow
def test_a_source_with_an_embedding_of_its_own(open_page, small_model):
    """No page holds such a model; what this one shows is that of Python."""
    small = small_model("as published", beam=1)
    assert small.config.own_source
    translator = Translator(small, Numbers(12), small.config)
    trace = translator.trace("5 6 7 5 8")
    page = open_page(record(trace, translator), model=small)
    page.locator("#d3").wait_for()
    _, stored = page.evaluate(SHOWN)
    for name in ("encoder.1.self_attention.weights.1", "decoder.0.cross_attention.weights.0"):
        np.testing.assert_allclose(stored[name][1], trace.arrays[name[:-2]][0, int(name[-1])], atol=1e-5)
    rows = small.source_embedding.data[[5, 6, 7, 5, 8, 2]] * np.sqrt(small.config.d_model)
    np.testing.assert_allclose(stored["source.lookup"][1], rows, atol=1e-5)
    page.evaluate("open('source_embedding', undefined, { detail: 1 })")
    assert page.locator("#inspector tbody tr").count() == 6


@pytest.mark.slow
def test_a_file_says_what_it_cannot_do(page, model, tmp_path):
    model.view(SENTENCE).save(tmp_path / "x.html")
    page.goto((tmp_path / "x.html").as_uri())
    page.locator("#beam").wait_for()
    assert "no model" in page.locator("#hint").inner_text() and page.locator("#text").get_attribute("readonly") == ""
    assert page.locator(".word:enabled").count() == 0
    page.evaluate("open('encoder.0.self_attention.weights.0', 0, { detail: 1 })")
    assert page.locator(".tools button").count() == 0 and "exp(" in page.locator(".sum").inner_text()
    page.evaluate("open('encoder.0.self_attention.query', 0, { detail: 1 })")
    assert "weights are not in this file" in page.locator(".check").inner_text()
    assert "others" not in page.locator(".sum").inner_text()
    assert page.get_by_role("button", name="weights of: queries").is_disabled()
    assert page.locator(".from button:enabled").count() == 1


def test_a_page_has_no_weights(model, page_of_trace):
    text = str(page_of_trace)
    assert 'id="weights"></script>' in text and "connect-src 'none'" in text
    header = SentencePage(model.model, []).parts
    assert all("bytes" not in each for each in header["tensors"]) and header["weights"] == model.model.flat.size
