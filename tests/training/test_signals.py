"""The first Ctrl-C or SIGTERM lets the step end and be saved; a second one acts at once."""

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from minitrans.runs.run import Run
from minitrans.training import signals, trainer

from ..same_run import assert_same_run

TRAIN = [sys.executable, "-m", "minitrans.train", "--out", "run"]
LONG = "--steps 100000 --valid-steps 100000 --log-steps 1".split()


@pytest.fixture(autouse=True)
def heard():
    """SIGHUP, which all processes under nohup ignore, also when the tests themselves run there"""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_the_step_saves_and_exits(tiny_corpus, number):
    """A real process; what it says how to go on does go on."""
    command = [*TRAIN, *map(str, tiny_corpus), *LONG]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("step 3"):
                break
        process.send_signal(number)
        rest = process.stderr.read()
    assert process.returncode == 128 + number and "Traceback" not in rest
    step = int(re.search(r"stopped at step (\d+); resume with: minitrans train --out run --resume", rest)[1])
    assert Run("run").newest()[-1].name == f"step-{step:06d}.npz" and step >= 3


def test_a_signal_sent_twice_is_one_wish(monkeypatch):
    """`timeout` signals the process and then its group; a second wish, later, is for ending at once."""
    now = [100.0]
    monkeypatch.setattr(signals.time, "monotonic", lambda: now[-1])
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), signals.stop_signals() as noted:
        for number, after in ((signal.SIGTERM, 0), (signal.SIGTERM, 0.01), (signal.SIGINT, 0.9), (signal.SIGINT, 1.1)):
            now.append(100 + after)
            signal.raise_signal(number)
            assert after < 1
    assert noted == 2 * [signal.SIGTERM] + 2 * [signal.SIGINT]
    with signals.stop_signals() as noted:
        assert noted == [] and signal.getsignal(signal.SIGINT) != before[0]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    with ThreadPoolExecutor() as pool:  # of a thread, which may not ask for signals
        assert pool.submit(lambda: signals.stop_signals().__enter__()).result() == []


def newest_step(run, least, seconds=60):
    """Wait until the log has so many steps -> the step of the newest line"""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if (run / "log.jsonl").is_file() and len(rows := Run(run).log) >= least:
            return rows[-1]["step"]
        time.sleep(0.05)
    raise AssertionError("it does not train")


@pytest.mark.skipif(not shutil.which("nohup"), reason="there is no nohup")
def test_a_run_under_nohup_goes_on(tiny_corpus, tmp_path):
    command = ["nohup", *TRAIN, *map(str, tiny_corpus), *LONG]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        before = newest_step(tmp_path / "run", 3)
        process.send_signal(signal.SIGHUP)
        try:
            assert newest_step(tmp_path / "run", before + 5) > before and process.poll() is None
        finally:
            process.kill()


def test_a_terminal_that_closes(tiny_corpus, tmp_path):
    """Neither the progress bar nor the last message, which nobody can read, keeps the run from being saved."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [*TRAIN, *map(str, tiny_corpus), *LONG])
    newest_step(tmp_path / "run", 3)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP and len(Run("run").checkpoints()) == 1


@pytest.mark.parametrize("where", ["perplexity", "translate"])
def test_a_signal_interrupts_a_validation(command, tiny_corpus, monkeypatch, where):
    """It may take hours.  The run that is resumed makes it again, and ends as one that was never stopped."""
    flags = [*tiny_corpus, "--steps", 6, "--valid-steps", 3, "--log-steps", 1, "--snapshots", 6]
    assert command("train --out whole", *flags).code == 0

    def endless(*arguments, **options):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
        raise AssertionError("the signal came too late")

    start = time.monotonic()
    with monkeypatch.context() as patch:
        if where == "perplexity":
            patch.setattr(trainer, "perplexity", endless)
        else:
            patch.setattr("minitrans.translator.Translator.translate", endless)
        ended = command("train --out run", *flags)
    assert ended.code == 128 + signal.SIGTERM and time.monotonic() - start < 50
    stopped = 3 if where == "perplexity" else 1  # the first translations are those of a report
    assert f"stopped at step {stopped}; resume with" in ended.err
    assert command("train --out run --resume").code == 0
    assert_same_run(Run("run"), Run("whole"))


def test_a_search_without_end_hears_a_signal(tiny_corpus, tmp_path):
    """An untrained model writes on and on, in threads or in other processes."""
    command = [*TRAIN, *map(str, tiny_corpus), *"--steps 1 --log-steps 1 --max-extra 10000".split()]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        newest_step(tmp_path / "run", 1)
        start = time.monotonic()
        process.terminate()
        try:
            rest = process.communicate(timeout=60)[1]
        finally:
            process.kill()
    assert process.returncode == 128 + signal.SIGTERM and "Traceback" not in rest and time.monotonic() - start < 30
    assert len(Run("run").checkpoints()) == 1
