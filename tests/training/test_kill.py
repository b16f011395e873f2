"""A real training process, killed many times, gives the same result as one that was never killed."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training import finish, plan, trainer
from minitrans.training.journal import Journal
from minitrans.views import plots

from ..same_run import assert_same_run

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MINITRANS_KILLS", 15))
STEPS = 6 * KILLS + 30


def newest_step():
    steps = [int(path.stem.removeprefix("step-")) for path in Run("broken").checkpoints()]
    return max(steps, default=0)


def test_killed_at_random_moments(tiny_corpus, tmp_path, monkeypatch):
    """The results are equal in every bit.  No checkpoint is lost: each start continues at the newest one or later."""
    monkeypatch.chdir(tmp_path)
    flags = [*map(str, tiny_corpus), "--dropout", "0.2", "--steps", str(STEPS), "--valid-steps", "20"]
    flags += ["--checkpoint-steps", "1", "--log-steps", "1", "--keep", "3"]
    train = [sys.executable, "-m", "minitrans.train", "--out"]
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([*train, "whole", *flags], check=True, **quiet)

    moments, reached = random.Random(1), 0
    for kill in range(KILLS):
        again = ["broken", "--resume"] if Path("broken").exists() else ["broken", *flags]
        process = subprocess.Popen([*train, *again], **quiet)
        if kill % 5:  # in training, at any moment of a step or while a checkpoint is written
            goal = reached + moments.randint(1, 4)
            while newest_step() < goal and process.poll() is None:
                time.sleep(0.001)
            time.sleep(moments.uniform(0, 0.02))
        else:  # or while it starts
            time.sleep(moments.uniform(0, 1))
        assert process.poll() is None, "training finished before it was killed"
        process.kill()
        process.wait()
        assert newest_step() >= reached
        if reached := newest_step():
            read_checkpoint(Run("broken").newest()[-1])  # raises an error if it is damaged
    subprocess.run([*train, "broken", "--resume"], check=True, **quiet)

    assert_same_run(Run("broken"), Run("whole"))


class Killed(BaseException):
    """Nothing catches it, as nothing catches SIGKILL."""


WRITES = [
    (Journal, "append"),
    (Journal, "checkpoint"),
    (Journal, "snapshot"),
    (trainer, "keep_newest"),
    (Journal, "curves"),
    (plan, "write_plan"),
    (finish, "finish"),
    (finish, "write_json"),
]


@pytest.fixture
def killed(monkeypatch):
    """killed(at=7): training ends just before its seventh write or deletion; `writes` counts them."""

    def killed(at):
        killed.at, killed.writes = at, 0

    def kill(owner, name):
        function = getattr(owner, name)

        def counted(*arguments, **options):
            killed.writes += 1
            if killed.writes == killed.at:
                raise Killed
            return function(*arguments, **options)

        monkeypatch.setattr(owner, name, counted)

    for each in WRITES:
        kill(*each)
    return killed


def test_killed_before_each_write(command, tiny_corpus, ten_seconds_per_step, killed, monkeypatch):
    """A validation uses up much of the minutes, so that the rate falls at once, between two checkpoints."""
    clock = ten_seconds_per_step
    clock.validation = 30
    monkeypatch.setattr(plots, "curves", lambda logs, file: file.write(str([row["step"] for row in logs[0]]).encode()))
    flags = [*tiny_corpus, "--minutes", 4, "--valid-steps", 5, "--checkpoint-steps", 4, "--log-steps", 3]
    flags += ["--snapshots", 6, "--keep", 2, "--average", 2, "--warmup", 2]
    killed(at=None)
    assert command("train", "--out", "whole", *flags).code == 0
    number = 0
    for number in range(1, killed.writes + 1):
        killed(at=number)
        with pytest.raises(Killed):
            command("train", "--out", f"run-{number}", *flags)
        killed(at=None)
        assert command("train", "--out", f"run-{number}", "--resume").code == 0
        assert_same_run(Run(f"run-{number}"), Run("whole"))
        assert Path(f"run-{number}", "curves.png").read_text() == Path("whole", "curves.png").read_text()
    assert number > 30
