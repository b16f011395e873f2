"""Decide whether the kernels run.  If not, float32 runs on plain CuPy; tf32 and bfloat16 need the kernels.

A child process checks them when a card is first used, and the answer is kept.  A wrong kernel can end the process that
runs it, or never return.  So the child runs the checks of `selftest.py`, for at most LIMIT seconds; it prints the name
of each check before it starts and the result after it.

    python -m minitrans.cuda.trust DTYPE DEVICE
"""

import hashlib
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from .. import __version__
from ..backend import get_backend
from ..parallel.launcher import LAUNCHERS
from ..parallel.world import world
from ..system.cupy import computes_in, memory_errors, working_cupy
from ..system.errors import UserError, first_line, say, say_once
from ..system.files import cache_folder, read_file, write_whole
from ..system.machine import file_lock
from . import misfit

LIMIT = 60  # seconds for all checks; the first one on a machine compiles for about ten
COMMAND = [sys.executable, "-m", "minitrans.cuda.trust"]
RIGHT, NO_MEMORY = "right", "raises MemoryError"  # results of a check
LATE = "has not returned after"
OFF = "MINITRANS_KERNELS=0 turns them off"
PLAIN = "--backend cupy: plain CuPy runs, which is slower than the kernels of minitrans"
KERNELS = "--backend cupy: the kernels of minitrans run"
FASTER = "; for training, --dtype bfloat16 is 3 to 8 times as fast (measured on an H100)"
REPORT = "please report this line and your command; see docs/gpu.md"
HERE = Path(__file__).parent


def trusted(config):
    """Whether the kernels are to be used, the same on all ranks, each of which has its own card.

    One line says what runs and why; UserError if the dtype needs kernels that are wrong.  All ranks call it together.
    """
    faults = "; ".join(sorted(set(filter(None, world().gather(fault(config))))))
    insist(config, faults)
    if world().rank == 0:
        say_once(f"{PLAIN}: {faults}" if faults else f"{KERNELS} in {config.dtype}{faster(config)}")
    return not faults


def insist(config, faults):
    """UserError if there are faults and the dtype of a Config runs on the kernels alone."""
    if faults and config.dtype in ("tf32", "bfloat16"):
        raise UserError(f"--dtype {config.dtype} needs the kernels, so use --dtype float32: {faults}")


def faster(config):
    """What to add for float32 on a card that can train faster"""
    can = config.dtype == "float32" and not misfit(replace(config, dtype="bfloat16"))
    return FASTER if can and computes_in(get_backend("cupy", device=world().local_rank), "bfloat16") else ""


def fault(config):
    """-> why this rank does not use the kernels; "" if it does.  MINITRANS_KERNELS=0 turns them off."""
    if (chosen := os.environ.get("MINITRANS_KERNELS", "")) not in ("", "0"):
        raise UserError(f"MINITRANS_KERNELS={chosen}: must be 0 (never use the kernels), or unset it")
    if known := misfit(config) or (OFF if chosen else ""):
        return known
    return (wrong := fault_of_card(config.dtype)) and f"{wrong}; {REPORT}"


@cache
def fault_of_card(dtype):
    """-> what is wrong with the kernels on the card of this rank; "" if nothing.  A kept answer is used.

    One process asks at a time, so ranks with equal cards ask once.  Where no file can be written, each process asks.
    """
    answer = place(dtype)
    try:
        with file_lock(f"{answer}.lock", timeout=-1):
            return read_file(answer).decode() if answer.is_file() else ask(dtype)
    except (OSError, NotImplementedError):  # a read-only home, or a file system without locks
        return ask(dtype)


def ask(dtype):
    """Check the kernels on the card of this rank, and keep the answer -> what is wrong, or ""."""
    say(f"{card()[0]}: checking the kernels for {dtype}, once for this card; this may take {LIMIT} s")
    start = time.monotonic()
    said, ended, errors = run_child(dtype)
    *lines, last = said.split("\n")
    results = dict(line.partition(": ")[::2] for line in lines)
    wrong = [f"{name} {result}" for name, result in results.items() if result != RIGHT]
    if ended:
        wrong.append(f"{last.removesuffix(': ') or 'the check'} {ended}")
    if not said or LATE in ended or NO_MEMORY in str(wrong):  # no answer, so the next process asks again
        reason = ": ".join([*wrong, *errors.strip().splitlines()[-1:]])
        return f"on {card()[0]} the check was not possible ({reason})"
    answer = f"on {' '.join(card())}, {', '.join(wrong)}" if wrong else ""
    with suppress(OSError):
        write_whole(place(dtype), answer.encode())
    if not wrong:
        taken = f"{len(results)} checks in {time.monotonic() - start:.0f} s, once for this card"
        say_once(f"{card()[0]}: the kernels for {dtype} are right ({taken})")
    return answer


def run_child(dtype):
    """-> what the child has printed; how it ended, "" if normally; its errors"""
    launched = {name for names in LAUNCHERS for name in names}  # the child is no rank
    environment = {name: value for name, value in os.environ.items() if name not in launched}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HERE.parents[1]), os.environ.get("PYTHONPATH")]))
    command = [*COMMAND, dtype, str(world().local_rank)]
    try:
        child = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace"), f"{LATE} {LIMIT} seconds", ""
    ended = f"ends its process with code {child.returncode}" if child.returncode else ""
    return child.stdout.decode(errors="replace"), ended, child.stderr.decode(errors="replace")


@cache
def card():
    """-> the name of this rank's card, and in brackets the versions on which its results depend"""
    xp = get_backend("cupy", device=world().local_rank)
    runtime = xp.cuda.runtime
    name, driver = runtime.getDeviceProperties(xp.cuda.Device().id)["name"].decode(), runtime.driverGetVersion()
    versions = f"driver for CUDA {driver // 1000}.{driver % 1000 // 10}, CuPy {xp.__version__}, minitrans {__version__}"
    return name, f"({versions})"


def place(dtype):
    """-> the file that keeps the answer for this card, these versions, and the kernels as they are now"""
    digest = hashlib.sha256(f"{card()} {dtype}".encode())
    for file in sorted([*HERE.glob("*.[pc][yu]*"), *HERE.glob("ops/*.py")]):
        digest.update(file.read_bytes())
    folder = cache_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"kernels-{digest.hexdigest()[:16]}"


def main():
    from .selftest import TOLERANCE, checks  # here, because only the child needs it

    dtype, device = sys.argv[1:]
    for name, check in checks(working_cupy(int(device)), dtype).items():
        print(name, end=": ", flush=True)
        try:
            with memory_errors():
                error = check()
        except Exception as failure:  # after a CUDA error nothing works in this process any more
            print(f"raises {type(failure).__name__}: {first_line(failure)}", flush=True)
            break
        right = error <= TOLERANCE[dtype]  # False for NaN
        print(RIGHT if right else f"is off by {error:.1e}, more than {TOLERANCE[dtype]:.0e}", flush=True)


if __name__ == "__main__":
    main()
