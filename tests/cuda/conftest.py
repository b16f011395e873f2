import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from minitrans.cuda import kernels, misfit, trust
from minitrans.cuda.ops import products

from ..conftest import DESIGNS, module_at

HERE = Path(__file__).parent
on_cpu, replayed, stand_in = (module_at(HERE / f"{name}.py") for name in ("on_cpu", "replayed", "like_cupy"))


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
    """Operations and steps of the kernels run on NumPy arrays; with --backend cupy they run on the GPU."""
    monkeypatch.setattr(trust, "trusted", lambda config: not misfit(config))
    monkeypatch.setattr(trust, "fault", lambda config: "")
    if pytestconfig.getoption("--backend") == "cupy":
        return
    on_cpu.use(monkeypatch)
    for name in ("empty", "empty_like"):
        monkeypatch.setattr(np, name, partial(infinite, getattr(np, name)))


@pytest.fixture
def graphs_on_cpu(monkeypatch, pytestconfig, kernels_on_cpu):
    """On the CPU the graphs of steps are recorded and replayed, see replayed.py."""
    if pytestconfig.getoption("--backend") != "cupy":
        replayed.use(monkeypatch, on_cpu)


@pytest.fixture
def like_cupy_module():
    return stand_in


@pytest.fixture
def like_cupy(monkeypatch):
    """A stand-in that `import cupy` finds, see like_cupy.py"""
    monkeypatch.setitem(sys.modules, "cupy", cupy := stand_in.cupy(gpus=2))
    yield cupy
    stand_in.Device(0).use()


@pytest.fixture
def kernels_like_cupy(monkeypatch, like_cupy):
    """Operations of the kernels run on arrays of the stand-in; like CuPy they refuse an array of the host."""
    monkeypatch.setattr(trust, "trusted", lambda config: not misfit(config))
    on_cpu.use(monkeypatch)

    def function(*kernel):
        run = on_cpu.function(*kernel)

        def launch(grid, threads, arguments):
            arguments = stand_in.host(arguments)
            stand_in.current_stream().do(lambda: run(grid, threads, arguments))

        return launch

    def matmul(a, b, *, bias=None, out=None, **options):
        a, b, bias, into = map(stand_in.host, (a, b, bias, out))
        if out is None:
            return stand_in.launched(lambda: on_cpu.matmul(a, b, bias=bias, **options))
        stand_in.current_stream().do(lambda: on_cpu.matmul(a, b, bias=bias, out=into, **options))
        return out

    monkeypatch.setattr(kernels, "function", function)
    monkeypatch.setattr(products, "matmul", matmul)
    return like_cupy


@pytest.fixture
def designs():
    return DESIGNS
