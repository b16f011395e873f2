"""A training that is stopped, or has no room or memory left, says how it can go on."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training.rescue import no_room

from ..same_run import below, timeless

pytestmark = pytest.mark.slow


def test_what_to_do_about_a_run_that_may_not_be_written():
    for number, remedy in ((13, "allow writing there"), (30, "allow writing there"), (28, "free disk space")):
        error = no_room(Run("run"), OSError(number, os.strerror(number)), "kept")
        assert f"({os.strerror(number)}); kept: {remedy}, then minitrans train" in str(error)
    assert "kept: correct that, then minitrans train" in str(no_room(Run("run"), OSError(5, "I/O"), "kept"))


def test_interruption_says_how_to_go_on(command, tiny_corpus, interrupted):
    with interrupted(at=4):
        ended = command("train --out", "my run", *tiny_corpus, "--steps", 9, "--checkpoint-steps", 2)
    assert ended.code == 130 and "stopped at step 3" in ended.err
    assert "minitrans train --out 'my run' --resume" in ended.err


def program(*arguments, **limits):
    """Run `minitrans train ARGUMENTS` under limits of the system, as {name of resource: number}."""

    def limit():
        for name, number in limits.items():
            resource.setrlimit(getattr(resource, name), (number, number))

    call = [sys.executable, "-m", "minitrans.train", *map(str, arguments)]
    ended = subprocess.run(call, preexec_fn=limit, capture_output=True, text=True)
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("error: ") and "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


def test_no_room_for_a_checkpoint(command, tiny_corpus):
    """A file may not grow beyond 40 kB, so that the second stage of the run fails in writing its checkpoint."""
    flags = [*tiny_corpus, "--valid-steps", 3, "--log-steps", 1]
    assert command("train --out run", *flags, "--steps", 3).code == 0
    before = below(Path("run/checkpoints"))
    message = program("--out", "run", "--resume", "--steps", 6, RLIMIT_FSIZE=40_000)
    assert "earlier checkpoints" in message
    assert message.endswith("free disk space, then minitrans train --out run --resume")
    assert below(Path("run/checkpoints")) == before
    assert command("train --out run --resume").code == 0
    assert command("train --out whole", *flags, "--steps", 6).code == 0
    assert list(map(timeless, Run("run").log)) == list(map(timeless, Run("whole").log))
    one, other = (read_checkpoint(Run(name).newest()[-1])[1]["adam_m"] for name in ("run", "whole"))
    np.testing.assert_array_equal(one, other)


def test_no_room_when_a_run_is_resumed(command, tiny_corpus):
    assert command("train --out run --steps 3", *tiny_corpus).code == 0
    before = below(Path("run"))
    message = program("--out", "run", "--resume", "--steps", 6, RLIMIT_FSIZE=100)
    assert "File too large" in message and message.endswith("--out run --resume")
    assert below(Path("run")) == before


def test_a_batch_too_large_for_memory(tiny_corpus):
    flags = "--batch-tokens 100000 --d-ff 250000 --steps 3".split()  # hidden layers of 250 MB each
    message = program("--out", "run", *tiny_corpus, *flags, RLIMIT_AS=2 << 30)
    assert message.startswith("error: step 1: out of memory (Unable to allocate")
    assert "--batch-tokens 50000 --accumulate 2" in message


def test_a_reader_that_has_gone_is_no_full_disk(tiny_corpus, tmp_path):
    """`train | true`: the run is whole when its result is printed."""
    read, write = os.pipe()
    os.close(read)
    program = [sys.executable, "-m", "minitrans.train", "--out", tmp_path / "run", "--steps", "1", "--max-extra", "1"]
    done = subprocess.run([*program, *map(str, tiny_corpus)], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode == 1 and "error" not in done.stderr and "room" not in done.stderr
    assert (tmp_path / "run" / "result.json").is_file()
