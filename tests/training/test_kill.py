"""A real training process, killed many times, gives the same result as one that was never killed."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MINITRANS_KILLS", 15))
STEPS = 6 * KILLS + 30


def timeless(log):
    return [{k: v for k, v in row.items() if k not in ("seconds", "tokens_per_second")} for row in log]


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

    assert timeless(Run("broken").log) == timeless(Run("whole").log)
    broken, whole = ([*run.checkpoints(), run.best] for run in (Run("broken"), Run("whole")))
    for one, other in zip(broken, whole, strict=True):
        assert one.name == other.name
        (_, found), (_, expected) = read_checkpoint(one), read_checkpoint(other)
        for name in expected:
            np.testing.assert_array_equal(found[name], expected[name], err_msg=name)
