"""A run goes on where it stopped, with the same text and nothing lost, or says in one line why it does not."""

import errno
import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from minitrans.runs import checkpoint
from minitrans.runs.run import Run
from minitrans.views import plots

from ..conftest import ENVIRONMENT
from ..runs.test_checkpoint import rewrite
from ..same_run import below

STEPS = "--steps 6 --valid-steps 3 --checkpoint-steps 2 --log-steps 1".split()


@pytest.fixture(scope="module")
def finished(tmp_path_factory, command, tiny_corpus_in):
    """A run of six steps: checkpoints of 2, 4 and 6, the best one of 6."""
    folder = tmp_path_factory.mktemp("finished")
    ended = command("train --out", folder / "run", *tiny_corpus_in(folder / "text"), *STEPS)
    assert ended.code == 0, ended.err
    return folder


@pytest.fixture
def run(finished, tmp_path, monkeypatch):
    """A copy of it, with text of its own, in the working directory."""
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    run = Run("run")
    files = {split: [tmp_path / "text" / Path(path).name for path in paths] for split, paths in run.text.files.items()}
    run.text.save(files)
    return run


def refused(command, run, *flags):
    """The one line with which `train --resume` ends, nothing of the run having changed."""
    before = below(run.path)
    ended = command("train --out run --resume --steps 8", *flags)
    assert ended.code == 2 and "Traceback" not in ended.err
    assert below(run.path) == before
    return ended.err.splitlines()[-1]


# What cannot be read is not damaged


@pytest.mark.parametrize("number, after", [(errno.EACCES, 0), (errno.EIO, 1), (errno.EMFILE, 2), (errno.ESTALE, 5)])
def test_an_error_of_the_system(command, run, monkeypatch, number, after):
    """In opening the file, or in one of its reads: zipfile and NumPy must not hide it."""
    calls = itertools.count()

    def failing(function):
        def call(*arguments):
            if next(calls) >= after:
                raise OSError(number, os.strerror(number))
            return function(*arguments)

        return call

    monkeypatch.setattr(checkpoint.Reader, "__init__", failing(checkpoint.Reader.__init__))
    remember = checkpoint.Reader.remember
    monkeypatch.setattr(checkpoint.Reader, "remember", lambda self, read, *rest: remember(self, failing(read), *rest))
    message = refused(command, run)
    assert message == f"error: run/checkpoints/step-000006.npz: cannot be read ({os.strerror(number)})"
    ended = command("translate --run run", "the dog")
    assert ended.code == 2 and os.strerror(number) in ended.err and "remove" not in ended.err


@pytest.mark.parametrize(
    "error, said",
    [
        (MemoryError, "enough memory"),
        (OSError(errno.EMFILE, "Too many open files", "cp437.py"), "cannot be read (Too many open files)"),
    ],
)
def test_what_the_machine_lacks_to_read_it(command, run, monkeypatch, error, said):
    """Memory, or a place for one of the modules that are imported late."""

    def fail(self, name):
        raise error

    monkeypatch.setattr(checkpoint.np.lib.npyio.NpzFile, "__getitem__", fail)
    message = refused(command, run)
    assert message.startswith("error: run/checkpoints/step-000006.npz: ") and said in message


def test_a_damaged_file_that_seems_to_need_too_much_memory(run):
    """The shape in the header of an array has become enormous; the archive's own checksum shows it."""
    path = run.newest()[-1]
    data, shape = path.read_bytes(), b"(70, 32)"
    assert shape in data
    path.write_bytes(data.replace(shape, b"(7" + b"0" * 3 + b",2)"[: len(shape) - 5]))
    with pytest.raises(checkpoint.Damaged):
        checkpoint.read_checkpoint(path)


# What is damaged is put aside


def test_every_checkpoint_but_the_best_is_damaged(command, run):
    """The run goes on from the best one, and says so."""
    log = run.log
    for path in run.checkpoints():
        path.write_bytes(path.read_bytes()[:-50])
    ended = command("train --out run --resume --steps 8")
    assert ended.code == 0
    for step in (2, 4, 6):
        name = f"step-{step:06d}.npz"
        assert f"{name}: is damaged" in ended.err and "from best.npz, step " in ended.err
        assert (run.folder / f"{name}.damaged").is_file()
    assert run.log[: len(log)] == log and run.log[-1]["step"] == 8


