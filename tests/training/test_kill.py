"""A real training process, killed many times, gives the same result as one that was never killed."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training import finish, plan, trainer
from minitrans.training.journal import Journal
from minitrans.views import plots

from ..same_run import assert_same_run, newest_step

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MINITRANS_KILLS", 8))
STEPS = 6 * KILLS + 30


def test_killed_at_random_moments(tiny_corpus, tmp_path, monkeypatch):
    """The results are equal in every bit.  No checkpoint is lost: each start continues at the newest one or later."""
    monkeypatch.chdir(tmp_path)
    flags = [*map(str, tiny_corpus), "--dropout", "0.2", "--steps", str(STEPS), "--valid-steps", "20"]
    flags += "--checkpoint-steps 7 --checkpoint-minutes 0.000001 --log-steps 1 --keep 3".split()
    train = [sys.executable, "-m", "minitrans.train", "--out"]
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([*train, "whole", *flags], check=True, **quiet)

    moments, reached = random.Random(1), 0
    for kill in range(KILLS):
        again = ["broken", "--resume"] if Path("broken").exists() else ["broken", *flags]
        process = subprocess.Popen([*train, *again], **quiet)
        if kill % 5:  # in training, at any moment of a step or while a checkpoint is written
            goal = reached + moments.randint(1, 4)
            while newest_step(Run("broken")) < goal and process.poll() is None:
                time.sleep(0.001)
            time.sleep(moments.uniform(0, 0.02))
        else:  # or while it starts
            time.sleep(moments.uniform(0, 1))
        assert process.poll() is None, "training finished before it was killed"
        process.kill()
        process.wait()
        assert newest_step(Run("broken")) >= reached
        if reached := newest_step(Run("broken")):
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


KINDS = {  # a step takes 10 seconds and a validation 40
    "plan between checkpoints": "--minutes 4 --valid-steps 5 --checkpoint-steps 4 --log-steps 3 --snapshots 6",
    "plan at the first validation": "--minutes 2 --valid-steps 4 --snapshots 3",
    "checkpoints after the best": "--steps 6 --valid-steps 2 --checkpoint-steps 4 --snapshots 5 --log-steps 1",
    "checkpoints by the clock": "--steps 8 --valid-steps 3 --checkpoint-minutes 0.5 --log-steps 1",
    "patience": "--steps 9 --valid-steps 1 --patience 1 --rate 100",
    "a plan by patience": "--steps 30 --valid-steps 2 --patience 1 --rate 100 --cooldown 0.4 --snapshots 6",
}


@pytest.fixture
def ended(monkeypatch):
    """ended(at=7, by="kill"): training ends just before its seventh write or deletion; `writes` counts them."""

    def ended(at=None, by=None):
        ended.at, ended.by, ended.writes = at, by, 0

    def end(owner, name):
        function = getattr(owner, name)

        def counted(*arguments, **options):
            ended.writes += 1
            if ended.writes == ended.at and ended.by == "kill":
                raise Killed
            if ended.writes == ended.at and signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
                signal.raise_signal(signal.SIGTERM)
            return function(*arguments, **options)

        monkeypatch.setattr(owner, name, counted)

    for each in WRITES:
        end(*each)
    ended()
    return ended


@pytest.mark.parametrize("kind", KINDS)
def test_ended_before_each_write(command, tiny_corpus, ten_seconds_per_step, ended, monkeypatch, kind):
    """Killed, resumed, stopped by a signal, resumed and killed early, it ends as a run that was left alone."""
    ten_seconds_per_step.validation = 40
    monkeypatch.setattr(plots, "curves", lambda logs, file: file.write(str([row["step"] for row in logs[0]]).encode()))
    flags = [*tiny_corpus, "--keep", 2, "--average", 2, "--warmup", 2, *KINDS[kind].split()]
    assert command("train --out whole", *flags).code == 0
    whole, writes = Run("whole"), ended.writes
    for number in range(1, writes + 1):
        run = Run(f"run-{number}")
        for at, how in ((number, "kill"), (2 + number % 8, "signal"), (3, "kill"), (None, None)):
            ended(at, how)
            with suppress(Killed):
                code = command("train --out", run.path, *flags, "--resume").code
        assert code == 0
        assert_same_run(run, whole)
        assert (run.path / "curves.png").read_text() == (whole.path / "curves.png").read_text()
    assert writes > 10
