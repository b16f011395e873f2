import importlib.util
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from minitrans.cuda import fused, search, step


def module(name):
    specification = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    loaded = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(loaded)
    return loaded


on_cpu, replayed = module("on_cpu"), module("replayed")


@pytest.fixture(name="on_cpu")
def module_that_plays_a_gpu():
    return on_cpu


def infinite(make, *arguments, **options):
    """New memory has arbitrary contents.  Here it is infinite, which shows in every sum."""
    array = make(*arguments, **options)
    if array.dtype.kind in "fV":  # float32, and bfloat16, which is a kind of its own
        array[...] = np.inf
    return array


@pytest.fixture
def kernels_on_cpu(monkeypatch, pytestconfig):
    """Fused operations, steps and searches run on NumPy arrays; with --backend cupy they run on the GPU."""
    if pytestconfig.getoption("--backend") == "cupy":
        return
    for module in (fused, step, search):
        monkeypatch.setattr(module, "launch", on_cpu.launch)
    monkeypatch.setattr(fused, "matmul", on_cpu.matmul)
    for name in ("empty", "empty_like"):
        monkeypatch.setattr(np, name, partial(infinite, getattr(np, name)))
    monkeypatch.setattr(fused, "PARTIALS", 3)  # a GPU of one and a half multiprocessors
    monkeypatch.setattr(step, "SUMS", 4)
    monkeypatch.setenv("MINITRANS_EAGER", "1")


@pytest.fixture
def graphs_on_cpu(monkeypatch, pytestconfig, kernels_on_cpu):
    """On the CPU the graphs of steps and searches are recorded and replayed, see replayed.py."""
    if pytestconfig.getoption("--backend") != "cupy":
        replayed.use(monkeypatch, on_cpu, (fused, step, search))