def test_every_checkpoint_is_damaged(command, run):
    for path in [*run.checkpoints(), run.best]:
        path.write_bytes(b"rubbish")
    message = refused(command, run)
    assert message.startswith("error: run/checkpoints: no checkpoint is")


WEIGHT = "weights/encoder.0.feed_forward.w1"
STRANGE = {
    "another shape": (lambda arrays: arrays.update({WEIGHT: arrays[WEIGHT].T}), "has other parameters"),
    "no weight": (lambda arrays: arrays.pop(WEIGHT), "has other parameters"),
    "complex weights": (lambda arrays: arrays.update({WEIGHT: arrays[WEIGHT] + 1j}), "has other parameters"),
    "text for weights": (lambda arrays: arrays.update({WEIGHT: arrays[WEIGHT].astype(str)}), "has other parameters"),
    "short moments": (lambda arrays: arrays.update(adam_m=arrays["adam_m"][:-1]), "has other parameters"),
    "no second moments": (lambda arrays: arrays.pop("adam_v"), "has other parameters"),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_whole_file_that_is_not_ours(command, run, name):
    change, said = STRANGE[name]
    rewrite(run.newest()[-1], change)
    message = refused(command, run)
    assert "step-000006.npz: " in message and said in message


@pytest.mark.parametrize("field", ["progress", "config", "tokenizer"])
def test_a_header_of_other_types(run, refusal, field):
    def change(arrays):
        arrays["header"] = np.array(json.dumps(json.loads(str(arrays["header"])) | {field: [1]}))

    rewrite(run.newest()[-1], change)
    assert "whole checkpoint" in refusal(checkpoint.read_checkpoint, run.newest()[-1])


# Only our own names count


def test_copies_beside_the_checkpoints(command, run):
    """They are neither taken for checkpoints nor deleted."""
    old, copies = run.checkpoints()[0], ["step-000002-backup.npz", "step-000006 (copy).npz", "step-0000099.npz"]
    for name in copies:
        shutil.copy(old, run.folder / name)
    assert [path.name for path in run.checkpoints()] == [f"step-{step:06d}.npz" for step in (2, 4, 6)]
    assert command("translate --run run", "the dog").code == 0
    ended = command("train --out run --resume --steps 7")
    assert ended.code == 0 and run.log[-1]["step"] == 7
    assert all((run.folder / name).is_file() for name in copies)


# The same text


def reverse(path):
    path.write_text("".join(line + "\n" for line in path.read_text("utf-8").splitlines()[::-1]), "utf-8")


def cut(path):
    path.write_text("".join(line + "\n" for line in path.read_text("utf-8").splitlines()[:3]), "utf-8")


@pytest.mark.parametrize("change, split", [(reverse, "train"), (cut, "valid"), (reverse, "test")])
def test_text_that_has_changed(command, run, change, split):
    paths = [Path(path) for path in run.text.files[split]]
    for path in paths:
        change(path)
    message = refused(command, run)
    assert message.startswith(f"error: {paths[0]}: has changed since run was started") and "--changed-text" in message
    assert f"{paths[0]}: has changed since" in command(f"evaluate --run run --split {split}").err
    ended = command("train --out run --resume --steps 7 --changed-text")
    assert ended.code == 0, ended.err
    assert command("train --out run --resume --steps 8").code == 0  # it is the run's text now
    assert command(f"evaluate --run run --split {split}").err.count("has changed") == 0


def test_text_that_was_moved_after_the_end(command, run):
    moved = Path("text/train.src").rename("text/moved")
    rest = "--train-tgt text/train.tgt --valid-src text/valid.src --valid-tgt text/valid.tgt"
    ended = command("train --out run --resume --train-src", moved, *rest.split())
    assert ended.out.startswith("run: is finished") and run.text.changed() == []


def test_text_that_is_gone(command, run):
    Path(run.text.files["train"][0]).unlink()
    assert "train.src" in refused(command, run)


def test_text_that_was_moved_and_changed(command, run):
    moved = Path("text/train.src").rename("text/moved")
    reverse(moved)
    flags = "--train-src text/moved --train-tgt text/train.tgt --valid-src text/valid.src --valid-tgt text/valid.tgt"
    assert "add --changed-text" in refused(command, run, *flags.split())
    flags += " --resume --changed-text --steps 7"
    assert command("train --out run", *flags.split()).code == 0


@pytest.mark.parametrize("text", ["[]", "null", '"x"'])
def test_a_result_that_is_not_ours(command, run, text):
    (run.path / "result.json").write_text(text)
    ended = command("train --out run --resume")
    assert ended.code == 0 and json.loads((run.path / "result.json").read_text())["steps"] == 6, ended.err


def test_a_run_of_before_there_were_hashes_goes_on(command, run):
    data = json.loads(Path("run/data.json").read_text())
    del data["sha256"]
    Path("run/data.json").write_text(json.dumps(data))
    assert command("train --out run --resume --steps 7").code == 0


def test_changed_text_without_resume(command, run):
    ended = command("train --changed-text")
    assert (ended.code, ended.err) == (2, "error: --changed-text needs --resume\n")


# A picture never ends a run


def test_a_picture_that_fails_is_one_warning(command, run, monkeypatch):
    """Each time after what was learned has been saved; then it is not tried again."""
    saved = []

    def fail(log, path):
        saved.append([path.name for path in run.checkpoints()])
        raise RuntimeError("no LaTeX\nand a page of advice")

    monkeypatch.setattr(plots, "curves", fail)
    ended = command("train --out run --resume --steps 12")
    assert ended.code == 0 and "results in run" in ended.out
    assert ended.err.count("warning: run/curves.png: cannot be drawn (no LaTeX); training continues\n") == 1
    assert ended.err.count("curves.png") == 1
    assert [names[-1] for names in saved] == ["step-000008.npz"]  # of the validation at 9


@pytest.mark.parametrize("broken", ["MPLBACKEND", "matplotlibrc"])
def test_settings_of_matplotlib_that_cannot_work(run, tmp_path, broken):
    environment = dict(ENVIRONMENT)
    if broken == "MPLBACKEND":
        environment["MPLBACKEND"] = "nonsense"
    else:
        (tmp_path / "matplotlibrc").write_text("text.usetex: True\naxes.facecolor: black\n")
    Path("run/curves.png").unlink()
    call = [sys.executable, "-m", "minitrans.train", "--out", "run", "--resume", "--steps", "7"]
    ended = subprocess.run(call, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0 and "Traceback" not in ended.stderr
    assert ("cannot be drawn" in ended.stderr) == (broken == "MPLBACKEND")
    assert Path("run/curves.png").is_file() == (broken == "matplotlibrc")


# A run that diverges


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_model_that_has_diverged_does_not_translate(command, run):
    """Three lines in, and no line out is not success."""

    def diverge(arrays):
        for name in arrays:
            if name.startswith("weights/"):
                arrays[name] = np.full_like(arrays[name], 1e30)

    for path in [*run.checkpoints(), run.best]:
        rewrite(path, diverge)
    Path("in").write_text("the dog\nthe cat\na bird\n")
    ended = command("translate --run run --input in")
    assert (ended.code, ended.out) == (2, "")
    assert "it has diverged" in ended.err.splitlines()[-1]


# Its folder


def test_the_lock_does_not_depend_on_the_folder_of_checkpoints(command, run):
    with run.lock():
        shutil.rmtree(run.folder)
        ended = command("train --out run --resume")
        assert ended.code == 2 and "another process" in ended.err


def test_a_file_system_without_locks(command, run, monkeypatch):
    def fail(self):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(FileLock, "acquire", fail)
    message = refused(command, run)
    assert message.startswith("error: run: cannot be") and message.endswith("(No locks available)")


def test_a_folder_of_checkpoints_removed_while_training(command, run, at_step):
    with at_step(8, lambda: shutil.rmtree(run.folder)):
        assert command("train --out run --resume --steps 9").code == 0
    assert [path.name for path in run.checkpoints()] == ["step-000008.npz", "step-000009.npz"]


def test_a_run_removed_while_training(command, run, at_step):
    with at_step(8, lambda: shutil.rmtree("run")):
        ended = command("train --out run --resume --steps 9")
    assert (ended.code, ended.out) == (2, "") and not Path("run").exists()
    assert ended.err.splitlines()[-1].startswith("error: run: was removed")


def test_a_run_replaced_while_training(command, run, at_step):
    def replace():
        shutil.move("run", "before")
        shutil.copytree("before", "run")

    with at_step(8, replace):
        ended = command("train --out run --resume --steps 9")
    assert ended.code == 2 and "removed or replaced" in ended.err
    assert [path.name for path in run.checkpoints()] == [f"step-{step:06d}.npz" for step in (2, 4, 6)]
