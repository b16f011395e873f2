"""Training in several processes gives the run of one process, bit for bit, and survives what ends processes."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.runs.run import Run

from ..same_run import result, timeless

pytestmark = pytest.mark.slow

MODEL = "--layers 1 --d-model 24 --heads 2 --d-ff 48 --vocabulary 70 --batch-tokens 150 --dropout 0.2 --shards 4"
MODEL += " --attention-dropout 0.1 --clip 0.5"
TRAIN = ["-m", "minitrans.train", *MODEL.split(), *"--log-steps 3 --valid-steps 6 --checkpoint-steps 2".split()]


def content(path):
    """All of a run that does not depend on time."""
    run = Run(path)
    checkpoints = [np.load(each) for each in [*run.checkpoints(), run.best]]
    return dict(
        log=[timeless(row) for row in run.log],
        samples=(run.path / "samples.txt").read_text(),
        result=timeless(result(run.path)),
        names=[path.name for path in run.checkpoints()],
        arrays=[
            {name: stored[name].tobytes() for name in stored if name.startswith(("weights", "adam"))}
            for stored in checkpoints
        ],
    )


@pytest.fixture
def alone(environment, tiny_corpus):
    """alone("run", ...): train in one process."""

    def train(out, *flags):
        command = [sys.executable, *TRAIN, "--out", out, *flags]
        return subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, check=True)

    return train


def test_a_run_has_the_same_bits_for_threads_and_processes(job, alone, tiny_corpus):
    flags = ["--steps", 12, *tiny_corpus]
    alone("threads", *flags)
    whole = content("threads")
    assert len(whole["log"]) == 6 and len(whole["names"]) > 2  # two of the rows are validations
    for processes in (2, 4):
        done = job(processes, *TRAIN, "--out", f"of{processes}", *flags)
        assert done.code == 0 and any(f"{processes} processes" in line for line in done.err)
        assert done.out.startswith("test: BLEU ") and done.out.count("\n") == 3
        assert content(f"of{processes}") == whole


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_launcher_saves(job, tiny_corpus, number):
    after = Path("run/checkpoints/step-000002.npz"), number
    flags = ["--out", "run", "--steps", 100000, *tiny_corpus, "--checkpoint-steps", 100000, "--valid-steps", 2]
    done = job(2, *TRAIN, *flags, "--checkpoint-steps", 2, "--valid-steps", 100000, after=after)
    assert done.code != 0 and done.seconds < 10
    (told,) = (line for line in done.err if "resume with" in line)
    step = int(told.split()[3].strip(";"))
    assert told == f"stopped at step {step}; resume with: minitrans train --out run --resume"
    assert Run("run").newest()[-1].name == f"step-{step:06d}.npz"
    done = job(3, "-m", "minitrans.train", "--out", "run", "--resume", "--steps", 200000)
    assert done.code == 2 and "start 1 or 2 or 4 processes" in done.err[0] and "--shards" not in done.err[0]


def test_large_text_is_tokenized_once_and_mapped_by_all(job, alone, tiny_corpus):
    """With a limit so low that any text is large."""
    program = "from minitrans.training import job; job.LARGE = 0; from minitrans.commands import train; "
    program += "from minitrans.commands.program import run_command; run_command(train.main, processes=True)"
    flags = ["--steps", 4, *tiny_corpus]
    alone("whole", *flags)
    done = job(2, "-c", program, *TRAIN[2:], "--out", "run", *flags)
    assert done.code == 0 and sum("tokenizing to" in line for line in done.err) == 1
    assert content("run")["arrays"] == content("whole")["arrays"]


def test_translate_keeps_the_order_of_lines(job, tiny_run):
    lines = [f"{subject} sees {thing}." for subject in ("she", "the dog") for thing in ("trees", "books", "")] * 3
    text = "\n".join([*lines, "", "she hears music."]) + "\n"
    done = job(3, "-m", "minitrans", "translate", "--run", tiny_run.path, stdin=text)
    translator = minitrans.load(tiny_run.path)
    assert done.out.splitlines() == translator.translate(text.splitlines())
    Path("in.txt").write_text(text)
    assert job(3, "-m", "minitrans", "translate", "--run", tiny_run.path, "--input", "in.txt").out == done.out


def test_evaluate(job, tiny_run, environment):
    command = ["-m", "minitrans", "evaluate", "--run", tiny_run.path, "--perplexity", "--output", "out.txt"]
    alone = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=True)
    written = Path("out.txt").read_bytes()
    done = job(2, *command)
    assert [line for line in done.out.splitlines() if " in " not in line] == [
        line for line in alone.stdout.splitlines() if " in " not in line
    ]
    assert Path("out.txt").read_bytes() == written
