"""`minitrans grading leaderboard`: BLEU and size of the weights themselves, whatever a run says of itself."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from minitrans.commands import grading
from minitrans.data.catalog import BUNDLED
from minitrans.grading.leaderboard import Entry, as_markdown
from minitrans.runs.run import Run


@pytest.fixture(scope="module")
def hidden(tiny_run):
    return ["--src", tiny_run.text / "test.src", "--ref", tiny_run.text / "test.tgt"]


@pytest.fixture
def copy(tiny_run, tmp_path):
    """copy(name): a copy of the tiny run with this name."""
    return lambda name: shutil.copytree(tiny_run.path, tmp_path / name)


def table(command, *arguments):
    ended = command("grading", "leaderboard", *arguments)
    assert ended.code == 0, ended.err
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split(" |")] for line in ended.out.splitlines()]
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_numbers_are_those_of_the_weights_not_of_the_result(command, copy, hidden):
    boasting, honest = copy("boasting"), copy("honest")
    result = json.loads((honest / "result.json").read_text())
    (boasting / "result.json").write_text(json.dumps(result | dict(bleu=100.0, parameters=1, steps=1, seconds=1.0)))
    spoilt = copy("spoilt")
    for path in [*spoilt.glob("checkpoints/*.npz")]:
        path.unlink()
    shutil.copy(Run(honest).checkpoints()[0], spoilt / "checkpoints" / "step-000080.npz")  # half of the training
    rows = {row["run"]: row for row in table(command, boasting, spoilt, honest, *hidden)}
    evaluated = command("evaluate", "--run", honest, *hidden).out
    assert rows[str(boasting)]["BLEU"] == rows[str(honest)]["BLEU"] == re.search(r"BLEU (\S+)", evaluated)[1]
    with np.load(Run(honest).chosen[-1]) as arrays:
        size = sum(arrays[name].size for name in arrays if name.startswith("weights/"))
    assert {row["parameters"] for row in rows.values()} == {f"{size:,}"}
    assert rows[str(boasting)]["steps"] == "160"
    assert [row["place"] for row in rows.values()] == ["1", "2", "3"]


def test_text_of_the_training_tells_runs_apart(command, copy, hidden):
    same, other = copy("same"), copy("other")
    data = json.loads((other / "data.json").read_text())
    (other / "data.json").write_text(json.dumps(data | dict(sha256=dict.fromkeys(data["sha256"], "another"))))
    one, two, three = (row["training text"] for row in table(command, same, other, copy("again"), *hidden))
    texts = {row["run"]: row["training text"] for row in table(command, same, other, *hidden)}
    assert len({one, two, three}) == 2 and texts[str(same)] != texts[str(other)]


@pytest.mark.parametrize(
    ("flags", "over"), [(["--steps", 159], "more than 159 steps"), (["--parameters", 9], "more than 9 parameters")]
)
def test_run_over_the_budget_has_no_place(command, tiny_run, hidden, flags, over):
    (row,) = table(command, tiny_run.path, *hidden, *flags)
    assert row["place"] == "" and row["over the budget"] == over
    (row,) = table(command, tiny_run.path, *hidden, "--steps", 160)
    assert row["place"] == "1" and row["over the budget"] == ""


def test_converted_model_names_no_training_text(command, copy, hidden):
    converted = copy("converted")
    (converted / "data.json").write_text("{}")
    (row,) = table(command, converted, *hidden)
    assert row["training text"] == "?"


def test_run_that_translates_nothing_has_no_place():
    nothing = Entry("nothing", 0.0, 10, 30, 1.0, "abc", "")
    assert [line.split(" | ")[0] for line in as_markdown([nothing]).splitlines()[2:]] == ["| "]


ENTRIES = [
    Entry("large", 90.0, 2000, 400, 1.0, "abc", ""),
    Entry("small|slow", 90.0, 1000, 400, 9.0, "abc", ""),
    Entry("=cmd()", 80.0, 10, 400, 1.0, "?", ""),
    Entry("too long", 99.0, 10, 900, 1.0, "abc", "more than 400 steps"),
]


def test_order_of_places_and_what_a_name_may_contain():
    """The best first, of equally good ones the smaller model; those over the budget last.  Names do no harm."""
    lines = as_markdown(ENTRIES).splitlines()
    assert [line.split(" | ")[1] for line in lines[2:]] == [r"small\|slow", "large", "=cmd()", "too long"]
    assert lines[2] == r"| 1 | small\|slow | 90.00 | 1,000 | 400 | 9.0 | abc |  |"
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| 1", "| 2", "| 3", "| "]


def test_names_that_look_like_markup():
    names = "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", r"\[x](y)", "`a`"
    entries = [Entry(name, 90.0 - i, 1, 2, 3.0, "?", "") for i, name in enumerate(names)]
    shown = [line.split(" | ")[1] for line in as_markdown(entries).splitlines()[2:]]
    assert shown == [
        r"\<img src=x onerror=alert(1)>",
        r"\[x](javascript:alert(1))",
        r"\\\[x](y)",
        r"\`a\`",
    ]


def test_a_converted_model(command, hidden, elsewhere):
    pytest.importorskip("safetensors")
    model = Path(__file__).parents[1] / "oracles" / "marian" / "joint"
    assert command("convert", model, "--out", "x").code == 0
    [row] = table(command, "x", *hidden)
    assert row["training text"] == "?" and row["steps"] == "0"


def test_without_a_file_it_is_the_test_split_of_the_bundled_corpus(command, tiny_run, monkeypatch):
    asked = []
    monkeypatch.setattr(grading, "read_entry", lambda run, pairs, *budget: asked.append(pairs) or ENTRIES[0])
    assert command("grading", "leaderboard", tiny_run.path).code == 0
    sides = ((BUNDLED / "toy" / f"test.{side}").read_text(encoding="utf-8").splitlines() for side in ("en", "de"))
    assert asked[0] == list(zip(*sides, strict=True))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no_run"], "no_run: not a run directory"),
        (["RUN", "--src", "x"], "--src and --ref belong together"),
        (["RUN", "--steps", 0], "--steps must be 1 or more"),
        (["RUN", "--src", "x", "--ref", "x"], "x: "),
    ],
)
def test_what_cannot_be_done_is_one_line(command, tiny_run, elsewhere, arguments, words):
    arguments = [tiny_run.path if each == "RUN" else each for each in arguments]
    ended = command("grading", "leaderboard", *arguments)
    assert ended.code == 2 and ended.err.startswith("error: ") and words in ended.err and ended.err.count("\n") == 1
