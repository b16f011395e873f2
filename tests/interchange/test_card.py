"""The model card says what the run knows, and marks the rest."""

import shutil

from minitrans.interchange.card import card
from minitrans.runs.run import MODEL, Run


def test_a_run_that_was_scored(tiny_run):
    run = Run(tiny_run.path)
    text = card(run, "ctranslate2")
    assert text.startswith("---\nlicense: TODO\n") and "exported for ctranslate2" in text
    assert "train.src, train.tgt" in text and "nrefs:1|" in text and "160 steps" in text and "70 pieces" in text


def test_a_run_without_result_and_text():
    text = card(Run(MODEL), "huggingface")
    assert "| BLEU | TODO |" in text and "1.9 million parameters" in text and "TODO steps" in text


def test_a_name_and_a_result_that_no_training_writes(tmp_path, refusal):
    run = Run(shutil.copytree(MODEL, tmp_path / "r\udcff"))  # a byte that is not UTF-8
    assert b"\n# r\\udcff\n" in card(run, "safetensors").encode()
    (run.path / "result.json").write_text('{"bleu": "x", "test": "test", "signature": ""}')
    assert "result.json: not a result" in refusal(card, run, "safetensors")
