"""The command that writes a page, as its users call it.  tests/views/test_view_page.py opens the page."""

import shutil
import webbrowser
from dataclasses import replace
from pathlib import Path

import pytest

import minitrans
from minitrans.nn import Transformer
from minitrans.system.errors import UserError
from minitrans.translator import LONGEST_VIEW, Translator

SENTENCE, TRANSLATION = "the dog sees trees.", "der Hund sieht Bäume."


@pytest.fixture
def view(command, tiny_run, elsewhere):
    return lambda *arguments: command("view --run", tiny_run.path, *arguments)


def test_it_writes_one_file(view, tmp_path):
    assert view(SENTENCE).out == f"{TRANSLATION}\nview.html\n"
    assert [path.name for path in tmp_path.iterdir()] == ["view.html"]
    assert view(SENTENCE, "-o", "dog.html").code == 0
    assert (tmp_path / "dog.html").read_bytes() == (tmp_path / "view.html").read_bytes()


def test_a_page_over_the_training(view, tiny_run, command):
    """Each translation is that of the run when it had ended there."""
    lines = view(SENTENCE, "--checkpoints").out.splitlines()
    steps = [path.stem for path in (tiny_run.path / "checkpoints").glob("step-*.npz")]
    assert [line.split(":")[0] for line in lines[:-1]] == [f"step {int(stem[5:])}" for stem in sorted(steps)]
    assert lines[-2:] == [f"step 160: {TRANSLATION}", "view.html"]
    shutil.copytree(tiny_run.path, "early")
    Path("early/result.json").unlink()
    Path("early/checkpoints/step-000160.npz").unlink()
    early = command("translate --run early --beam 1 --average 1", SENTENCE)
    assert lines[0] == f"step 80: {early.out.strip()}"
    refused = command("view --run early --checkpoints", SENTENCE)
    assert refused.code == 2 and "--snapshots" in refused.err


def test_open(view, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert view(SENTENCE).code == 0 and opened == []
    assert view(SENTENCE, "--open").code == 0
    assert opened == [(tmp_path / "view.html").resolve().as_uri()]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "one sentence"),
        ([" "], "one sentence"),
        (["a\nb"], "one sentence"),
        ([SENTENCE, "-o", "view.png"], ".html file"),
        ([SENTENCE, "-o", "missing/view.html"], "folder that exists"),
        ([SENTENCE, "--run", "missing"], "missing"),
        ([SENTENCE, "--beam", "0"], "--beam"),
        (["the " * (LONGEST_VIEW + 1)], f"{LONGEST_VIEW + 1} pieces"),
    ],
)
def test_bad_input(view, tmp_path, arguments, named):
    ended = view(*arguments)
    *notes, line = ended.err.splitlines()  # a note says that the second --run counts
    assert ended.code == 2 and named in line and len(notes) == ("missing" in arguments) and ended.out == ""
    assert list(tmp_path.iterdir()) == []


def test_what_python_refuses(tiny_run, refusal):
    model = minitrans.load(tiny_run.path)
    assert "empty" in refusal(model.view, "  ")
    assert "a sentence is" in refusal(model.view, None)
    with pytest.raises(UserError, match="cannot be changed here"):
        model.view(SENTENCE, layers=2)
    config = replace(model.config, attention_radius=2)
    near = Translator(Transformer(config), model.tokenizer, config)
    assert "--attention-radius" in refusal(near.view, SENTENCE)
    assert len(model.view(SENTENCE, beam=2).records[0]["hypotheses"]) == 2
