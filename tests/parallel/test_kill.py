"""Jobs of several processes end at random moments and in random ways; each ends soon, and the run goes on unharmed."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minitrans.runs.run import Run

from ..same_run import assert_same_run, newest_step

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MINITRANS_KILLS", 4))
FAULTY, CLOCKED = (Path(__file__).with_name(name) for name in ("faulty.py", "clocked.py"))
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


@pytest.mark.skipif(sys.platform != "linux", reason="it finds the ranks with pgrep")
def test_ended_at_random_moments(mpiexec, environment, tiny_corpus):
    flags = [*MODEL.split(), *LOGS.split(), "--steps", STEPS, *tiny_corpus]
    alone = [sys.executable, "-m", "minitrans.train", "--out"]
    subprocess.run(list(map(str, [*alone, "whole", *flags])), env=environment, check=True, capture_output=True)
    chance, reached, slowest = random.Random(7), 0, 0
    for number in range(KILLS):
        again = "--out run --resume".split() if Path("run").exists() else ["--out", "run", *flags]
        size, kind = chance.choice((2, 4)), chance.choice(("rank", "launcher", "SIGINT", "SIGTERM", "error"))
        program = ["-m", "minitrans.train"]
        if kind == "error":
            program = [FAULTY, chance.randrange(size), "UserError('at random')"]
        command = [mpiexec, "-n", size, sys.executable, *program, *again]
        process = subprocess.Popen(
            list(map(str, command)), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        goal = reached + chance.randint(0, 15)
        while newest_step(Run("run")) <= goal and process.poll() is None:
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
        assert newest_step(Run("run")) >= reached
        reached = newest_step(Run("run"))
    subprocess.run([*alone, "run", "--resume"], env=environment, check=True, capture_output=True)
    assert_same_run(Run("run"), Run("whole"))
    print(f"{KILLS} ends, the slowest after {slowest:.1f} s")


@pytest.mark.skipif(sys.platform != "linux", reason="it finds the ranks with pgrep")
@pytest.mark.parametrize("size", [1, 2])
def test_killed_within_minutes(size, mpiexec, environment, tiny_corpus):
    """Each start has another pace.  The run ends as one that has its plan from the beginning and is never killed."""
    flags = [*MODEL.split(), *tiny_corpus, "--minutes", 3, "--warmup", 4, "--cooldown", 0.5, "--log-steps", 2]
    flags += "--valid-steps 15 --checkpoint-steps 4 --snapshots 8 --keep 3 --average 2".split()
    chance, kills, runs = random.Random(size), 0, 0

    def start(name):
        command = [sys.executable, CLOCKED, chance.choice((1, 2, 3)), "--out", name, *flags, "--resume"]
        command = [mpiexec, "-n", size, *command] if size > 1 else command
        with open(f"{name}.err", "a") as told:
            return subprocess.Popen(
                list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stdout=told, stderr=told
            )

    def complete(name):
        code = start(name).wait(timeout=240)
        assert code == 0, Path(f"{name}.err").read_text()

    while kills < KILLS:
        runs += 1
        name, whole = f"run-{runs}", f"whole-{runs}"
        for _ in range(chance.randint(3, 8)):
            process = start(name)
            goal = newest_step(Run(name)) + chance.randint(0, 12)
            while newest_step(Run(name)) < goal and process.poll() is None:
                time.sleep(0.002)
            time.sleep(chance.uniform(0, 0.1))
            ranks = ranks_of(process.pid) if size > 1 else []
            assert process.poll() in (None, 0), Path(f"{name}.err").read_text()
            if process.poll() is None:
                os.kill(chance.choice([process.pid, *ranks]), signal.SIGKILL)
                kills += 1
            process.wait(timeout=60)
            while any(Path("/proc", str(rank)).exists() for rank in ranks):  # they notice that the launcher has gone
                time.sleep(0.01)
        complete(name)
        shutil.copytree(name, whole)
        for left in ("checkpoints", "log.jsonl", "samples.txt", "result.json"):
            shutil.rmtree(Path(whole, left)) if left == "checkpoints" else Path(whole, left).unlink()
        Path(whole, "checkpoints").mkdir()
        complete(whole)
        assert_same_run(Run(name), Run(whole))
        made_at = json.loads(Path(name, "plan.json").read_text())["made_at"]
        assert any(int(path.stem[5:]) > made_at for path in Run(name).snapshots())
    print(f"{kills} kills of {runs} runs, {size} processes")
