"""The command that draws pictures, as its users call it.  tests/views/test_figures.py looks at what they show."""

import importlib
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.data.corpora import corpus_files
from minitrans.runs.run import MODEL, Run
from minitrans.views import figures, plots

pytestmark = pytest.mark.slow

SENTENCE = "the dog sees trees."


@pytest.fixture
def draw(command, tiny_run, elsewhere):
    return lambda *arguments: command("draw", *arguments, "--run", tiny_run.path)


@pytest.fixture
def shown(monkeypatch):
    """shown(module, name) -> a list that collects the arguments with which this function is called"""

    def watch(module, name):
        calls = []
        monkeypatch.setattr(module, name, lambda *arguments: calls.append(arguments))
        return calls

    return watch


@pytest.mark.parametrize("what", ["heads", "beam", "entropy", "rate", "lengths"])
def test_each_picture_is_written_and_named(draw, tmp_path, what):
    sentence = [SENTENCE] if what in ("heads", "beam") else []
    assert draw(what, *sentence).out == f"{what}.png\n"
    assert (tmp_path / f"{what}.png").read_bytes().startswith(b"\x89PNG")
    assert draw(what, *sentence, "-o", "a.svg").code == draw(what, *sentence, "-o", "b.svg").code == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert b"<svg" in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize("which", ["encoder", "decoder", "cross"])
def test_heads_are_those_of_the_layer(draw, shown, tiny_run, which):
    calls = shown(plots, "attention_map")
    maps = minitrans.load(tiny_run.path).attention(SENTENCE)
    assert draw("heads", SENTENCE, "--attention", which).code == 0
    assert draw("heads", SENTENCE, "--attention", which, "--layer", "1", "--head", "2").code == 0
    (last, keys, queries, *_), (one, *_, numbers) = calls
    np.testing.assert_array_equal(last, maps[which][-1])
    np.testing.assert_array_equal(one, maps[which][0][[1]])
    assert numbers == [2] and last.shape[1:] == (len(queries), len(keys))
    source, target = ("".join(piece.replace("▁", " ") for piece in maps[side]) for side in ("source", "target"))
    assert words(queries) == (source if which == "encoder" else target)
    assert words(keys) == (" <s>" + target.removesuffix("</s>") if which == "decoder" else source)


def words(labels):
    """Labels of pieces -> their text"""
    pieces = (label.removeprefix("·") if label == "." or "·" in label else f" {label}" for label in labels)
    return "".join(pieces).replace(" </s>", "</s>").replace(" ▁", " ")


def test_entropy_is_the_mean_over_the_validation_text(draw, shown, tiny_run):
    calls = shown(figures, "entropies")
    assert draw("entropy").code == 0
    sources, targets = (
        Path(path).read_text(encoding="utf-8").splitlines() for path in Run(tiny_run.path).text.files["valid"]
    )
    model, rows = minitrans.load(tiny_run.path), []
    for source, target in zip(sources, targets, strict=True):
        for query in model.attention(source, target)["cross"][0, 0]:
            rows.append(sum(-p * np.log2(p) for p in query.tolist() if p > 0))
    assert calls[0][0]["encoder-decoder attention"][0, 0] == pytest.approx(np.mean(rows), rel=1e-5)
    for values in calls[0][0].values():
        assert values.shape == (model.config.layers, model.config.heads)


def test_lengths_and_padding_by_hand(draw, shown, tiny_run):
    calls = shown(figures, "lengths")
    assert draw("lengths").code == 0
    sides, shares, _ = calls[0]
    sources, targets = (
        Path(path).read_text(encoding="utf-8").splitlines() for path in Run(tiny_run.path).text.files["train"]
    )
    encode = minitrans.load(tiny_run.path).encode
    assert sides["source"].tolist() == [len(ids) + 1 for ids in encode(sources)]
    assert sides["target"].tolist() == [len(ids) + 1 for ids in encode(targets)]
    assert 0 <= shares["sorted by length"] <= shares["as in the file"] < 1


def test_the_text_of_the_bundled_model_is_the_bundled_corpus(command, shown):
    calls = shown(figures, "lengths")
    assert command("draw lengths --run", MODEL).code == 0
    assert len(calls[0][0]["source"]) == len(corpus_files("toy-en-de")["train"][0].read_bytes().splitlines())


def test_rate_is_that_of_the_run(draw, shown, tiny_run):
    calls = shown(figures, "schedule")
    assert draw("rate").code == 0
    rates, warmup, _, steps = calls[0]
    config = Run(tiny_run.path).config
    assert list(steps) == list(range(1, config.steps + 1)) and len(rates) == config.steps and warmup == config.warmup
    assert rates[0] == pytest.approx(config.rate * config.d_model**-0.5 * config.warmup**-1.5)
    assert int(np.argmax(rates)) == min(warmup, len(rates)) - 1


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("heads", "heads draws one"),
        ("beam 'a\nb'", "beam draws one"),
        ("rate a", "rate takes no"),
        (f"heads '{'a ' * 250}'", "at most 200"),
        ("heads a --layer 9", "--layer 9: "),
        ("heads a --head 0", "--head 0: "),
        ("rate -o x.jpg", ".png or .svg or .pdf"),
        ("rate -o no/x.png", "a folder that"),
        ("picture", "WHAT"),
    ],
)
def test_bad_input_is_one_line(draw, tmp_path, arguments, named):
    assert named in draw(*shlex.split(arguments)).error
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_names_no_training_text(tiny_run, tmp_path, command):
    shutil.copytree(tiny_run.path, tmp_path / "copy")
    (tmp_path / "copy" / "data.json").write_text("{}")
    for what, split in (("lengths", "train"), ("entropy", "valid")):
        ended = command("draw", what, "--run", tmp_path / "copy")
        assert (ended.code, ended.err) == (2, f"error: {tmp_path}/copy/data.json: has no {split} split\n")


def test_only_the_first_pairs_are_counted(draw, shown, monkeypatch):
    calls = shown(figures, "lengths")
    monkeypatch.setattr(importlib.import_module("minitrans.commands.draw"), "MOST_PAIRS", 7)
    assert draw("lengths").code == 0
    assert len(calls[0][0]["source"]) == 7


def test_the_beam_ends_with_what_translate_prints(draw, shown, tiny_run):
    calls = shown(figures, "beam")
    assert draw("beam", SENTENCE, "--beam", "3").code == 0
    nodes, hypotheses, _, title = calls[0]
    model = minitrans.load(tiny_run.path)
    found = model.search([SENTENCE], beam=3, nbest=3)[0]
    assert title == SENTENCE and hypotheses[0][1] == found[0][1]
    number, labels = hypotheses[0][2], []
    while number:
        labels.append(nodes[number][1])
        number = nodes[number][0]
    assert words(labels[::-1]).strip() == found[0][1] + "</s>"


def test_a_run_of_any_number_of_steps(command, tiny_run, elsewhere, shown):
    """As with minutes alone, when the number of steps is only a limit."""
    shutil.copytree(tiny_run.path, "run")
    calls = shown(figures, "schedule")
    for minutes, last in ((5.0, 160), (None, 10**9)):
        replace(Run("run").config, steps=10**9, minutes=minutes).save(Path("run/config.json"))
        assert command("draw rate --run run").code == 0
        rates, _, _, steps = calls.pop()
        assert len(rates) == len(steps) <= 10_000 and last * 0.99 <= steps[-1] <= last
