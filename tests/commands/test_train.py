"""The train command makes a run, goes on with one, or refuses in one line and leaves nothing behind."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from minitrans.data.tokenizer import Tokenizer
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import MODEL, Run

from ..same_run import below, result

pytestmark = pytest.mark.usefixtures("elsewhere")


def replaced(flags, **values):
    """The flags with some values exchanged: replaced(flags, train_src=path)."""
    flags = list(flags)
    for name, value in values.items():
        flags[flags.index("--" + name.replace("_", "-")) + 1] = value
    return flags


# What a run leaves behind


def test_default_name_of_a_run(command, tiny_corpus, tmp_path):
    assert command("train --steps 1", *tiny_corpus).code == 0
    (path,) = (tmp_path / "runs").iterdir()
    assert path.name.startswith("own-") and result(path)["steps"] == 1


# Bad input: one line, exit code 2, nothing left behind


def text_file(name, data):
    Path(name).write_bytes(data)
    return Path(name)


LINE = "the dog sees trees.\n"
BAD_FILES = {
    "different lengths": (lambda: text_file("a", LINE.encode() * 61), ["has 61 lines", "has 60"]),
    "empty file": (lambda: text_file("a", b""), ["a: is empty"]),
    "missing file": (lambda: Path("none"), ["none: no such file"]),
    "invalid utf-8": (lambda: text_file("a", LINE.encode() * 58 + b"\xe4\n" + LINE.encode()), ["a, line 59", "UTF-8"]),
}


@pytest.mark.parametrize("split", ["train", "valid", "test"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(command, tiny_corpus, tmp_path, name, split):
    make, parts = BAD_FILES[name]
    flags = replaced(tiny_corpus, **{f"{split}_src": make()})
    if split != "train":  # a wrong length is another one there
        flags = replaced(flags, **{f"{split}_tgt": flags[flags.index("--train-tgt") + 1]})
    refused(command, tmp_path, parts, "--out", "run", *flags)


def refused(command, tmp_path, parts, *flags):
    before = below(tmp_path)
    ended = command("train", *flags)
    assert ended.code == 2 and ended.out == ""
    assert ended.err.startswith("error: ") and ended.err.count("\n") == 1
    for part in parts:
        assert part in ended.err
    assert below(tmp_path) == before


def test_a_vocabulary_that_nobody_gave_is_that_of_the_text(command, without, tiny_corpus, tmp_path):
    """One line says so, and the same command resumes the run."""
    flags = ["--out", tmp_path / "run", *without(tiny_corpus, "--vocabulary"), "--steps", 1]
    ended = command("train", *flags)
    pieces = len(Run(tmp_path / "run").tokenizer)
    assert ended.code == 0 and f"vocabulary: {pieces} pieces" in ended.err and 60 < pieces < 4000
    assert command("train", *flags[:-1], 2, "--resume").code == 0


BAD_FLAGS = {
    "vocabulary too large": ("--vocabulary 5000", ["--vocabulary 5000", " pieces at most; "]),
    "vocabulary too small": ("--vocabulary 10", ["--vocabulary 10", " pieces; give a ", "larger number\n"]),
    "no room for text": ("--vocabulary 3", ["--vocabulary 3 does not fit", "larger number\n"]),
    "a variable that is not set": ("--preset=", ["--preset: is empty"]),
    "a model beyond memory": ("--heads 1000000 --d-k 1000000 --d-v 1000000", ["out of memory", "--d-k"]),
    "d_model and heads": ("--heads 5", ["--d-model 32", "--heads 5", "--d-k"]),
    "every pair too long": ("--max-length 2", ["--max-length 2"]),
    "more symbols than pieces": ("--vocabulary 40 --symbols 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", ["symbols are "]),
    "symbols of another run": (f"--init {MODEL} --symbols <2de>", ["leave out "]),
    "not a number": ("--steps 1e3", ["--steps", "1e3", "see minitrans train --help"]),
    "no steps": ("--steps 0", ["--steps must be"]),
    "a type of GPUs": ("--dtype bfloat16", ["--dtype bfloat16 is for GPUs"]),
}


@pytest.mark.parametrize("name", BAD_FLAGS)
def test_bad_flags(command, tiny_corpus, tmp_path, name):
    flags, parts = BAD_FLAGS[name]
    refused(command, tmp_path, parts, "--out", "run", *tiny_corpus, *flags.split())


def test_files_that_belong_together(command, tiny_corpus, tmp_path, without):
    half = without(tiny_corpus, "--valid-tgt")
    refused(command, tmp_path, ["--valid-src and --valid-tgt belong together"], "--out", "run", *half)
    alone = without(tiny_corpus, "--valid-src", "--valid-tgt")
    refused(command, tmp_path, ["at least", "--valid-src"], "--out", "run", *alone)
    both = ["--corpus", "toy-en-de", *tiny_corpus]
    refused(command, tmp_path, ["--corpus toy-en-de", "not both"], "--out", "run", *both)


def test_a_run_directory_that_exists(command, tiny_corpus, tmp_path):
    assert command("train --out run --steps 1", *tiny_corpus).code == 0
    parts = ["run: exists", "--resume", "--out"]
    refused(command, tmp_path, parts, "--out", "run", *tiny_corpus)
    Path("file").write_text("not a directory")
    refused(command, tmp_path, ["file: exists"], "--out", "file", *tiny_corpus)
    refused(command, tmp_path, [f"file{os.sep}run: cannot be created"], "--out", "file/run", *tiny_corpus)
    Path("empty").mkdir()
    assert command("train --out empty --steps 1", *tiny_corpus).code == 0


@pytest.mark.parametrize("out", [".", "..", os.sep, "", "text"])
def test_a_folder_that_is_not_for_a_run(command, tiny_corpus, tmp_path, out):
    said = {"": "--out: is empty", "text": "error: text: exists"}
    refused(command, tmp_path, [said.get(out, "the current folder")], "--out", out, *tiny_corpus)


# Several files for each side


def halves(path, at):
    """Cut a file into two beside it -> their paths"""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    parts = path.with_name(f"a-{path.name}"), path.with_name(f"b-{path.name}")
    for part, text in zip(parts, (lines[:at], lines[at:]), strict=True):
        part.write_text("".join(text), encoding="utf-8")
    return parts


@pytest.fixture
def in_halves(tiny_corpus):
    """The flags of the tiny corpus with two files for each side"""
    return [part for each in tiny_corpus for part in (halves(each, 4) if isinstance(each, Path) else [each])]


def test_several_files_are_one_text(command, tiny_corpus, in_halves, tmp_path):
    """The same weights and score as with files that were put together; a text that has changed is named."""
    whole = command("train --out whole --steps 2", *tiny_corpus)
    parts = command("train --out parts --steps 2", *in_halves)
    assert (whole.code, parts.code) == (0, 0) and "a-train.src and 3 more files\n" in parts.err
    weights = [read_checkpoint(Run(name).newest()[-1])[1]["weights/source_embedding"] for name in ("whole", "parts")]
    np.testing.assert_array_equal(*weights)
    assert [path.rpartition(os.sep)[2] for path in Run("parts").text.files["train"]] == [
        f"{half}-train.{side}" for half in "ab" for side in ("src", "tgt")
    ]
    assert Run("parts").text.words == Run("whole").text.words
    scores = [command("evaluate --split valid --beam 1 --run", name).out.splitlines()[0] for name in ("whole", "parts")]
    assert scores[0] == scores[1]
    Path(tmp_path / "text" / "b-train.tgt").write_text("der Hund\n", encoding="utf-8")
    assert "b-train.tgt: has changed" in command("train --out parts --resume --steps 4").err


def test_several_files_must_agree(command, in_halves, tmp_path):
    files = [each for each in in_halves if isinstance(each, Path)]
    fewer = [each for each in in_halves if each != files[-1]]
    refused(command, tmp_path, ["2 and 1 files", "--train-src and --train-tgt"], "--out", "run", *fewer)
    (shorter,) = (each for each in files if each.name == "b-train.tgt")
    shorter.write_text("der Hund\n", encoding="utf-8")
    parts = ["b-train.src has 56 lines", "b-train.tgt has 1;"]
    refused(command, tmp_path, parts, "--out", "run", *in_halves)


# Going on


@pytest.mark.parametrize(
    "flags, part",
    [
        ("--layers 2", "--layers is 1 there, not 2"),
        ("--batch-tokens 300", "--batch-tokens is 200 there, not 300"),
        ("--steps 2 --d-model 64", "--d-model is 32 there, not 64"),
        ("--preset base", "--layers is 1 there, not 6 as in --preset base"),
        ("--init x", "--init is not given there, not x; leave out --init\n"),
        ("--corpus toy-en-de", "the train split is "),
        ("--train-src a --train-tgt b --valid-src a --valid-tgt b", "leave out"),
    ],
)
def test_resume_changes_nothing_but_budgets(command, tiny_run, tmp_path, flags, part):
    before = below(tiny_run.path)
    refused(command, tmp_path, [part], "--resume", "--out", tiny_run.path, *flags.split())
    assert below(tiny_run.path) == before


@pytest.mark.parametrize("flags", ["", "--preset multi30k --seed 3 --log-steps 7 --no-share-embeddings --minutes 9"])
def test_the_same_command_with_resume_goes_on(command, tiny_corpus, flags):
    """So one line serves for each start of a job: the first, the next, and one when nothing is left to do."""
    line = "train", "--out", "run", *tiny_corpus, *flags.split(), "--steps", 3, "--checkpoint-steps", 1, "--resume"
    begun = command(*line)
    assert begun.code == 0 and "nothing to resume" in begun.err
    for name in ("step-000003.npz", "step-000002.npz", "best.npz"):  # as if it had been stopped at step 1
        Path("run/checkpoints", name).unlink()
    ended = command(*line)
    assert ended.code == 0 and "nothing to resume" not in ended.err
    assert [row["step"] for row in Run("run").log if "valid_perplexity" in row] == [3]
    before = below(Path("run"))
    ended = command(*line)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("run: is finished")
    assert below(Path("run")) == before


def test_a_preset_of_an_older_version(command, tiny_corpus):
    """A run that it has started goes on with the configuration in its folder, by the same command."""
    assert command("train --out run --steps 1", *tiny_corpus).code == 0
    ended = command("train --out run --steps 2 --preset small --resume", *tiny_corpus)
    assert ended.code == 0 and "--preset small: is not in this version" in ended.err
    assert command("train --out new --steps 2 --preset small --resume", *tiny_corpus).code == 2


def test_nothing_to_resume(command, tmp_path):
    refused(command, tmp_path, ["runs/", "--out"], "--resume", "--steps", 3)


def test_a_run_that_was_not_scored_is_not_finished(command, tiny_corpus):
    line = "train", "--out", "run", *tiny_corpus, "--steps", 2, "--resume"
    assert command(*line).code == 0
    Path("run/result.json").unlink()
    assert "test: BLEU" in command(*line).out
    assert result(Path("run"))["steps"] == 2


@pytest.mark.parametrize(
    "name, data, said",
    [("log.jsonl", b"\xff\n", "not a log"), ("data.json", b'{"train": ["a", "b"]}', "has no valid split")],
)
def test_resume_names_a_damaged_file(command, tiny_corpus, name, data, said):
    assert command("train --out run --steps 1", *tiny_corpus).code == 0
    Path("run", name).write_bytes(data)
    ended = command("train --out run --resume --steps 2")
    assert ended.code == 2 and f"error: run/{name}: " in ended.err and said in ended.err


def test_resume_refuses_what_does_not_belong_to_the_checkpoints(command, tiny_run):
    shutil.copytree(tiny_run.path, "run")
    config = Path("run/config.json")
    text = config.read_text(encoding="utf-8")
    for field, value in (("rate", 0.25), ("seed", 8), ("heads", 4), ("shards", 2)):
        config.write_text(json.dumps(json.loads(text) | {field: value}), encoding="utf-8")
        ended = command("train --out run --resume --steps 170")
        assert ended.code == 2 and f"step-000160.npz: was made with {field} " in ended.err
        assert f"config.json says {value}" in ended.err
    config.write_text(text, encoding="utf-8")
    lines = (tiny_run.text / "train.src").read_text(encoding="utf-8").splitlines()
    other = Tokenizer.train([line[::-1] for line in lines] * 3, 70)
    other.save(Path("run/tokenizer.model"))
    translated = "translate", "--run", "run", "the dog"
    for name, *arguments in (("train", "--out", "run", "--resume", "--steps", 170), translated):
        ended = command(name, *arguments)
        assert ended.code == 2 and "another tokenizer.model" in ended.err


# Where a run and its text are


@pytest.mark.parametrize("out", ["out", "out/run"])
def test_a_folder_behind_a_link(command, tiny_corpus, tmp_path, out):
    Path("disk").mkdir()
    Path("out").symlink_to("disk")
    assert command("train --out", out, *tiny_corpus, "--steps", 1).code == 0
    assert Path("out").is_symlink() and result(Path(out))["steps"] == 1
    assert command("train --out", out, *tiny_corpus, "--steps", 2, "--resume").code == 0
    assert not list(tmp_path.rglob("*.partial"))
    assert "exists; continue it" in command("train --out", out, *tiny_corpus, "--steps", 1).err


@pytest.mark.parametrize("kind", ["loop", "dangling", "pipe"])
def test_a_name_that_cannot_become_a_folder(command, tiny_corpus, kind):
    """It is refused before any work, not when the tokenizer is learned."""
    if kind == "pipe":
        os.mkfifo("out")
    else:
        Path("out").symlink_to("out" if kind == "loop" else "none")
    for more in ([], ["--resume"]):
        assert command("train --out out --steps 1", *tiny_corpus, *more).error.startswith("error: out: ")


def test_text_that_was_moved_is_the_same_text(command, tiny_corpus, tmp_path):
    assert command("train --out run --steps 2", *tiny_corpus).code == 0
    (tmp_path / "text").rename(tmp_path / "moved")
    ended = command("train --out run --resume --steps 3")
    assert ended.code == 2 and "name its files" in ended.err
    now = [tmp_path / "moved" / each.name if isinstance(each, Path) else each for each in tiny_corpus]
    assert command("train --out run", *now, "--resume", "--steps", 3).code == 0
    assert Run("run").text.files["train"] == [str(tmp_path / "moved" / f"train.{side}") for side in ("src", "tgt")]
    assert command("train --out run --resume --steps 4").code == 0
    assert command("evaluate --run run").code == 0
    shutil.copytree(tmp_path / "moved", tmp_path / "text")
    (tmp_path / "text" / "valid.src").write_text("the dog\n" * 6)
    ended = command("train --out run --resume --steps 5", *tiny_corpus)
    assert ended.code == 2 and "the valid split" in ended.err
