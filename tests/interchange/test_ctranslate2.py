"""The folder of CTranslate2 translates as the run does."""

import subprocess
import sys

import numpy as np
import pytest

import minitrans
from minitrans.data.corpora import corpus_files
from minitrans.interchange.ctranslate2 import write_folder
from minitrans.runs.run import MODEL


@pytest.fixture
def by_ctranslate2(tmp_path):
    """by_ctranslate2(translator, lines, quantization): export it, and translate with the script in the folder."""
    pytest.importorskip("ctranslate2", reason="ctranslate2 is not installed")

    def translate(translator, lines, quantization):
        write_folder(tmp_path, translator.model, translator.tokenizer, quantization)
        command = [sys.executable, tmp_path / "translate.py"]
        text = "".join(line + "\n" for line in lines).encode()
        return subprocess.run(command, input=text, capture_output=True, check=True).stdout.decode().splitlines()

    return translate


@pytest.mark.parametrize("quantization, most", [(None, 2), ("float16", 2), ("int8", 5)])
def test_test_sentences_of_the_bundled_corpus(by_ctranslate2, quantization, most):
    """The score of a hypothesis is another one, and int8 rounds: few of 60 translations may differ."""
    lines = corpus_files("toy-en-de", None)["test"][0].read_text(encoding="utf-8").splitlines()[:60]
    translator = minitrans.load(MODEL)
    found, expected = by_ctranslate2(translator, lines, quantization), translator.translate(lines)
    assert sum(a != b for a, b in zip(found, expected, strict=True)) <= most


def test_alignments_are_those_of_the_run(tmp_path):
    """The weights of the attention are the mean of all heads of the last layer."""
    ctranslate2 = pytest.importorskip("ctranslate2", reason="ctranslate2 is not installed")
    translator, line = minitrans.load(MODEL), "The old man buys a bicycle."
    write_folder(tmp_path, translator.model, translator.tokenizer)
    running = ctranslate2.Translator(str(tmp_path))
    (found,) = running.translate_batch([translator.tokenizer.split(line)], return_attention=True)
    text = "".join(found.hypotheses[0]).replace("▁", " ").strip()
    weights = translator.attention(line, text)["cross"][-1].mean(axis=0)[:-1, :-1]  # without those of </s>
    assert np.allclose(found.attention[0], weights, atol=1e-4)


def test_a_pre_norm_model(by_ctranslate2, tiny_run):
    translator, lines = (
        minitrans.load(tiny_run.path),
        ["the dog sees trees.", "she likes music.", "<2de>\u00a0the dog@e\u0301."],
    )
    assert by_ctranslate2(translator, lines, None) == translator.translate(lines)
