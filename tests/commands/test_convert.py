"""The command `minitrans convert`: a published model becomes a run that all other commands can use."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.runs.run import MODEL, Run

pytestmark = pytest.mark.slow

pytest.importorskip("safetensors")
MARIAN = Path(__file__).parents[1] / "oracles" / "marian"
SENTENCE = "The dog sleeps."


@pytest.fixture(autouse=True)
def place(elsewhere):
    """Each test works in a directory of its own."""


@pytest.fixture(params=["joint", "separate"])
def converted(command, request):
    ended = command("convert", MARIAN / request.param, "--out", "runs/x")
    assert ended.code == 0 and ended.out.startswith("runs/x: ")
    return MARIAN / request.param


def test_the_run_translates_as_the_model(command, converted):
    expected = minitrans.load(converted).translate([SENTENCE], max_extra=9)
    assert minitrans.load("runs/x").translate([SENTENCE], max_extra=9) == expected
    for flags in (("--run", "runs/x"), ("--model", converted)):
        ended = command("translate", *flags, "--max-extra", "9", SENTENCE)
        assert (ended.code, ended.out) == (0, expected[0] + "\n")
    assert sorted(path.name for path in Path("runs").iterdir()) == ["x"]


def test_other_commands_take_it(command, converted):
    Path("a.en").write_text(f"{SENTENCE}\nShe sings.\n")
    Path("a.de").write_text("Der Hund schläft.\nSie singt.\n")
    flags = "--src", "a.en", "--ref", "a.de", "--max-extra", "3", "--perplexity"
    ended = command("evaluate --run runs/x", *flags)
    assert ended.code == 0 and "perplexity" in ended.out
    assert command("evaluate --run runs/x").code == 2  # its text is not here
    ended = command("view --run runs/x --max-extra 3", SENTENCE, "--out", "view.html")
    assert ended.code == 0 and Path("view.html").is_file()
    ended = command("draw heads --run runs/x --max-extra 3", SENTENCE, "--output", "a.png")
    assert ended.code == 0 and Path("a.png").is_file()


def test_fine_tuning(command, converted, tiny_corpus):
    """It starts from the weights of the model, keeps its architecture and its way of counting BLEU, and resumes there
    before the first checkpoint."""
    text, before = tiny_corpus[: tiny_corpus.index("--layers")], minitrans.load("runs/x")
    replace(before.config, tokenized=True).save(Path("runs/x/config.json"))
    ended = command("train --init runs/x", *text, "--out", "y", "--steps", "2", "--rate", "1e-6")
    assert "fine-tuning: --rate 1e-06 --warmup 200 " in ended.err and "--steps 2 end in the warm-up" in ended.err
    assert ended.code == 0, ended.err
    after = minitrans.load("y")
    assert np.abs(after.model.flat - before.model.flat).max() < 1e-5
    assert after.tokenizer.sha256 == before.tokenizer.sha256 and after.config.search == "full"
    assert after.config.tokenized
    for path in Run("y").checkpoints():
        path.unlink()
    Run("y").best.unlink()
    ended = command("train --init runs/x", *text, "--out", "y", "--steps", "3", "--rate", "1e-6", "--resume")
    assert ended.code == 0, ended.err
    assert np.abs(minitrans.load("y").model.flat - before.model.flat).max() < 1e-5
    ended = command("train --init y --out y --steps 4 --resume")
    assert ended.code == 2 and "--init is " in ended.err and "runs/x there, not y" in ended.err


@pytest.mark.parametrize(
    ("flags", "part"),
    [
        (("--layers", "3"), "leave out --layers"),
        (("--eps", "1e-3"), "leave out --eps"),
        (("--preset", "tiny"), "leave out --preset"),
    ],
)
def test_what_does_not_go_with_init(command, flags, part):
    ended = command("train --init", MODEL, "--out", "y", *flags)
    assert ended.code == 2 and part in ended.err and not Path("y").exists()


def test_refusals(command, tmp_path):
    (tmp_path / "x").mkdir()
    ended = command("convert", MARIAN / "joint", "--out", "x")
    assert ended.code == 2 and "x: exists" in ended.err
    ended = command("convert", tmp_path / "nothing", "--out", "y")
    assert ended.code == 2 and "no folder" in ended.err
    ended = command("convert", MODEL, "--out", "y")
    assert ended.code == 2 and "model_type is missing" in ended.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x"]
    ended = command("translate --model x --run y", SENTENCE)
    assert ended.code == 2 and "not both" in ended.err


@pytest.mark.quick
@pytest.mark.parametrize("model", [MARIAN / "joint", MARIAN / "separate"], ids=lambda path: path.name)
def test_out_and_in_again(command, model):
    """Written for Hugging Face and read again: the same parameters, the copied start and spare pieces included.

    That what is read computes what transformers computes is tested in tests/interchange/test_published.py.
    """
    assert command("convert", model, "--out", "runs/x").code == 0
    assert command("export runs/x --to huggingface --out out").code == 0
    assert command("convert out --out again").code == 0
    before, after = minitrans.load("runs/x"), minitrans.load("again")
    assert np.array_equal(before.model.flat, after.model.flat)
    for name in ("activation", "logits_bias"):
        assert getattr(after.config, name) == getattr(before.config, name)
    lines = [SENTENCE, "The doctor hopes that the woman sees her.", "Die Ärztin"]
    assert after.translate(lines, beam=1, max_extra=9) == before.translate(lines, beam=1, max_extra=9)
