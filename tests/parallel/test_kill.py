"""Jobs of several processes end at random moments and in random ways; each ends soon, and the run goes on unharmed."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minitrans.runs.run import Run

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MINITRANS_KILLS", 6))
FAULTY = Path(__file__).with_name("faulty.py")
SOON = 10  # seconds; a step, a validation or the start of Python may have to end first
MODEL = "--layers 1 --d-model 24 --heads 2 --d-ff 48 --vocabulary 70 --batch-tokens 150 --dropout 0.2 --shards 4"
LOGS = "--log-steps 1 --valid-steps 40 --checkpoint-steps 1 --keep 3"
STEPS = 40 * KILLS + 100


def ranks_of(launcher):
    """Process ids of the ranks that mpiexec, with this process id, has started."""
    proxies = subprocess.run(["pgrep", "-P", str(launcher)], stdout=subprocess.PIPE, text=True).stdout.split()
    return [
        int(pid)
        for proxy in proxies
        for pid in subprocess.run(["pgrep", "-P", proxy], stdout=subprocess.PIPE, text=True).stdout.split()
    ]


def newest_step():
    return max((int(path.stem.removeprefix("step-")) for path in Run("run").checkpoints()), default=0)


def timeless(row):
    return {name: value for name, value in row.items() if name not in ("seconds", "tokens_per_second")}


@pytest.mark.skipif(sys.platform != "linux", reason="it finds the ranks with pgrep")
def test_ended_at_random_moments(mpiexec, environment, tiny_corpus):
    flags = [*MODEL.split(), *LOGS.split(), "--steps", STEPS, *tiny_corpus]
    alone = [sys.executable, "-m", "minitrans.train", "--out"]
    subprocess.run(list(map(str, [*alone, "whole", *flags])), env=environment, check=True, capture_output=True)
    chance, reached, slowest = random.Random(7), 0, 0
    for number in range(KILLS):
        again = ["--out", "run", "--resume"] if Path("run").exists() else ["--out", "run", *flags]
        size, kind = chance.choice((2, 4)), chance.choice(("rank", "launcher", "SIGINT", "SIGTERM", "error"))
        program = ["-m", "minitrans.train"]
        if kind == "error":
            program = [FAULTY, chance.randrange(size), "UserError('at random')"]
        command = [mpiexec, "-n", size, sys.executable, *program, *again]
        process = subprocess.Popen(
            list(map(str, command)), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        goal = reached + chance.randint(0, 15)
        while newest_step() <= goal and process.poll() is None:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.1))
        began = time.monotonic()
        if kind == "rank":
            os.kill(chance.choice(ranks_of(process.pid)), signal.SIGKILL)
        elif kind != "error":
            process.send_signal(signal.SIGKILL if kind == "launcher" else getattr(signal, kind))
        code = process.wait(timeout=60)
        slowest = max(slowest, time.monotonic() - began)
        assert code != 0 and slowest < SOON, (number, kind, size, code, slowest)
        time.sleep(1 if kind == "launcher" else 0)  # the ranks notice that it has gone
        assert newest_step() >= reached
        reached = newest_step()
    subprocess.run([*alone, "run", "--resume"], env=environment, check=True, capture_output=True)
    whole, run = Run("whole"), Run("run")
    assert list(map(timeless, run.log)) == list(map(timeless, whole.log))
    assert (run.path / "samples.txt").read_bytes() == (whole.path / "samples.txt").read_bytes()
    print(f"{KILLS} ends, the slowest after {slowest:.1f} s")
