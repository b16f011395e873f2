"""Exported models translate 200 odd lines as their run does, see `odd_lines`.  The page: test_translate_page.py."""

import io
import json
import runpy
import sys
from types import SimpleNamespace
from unittest import mock

import pytest
from sentencepiece import SentencePieceProcessor

import minitrans
from minitrans.config import Config
from minitrans.data.ids import UNK
from minitrans.data.tokenizer import Tokenizer
from minitrans.decoding import beam_search
from minitrans.interchange import ctranslate2, marian
from minitrans.interchange.spelling import portable
from minitrans.nn import Transformer
from minitrans.runs.run import MODEL

from .odd_lines import odd_lines

FILE = ("\ufeff" + "".join(line + "\n" for line in odd_lines())).encode()  # with the byte order mark of Windows


@pytest.fixture(scope="module")
def translator():
    """It reaches its length limit in many lines."""
    return minitrans.load(MODEL, beam=1, max_extra=2)


@pytest.fixture(scope="module")
def expected(command, tmp_path_factory):
    path = tmp_path_factory.mktemp("odd") / "odd.txt"
    path.write_bytes(FILE)
    return command("translate --beam 1 --max-extra 2 --run", MODEL, "--input", path).out


@pytest.fixture
def by_program(tmp_path, monkeypatch):
    """by_program(translator, a module in place of ctranslate2): what the exported program prints for the odd lines"""

    def run(translator, module):
        ctranslate2.write_folder(tmp_path, translator.model, translator.tokenizer)
        out = io.BytesIO()
        monkeypatch.setitem(sys.modules, "ctranslate2", module)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FILE)))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
        runpy.run_path(str(tmp_path / "translate.py"))
        sys.stdout.flush()
        return out.getvalue().decode()

    return run


def test_the_program_that_uses_ctranslate2(by_program, translator, expected):
    assert by_program(translator, pytest.importorskip("ctranslate2", reason="it is not installed")) == expected


def test_the_program_with_our_model_in_place_of_ctranslate2(by_program, translator, expected, monkeypatch):
    """What it makes of lines and pieces, and which length it allows"""
    words = translator.tokenizer.words(range(len(translator.tokenizer)))
    ids = {word: i for i, word in enumerate(words)}

    def translate_batch(sentences, *, max_decoding_length, beam_size, **_):
        encoded = [[ids.get(piece, UNK) for piece in pieces] for pieces in sentences]
        extra = max_decoding_length + 1 - len(encoded[0])  # </s> counts in ours
        found = beam_search(translator.model, encoded, beam=beam_size, max_extra=extra)
        return [SimpleNamespace(hypotheses=[[words[i] for i in best.ids]]) for [best] in found]

    monkeypatch.setattr(ctranslate2, "specification", mock.Mock())
    module = SimpleNamespace(Translator=lambda _: SimpleNamespace(translate_batch=translate_batch))
    assert by_program(translator, module) == expected


def test_the_exported_tokenizers(command, tmp_path, translator):
    """Whatever program reads them, also lines that it has not stripped"""
    lines = odd_lines()
    expected = translator.encode(lines)
    assert command("export --to safetensors --out", tmp_path / "safetensors", MODEL).code == 0
    (tmp_path / "huggingface").mkdir()
    model = Transformer(Config(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=len(translator.tokenizer)))
    marian.write_folder(tmp_path / "huggingface", model, translator.tokenizer, lambda *_, **__: b"")
    model = SentencePieceProcessor(model_file=str(tmp_path / "safetensors/tokenizer.model"))
    assert model.encode(lines) == expected
    source = SentencePieceProcessor(model_file=str(tmp_path / "huggingface/source.spm"))
    ids = json.loads((tmp_path / "huggingface/vocab.json").read_text(encoding="utf-8"))
    assert [[ids.get(piece, UNK) for piece in source.encode(line, out_type=str)] for line in lines] == expected


def test_a_tokenizer_that_has_learned_the_odd_lines():
    tokenizer, lines = Tokenizer.train(odd_lines(), 1500, at_most=True), odd_lines()
    by_itself = SentencePieceProcessor(model_proto=portable(tokenizer))
    assert by_itself.encode(lines) == tokenizer.encode([line.strip() for line in lines])
