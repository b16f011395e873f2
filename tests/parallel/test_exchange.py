"""Steps of several processes, and of one, which exchanges nothing."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.parallel import exchange as module
from minitrans.parallel.exchange import exchange_of

pytestmark = pytest.mark.slow

STEPS = Path(__file__).with_name("steps.py")


def test_the_library_of_the_arrays_decides(monkeypatch):
    for name in ("OverMPI", "OverNCCL"):
        monkeypatch.setattr(module, name, lambda flat, ranks, name=name: name)
    monkeypatch.setattr(module, "world", lambda: SimpleNamespace(size=2))
    assert exchange_of(np.zeros(3)) == "OverMPI"
    monkeypatch.setattr(module, "array_module", lambda array: SimpleNamespace(__name__="cupy"))
    assert exchange_of(np.zeros(3)) == "OverNCCL"


def test_one_process_exchanges_nothing(rng):
    gradient = rng.standard_normal(7)
    exchange = exchange_of(gradient)
    assert exchange.slices(gradient)[0] is gradient
    before = gradient.copy()
    exchange.complete(gradient)
    np.testing.assert_array_equal(gradient[exchange.own], before)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_twenty_steps_have_the_same_bits_for_threads_and_processes(job, environment, dtype):
    """With dropout and clipping: a checksum of the weights, the norm of the gradient, the loss, and the operations."""
    alone = subprocess.run(
        [sys.executable, STEPS, dtype], env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert len(alone.split()) == 4
    for processes in (2, 4):
        done = job(processes, STEPS, dtype)
        assert (done.code, done.out, done.err) == (0, alone, [])
