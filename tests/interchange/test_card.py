"""The model card says what the run knows, and marks the rest."""

from minitrans.interchange.card import card
from minitrans.runs.run import MODEL, Run


def test_a_run_that_was_scored(tiny_run):
    run = Run(tiny_run.path)
    text = card(run, "ctranslate2")
    assert text.startswith("---\nlicense: TODO\n") and "exported for ctranslate2" in text
    assert "train.src, train.tgt" in text and "nrefs:1|" in text and "160 steps" in text and "70 pieces" in text


def test_a_run_without_result_and_text():
    text = card(Run(MODEL), "huggingface")
    assert "| BLEU | TODO |" in text and "0.9 million parameters" in text and "TODO steps" in text
