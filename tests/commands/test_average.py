"""`minitrans average`: the mean of checkpoints as a run that translates, and refusals that leave nothing behind."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.commands import average
from minitrans.data.lines import stream_lines
from minitrans.runs import run
from minitrans.runs.run import Run


def read_lines(path):
    return list(stream_lines(path))


STEPS = "step-000080.npz", "step-000160.npz"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def averaged(command, tiny_run):
    ended = command("average", tiny_run.path, "--last", 2, "--out", "made")
    assert ended.code == 0, ended.err
    assert ended.out == "made: mean of step-000080, step-000160\n"
    return Path("made")


def refused(ended, part):
    assert ended.code == 2 and ended.out == "" and ended.err.count("\n") == 1 and part in ended.err, ended.err
    assert not Path("made").exists() and not list(Path().glob("*.partial"))


def test_the_weights_are_the_mean(averaged, tiny_run):
    stored = [np.load(tiny_run.path / "checkpoints" / name) for name in STEPS]
    made = np.load(averaged / "checkpoints" / STEPS[-1])
    weights = [name for name in stored[0] if name.startswith("weights/")]
    assert weights and sorted(made) == sorted(["header", *weights])
    for name in weights:
        expected = ((stored[0][name].astype(np.float64) + stored[1][name]) / 2).astype(np.float32)
        np.testing.assert_array_equal(made[name], expected)
    assert json.loads(str(made["header"]))["progress"]["step"] == 160


def test_it_translates_as_averaging_on_the_fly_does(command, averaged, tiny_run):
    lines = read_lines(tiny_run.text / "test.src")
    expected = minitrans.load(tiny_run.path, average=2).search(lines, nbest=2)
    assert minitrans.load(averaged).search(lines, nbest=2) == expected
    assert expected != minitrans.load(tiny_run.path, average=1).search(lines, nbest=2)
    ended = command("translate", "--run", averaged, lines[0])
    assert (ended.code, ended.err) == (0, "") and ended.out == expected[0][0][1] + "\n"


def test_evaluating_it_is_evaluating_the_mean(command, averaged, tiny_run):
    flags = "--perplexity", "--split", "valid"
    found = command("evaluate", "--run", averaged, *flags)
    expected = command("evaluate", "--run", tiny_run.path, "--average", 2, *flags)
    assert (found.code, found.err) == (0, "")
    found, expected = (ended.out.splitlines() for ended in (found, expected))
    assert len(found) == 3 and (found[0], found[2]) == (expected[0], expected[2])  # the second tells the time


def test_training_does_not_go_on_from_it(command, averaged):
    before = (averaged / "checkpoints" / STEPS[-1]).read_bytes()
    ended = command("train", "--out", averaged, "--resume", "--steps", 170)
    assert ended.code == 2 and "without Adam's moments; resume the run that they come from" in ended.err
    assert (averaged / "checkpoints" / STEPS[-1]).read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "part"),
    [
        (["--last", 3], "run has only 2; give a smaller number"),
        ([], "--last 5: "),
        (["--last", 0], "--last must be 1 or more, got 0"),
    ],
)
def test_more_than_there_are(command, tiny_run, flags, part):
    refused(command("average", tiny_run.path, *flags, "--out", "made"), part)


def test_what_exists_is_left_alone(command, tiny_run):
    Path("there").write_text("mine")
    refused(command("average", tiny_run.path, "--last", 2, "--out", "there"), "there: exists; choose another name")
    assert Path("there").read_text() == "mine"
    refused(command("average", tiny_run.path, "--last", 2, "--out", "there/below"), "there/below")


def test_no_run_and_no_checkpoint(command, tiny_run):
    refused(command("average", "none", "--out", "made"), "none: not a run directory")
    shutil.copytree(tiny_run.path, "run", ignore=shutil.ignore_patterns("*.npz"))
    refused(command("average", "run", "--out", "made"), "run: no checkpoint yet")


def test_checkpoints_of_other_runs_are_refused(command, tiny_run, tiny_corpus):
    """One of the two was made by another run: of other widths, then of the same but with another tokenizer."""
    shutil.copytree(tiny_run.path, "run")
    for flags, part in ((["--d-model", 16], "made with d_model 16, config.json says 32"), ([], "another tokenizer")):
        name = f"other{len(flags)}"
        text = [*tiny_corpus, "--norm", "pre", *flags]
        text[text.index("--train-src") + 1] = text[text.index("--train-tgt") + 1]  # other text, another tokenizer
        ended = command("train", "--out", name, *text, "--steps", 1)
        assert ended.code == 0, ended.err
        shutil.copy(Run(name).newest()[-1], Path("run", "checkpoints", STEPS[0]))
        refused(command("average", "run", "--last", 2, "--out", "made"), part)


def test_a_run_that_is_being_trained(command, tiny_run, monkeypatch):
    """Between the listing and the reading, training saves a newer checkpoint and removes the oldest."""
    shutil.copytree(tiny_run.path, "run")
    load, folder = run.load_weights, Path("run", "checkpoints")

    def late(*arguments):
        if (folder / STEPS[0]).exists():
            shutil.copy(folder / STEPS[1], folder / "step-000240.npz")
            (folder / STEPS[0]).unlink()
        return load(*arguments)

    monkeypatch.setattr(run, "load_weights", late)
    ended = command("average", "run", "--last", 2, "--out", "made")
    assert (ended.code, ended.out) == (0, "made: mean of step-000160, step-000240\n"), ended.err


def test_nothing_is_left_when_there_is_no_room(command, tiny_run, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(average, "write_checkpoint", full)
    refused(command("average", tiny_run.path, "--last", 2, "--out", "made"), "No space left on device")


def test_another_process_makes_the_same(command, tiny_run, monkeypatch):
    write = average.write_checkpoint

    def meanwhile(*arguments):
        Path("made", "checkpoints").mkdir(parents=True)
        write(*arguments)

    monkeypatch.setattr(average, "write_checkpoint", meanwhile)
    ended = command("average", tiny_run.path, "--last", 2, "--out", "made")
    assert (ended.code, ended.out) == (2, "") and "error: made: another process has just created it" in ended.err
    assert not list(Path().glob("*.partial"))
