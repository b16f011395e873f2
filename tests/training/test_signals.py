"""The first Ctrl-C or SIGTERM lets the step end and be saved; a second one acts at once."""

import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from minitrans.runs.run import Run
from minitrans.training import signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_the_step_saves_and_exits(tiny_corpus, number):
    """A real process; what it says how to go on does go on."""
    flags = [*map(str, tiny_corpus), "--steps", "100000", "--valid-steps", "100000", "--log-steps", "1"]
    command = [sys.executable, "-m", "minitrans.train", "--out", "run", *flags]
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
