"""Several real processes, started by mpiexec."""

import importlib.util
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from ..conftest import ENVIRONMENT

BESIDE = Path(sys.executable).with_name("mpiexec")  # of the package mpich
MPIEXEC = str(BESIDE) if BESIDE.exists() else shutil.which("mpiexec")
LAUNCHERS = ("PMI_", "MPI_", "OMPI_", "SLURM_", "TORCHELASTIC_")


class Job(NamedTuple):
    code: int
    out: str
    err: list
    seconds: float


@pytest.fixture(autouse=True)
def place(elsewhere):
    """Each test works in a directory of its own."""


@pytest.fixture
def environment():
    mine = {name: value for name, value in ENVIRONMENT.items() if not name.startswith(LAUNCHERS)}
    return mine | dict(OPENBLAS_NUM_THREADS="1")


@pytest.fixture
def mpiexec():
    """The path of mpiexec."""
    if not MPIEXEC or not importlib.util.find_spec("mpi4py"):
        pytest.skip("mpiexec or mpi4py is missing: pip install -e '.[mpi]'")
    return MPIEXEC


@pytest.fixture
def job(environment, mpiexec):
    """job(2, "-m", "minitrans.train", ...): run Python in so many processes -> Job.

    after: (path, signal): send mpiexec the signal as soon as the path exists; the seconds are counted from there
    """

    def run(processes, *arguments, after=None, stdin="", **variables):
        command = [mpiexec, "-n", processes, sys.executable, *arguments]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        process = subprocess.Popen(list(map(str, command)), **pipes, text=True, env=environment | variables)
        started = time.monotonic()
        if after:
            path, number = after
            while not path.exists() and process.poll() is None:
                time.sleep(0.01)
            started = time.monotonic()
            process.send_signal(number)
        try:
            out, err = process.communicate(stdin, timeout=240)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            raise
        return Job(process.returncode, out, err.splitlines(), time.monotonic() - started)

    return run
