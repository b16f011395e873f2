"""What the page of a model holds, and what it refuses.  The page in a browser: test_translate_page.py."""

import base64
import json
import re

import numpy as np
import pytest

from minitrans.data.marian_tokenizer import MarianTokenizer
from minitrans.runs import text
from minitrans.runs.run import MODEL, Run
from minitrans.views import model_page
from minitrans.views.model_page import ModelPage, about, asking_page, pack

ABOUT = dict(languages=[], words=[], examples=[])


def arrays_of(model):
    return {name: tensor.data for name, tensor in model.parameters().items()}


def header_and_weights(text):
    header = re.search(r'<script type="application/json" id="model">(.*?)</script>', text, re.S)[1]
    weights = re.search(r'<script type="text/plain" id="weights">(.*?)</script>', text, re.S)[1]
    return json.loads(header), base64.b64decode(weights)


@pytest.mark.parametrize("kind", ["float32", "float16"])
def test_the_weights_are_in_the_page(bundled, kind):
    header, weights = header_and_weights(str(ModelPage(bundled.model, bundled.tokenizer, ABOUT, kind)))
    found = np.frombuffer(weights, np.dtype(kind).newbyteorder("<"))
    np.testing.assert_array_equal(found, bundled.model.flat)  # the bundled weights have 16 bits
    parameters = bundled.model.parameters()
    assert [(each["name"], tuple(each["shape"])) for each in header["tensors"]] == [
        (name, tensor.data.shape) for name, tensor in parameters.items()
    ]
    assert header["pieces"] == bundled.tokenizer.words(range(len(bundled.tokenizer)))


def test_what_cannot_be_in_a_page(bundled, small_model, refusal, monkeypatch):
    marian = MarianTokenizer(bundled.tokenizer.model, bundled.tokenizer.words(range(len(bundled.tokenizer))))
    assert "published model" in refusal(ModelPage, bundled.model, marian, ABOUT)
    near = small_model("near words")
    message = refusal(ModelPage, near, bundled.tokenizer, ABOUT)
    assert message == "a page supports no model with attention_radius 2, only None"
    model = small_model()
    model.flat[0] = 1e6
    assert refusal(pack, arrays_of(model), "float16") == "source_embedding: has a weight that is not finite as float16"
    assert pack(arrays_of(model), "float32")
    monkeypatch.setattr(model_page, "MOST", 3_000_000)
    message = refusal(ModelPage, bundled.model, bundled.tokenizer, ABOUT)
    assert message == "the weights have 3.8 MB, but at most 3; try --quantization int8"
    assert ModelPage(bundled.model, bundled.tokenizer, ABOUT, "int8")


def test_about_the_bundled_model():
    found = about(Run(MODEL))
    assert found["languages"] == ["en", "de"]
    assert len(found["words"]) == 3614 and {"The", "bicycle"} <= set(found["words"]) and "Fahrrad" not in found["words"]
    assert len(set(found["examples"])) == len(found["purposes"]) == 10 and len(found["experiments"]) == 4
    assert found["examples"][0] == "The dog slept on the table."  # its words are whole, as those of its translation


def test_about_a_run(tiny_run, tmp_path):
    found = about(Run(tiny_run.path))
    assert found["languages"] == []  # its files end with .src and .tgt
    assert found["words"] == sorted(
        "the dog cat a bird my friend she sees likes hears trees apples music books".split()
    )
    pieces = Run(tiny_run.path).tokenizer.encode((tiny_run.text / "train.src").read_text().splitlines())
    assert found["length"] == max(map(len, pieces))
    assert found["examples"] == (tiny_run.text / "test.src").read_text().splitlines()
    (tmp_path / "data.json").write_text(json.dumps(dict(train=["/gone/a.en", "/gone/a.de"], sha256={})))
    assert about(Run(tmp_path)) == dict(languages=["en", "de"], words=[], examples=[], length=0)


def test_words_of_a_large_text_are_left_out(tiny_run, monkeypatch):
    monkeypatch.setattr(text, "MOST_WORDS", 14)
    assert about(Run(tiny_run.path))["words"] == []


def test_it_needs_nothing_else_and_no_text_ends_a_script(bundled, tmp_path):
    evil = ["</script><script>alert(1)</script>", "<!-- <script>", "$weights"]
    ModelPage(bundled.model, bundled.tokenizer, ABOUT | dict(words=evil)).save(tmp_path / "x.html")
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert header_and_weights(text)[0]["words"] == evil
    assert text.count("<script") == 3 and len(text) < 6_000_000
    assert re.findall(r"""\b(?:src|href)\s*=|url\(|@import|\bimport\b|XMLHttpRequest""", text) == []
    assert set(re.findall(r"https?://[^\"'\s]*", text)) == {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert "default-src 'none'" in text and "connect-src 'none'" in text


def test_the_page_of_a_server_has_no_weights(bundled):
    text = asking_page(bundled.model, bundled.tokenizer, ABOUT)
    header, weights = header_and_weights(text)
    assert weights == b"" and "kind" not in header["tensors"][0] and len(text) < 220_000
    assert (header["config"]["beam"], header["weights"]) == (4, bundled.model.flat.size)
    assert "connect-src 'self'" in text and header["pieces"] == bundled.tokenizer.words(range(len(bundled.tokenizer)))
