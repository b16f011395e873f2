"""The command that writes a page, as its users call it.  tests/views/test_view_page.py opens the page."""

import webbrowser
from dataclasses import replace

import pytest

import minitrans
from minitrans.nn import Transformer
from minitrans.system.errors import UserError
from minitrans.translator import LONGEST_VIEW, Translator

SENTENCE, TRANSLATION = "the dog sees trees.", "der Hund sieht Bäume."


@pytest.fixture
def view(command, tiny_run, elsewhere):
    return lambda *arguments: command("view", "--run", tiny_run.path, *arguments)


def test_it_writes_one_file(view, tmp_path):
    assert view(SENTENCE).out == f"{TRANSLATION}\nview.html\n"
    assert [path.name for path in tmp_path.iterdir()] == ["view.html"]
    assert view(SENTENCE, "-o", "dog.html").code == 0
    assert (tmp_path / "dog.html").read_bytes() == (tmp_path / "view.html").read_bytes()


def test_open(view, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert view(SENTENCE).code == 0 and opened == []
    assert view(SENTENCE, "--open").code == 0
    assert opened == [(tmp_path / "view.html").resolve().as_uri()]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "SENTENCE"),
        ([" "], "view shows one sentence"),
        (["a\nb"], "view shows one sentence"),
        ([SENTENCE, "-o", "view.png"], ".html file"),
        ([SENTENCE, "-o", "missing/view.html"], "folder that exists"),
        ([SENTENCE, "--run", "missing"], "missing"),
        ([SENTENCE, "--beam", "0"], "--beam"),
        (["the " * (LONGEST_VIEW + 1)], f"{LONGEST_VIEW + 1} pieces"),
    ],
)
def test_bad_input(view, tmp_path, arguments, named):
    ended = view(*arguments)
    assert ended.code == 2 and named in ended.err and ended.err.count("\n") == 1 and ended.out == ""
    assert list(tmp_path.iterdir()) == []


def test_what_python_refuses(tiny_run, refusal):
    model = minitrans.load(tiny_run.path)
    assert "empty" in refusal(model.view, "  ")
    assert "a sentence is a string" in refusal(model.view, None)
    with pytest.raises(UserError, match="fixed by the run"):
        model.view(SENTENCE, layers=2)
    config = replace(model.config, attention_radius=2)
    near = Translator(Transformer(config), model.tokenizer, config)
    assert "--attention-radius" in refusal(near.view, SENTENCE)
    assert len(model.view(SENTENCE, beam=2).record["hypotheses"]) == 2
