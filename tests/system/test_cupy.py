"""Each failure of CuPy has a message with cause and cure."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import minitrans
from minitrans.backend import get_backend
from minitrans.system.errors import UserError

PACKAGE = Path(minitrans.__file__).parent

# How CuPy 14.2 wraps an error in loading.
BANNER = """
import ctypes
try:
    raise ImportError("libcudart.so.13: cannot open shared object file")
except ImportError as exc:
    raise ImportError(f'''
================================================================
Failed to import CuPy.

Original error:
  {type(exc).__name__}: {exc}
================================================================
''') from exc
"""


def raising(error):
    def fail(*arguments):
        raise error

    return fail


def fake_cupy(driver=13000, built_for=13020, gpus=1, ones=np.ones, capability="90"):
    """The parts of CuPy that the check uses."""
    runtime = SimpleNamespace(runtimeGetVersion=lambda: built_for)
    runtime.driverGetVersion = driver if callable(driver) else lambda: driver
    cuda = SimpleNamespace(runtime=runtime, is_available=lambda: gpus > 0)
    cuda.Device = lambda: SimpleNamespace(compute_capability=capability)
    return SimpleNamespace(cuda=cuda, ones=ones)


class CUDARuntimeError(RuntimeError):
    """Like the class of CuPy, which is a RuntimeError too."""


NVRTC = 'Failure finding "libnvrtc.so.13 or libnvrtc.so.12": No such file: libnvrtc.so.13'
CUBLAS = 'Failure finding "libcublasLt.so.13 or libcublasLt.so.12": No such file: libcublasLt.so.13'
ARCH = "nvrtc: error: invalid value for --gpu-architecture (-arch)"
FAILURES = {
    "not installed": (None, ["not installed", "python -m pip install 'cupy-cuda13x[ctk]'", "'cupy-cuda12x[ctk]'"]),
    "no driver": (fake_cupy(driver=0, gpus=0), ["no NVIDIA driver", "--backend numpy"]),
    "driver does not answer": (fake_cupy(driver=raising(CUDARuntimeError("error 999"))), ["error 999", "nvidia-smi"]),
    "driver too old": (
        fake_cupy(driver=12040, gpus=0),
        ["needs a driver for CUDA 13", "yours is for CUDA 12", "python -m pip install 'cupy-cuda12x[ctk]'"],
    ),
    "no GPU": (fake_cupy(gpus=0), ["sees no GPU", "CUDA_VISIBLE_DEVICES"]),
    "no cuBLAS": (
        fake_cupy(built_for=12090, ones=raising(ImportError(CUBLAS + "\nand more"))),
        ["libcublasLt.so.13", "python -m pip install 'cupy-cuda12x[ctk]'"],
    ),
    "no NVRTC": (
        fake_cupy(ones=raising(RuntimeError(NVRTC))),
        ["libnvrtc.so.13", "python -m pip install 'cupy-cuda13x[ctk]'"],
    ),
    "GPU too old for CUDA 13": (
        fake_cupy(ones=raising(RuntimeError(ARCH)), capability="70"),
        [ARCH, "pip uninstall cupy-cuda13x", "'cupy-cuda12x[ctk]'"],
    ),
    "GPU memory full": (fake_cupy(ones=raising(MemoryError("Out of memory allocating 512 bytes"))), ["Out of memory"]),
}


@pytest.mark.parametrize("name", FAILURES)
def test_each_failure_of_cupy_names_cause_and_cure(name, monkeypatch):
    fake, expected = FAILURES[name]
    monkeypatch.setitem(sys.modules, "cupy", fake)  # None makes `import cupy` a ModuleNotFoundError
    with pytest.raises(UserError) as caught:
        get_backend("cupy")
    message = str(caught.value)
    assert message.startswith("--backend cupy: ") and "\n" not in message
    for part in expected:
        assert part in message


@pytest.mark.parametrize(
    "source, cause",
    [
        (BANNER, "libcudart.so.13: cannot open shared object file"),
        ("import no_such_module_at_all", "No module named 'no_such_module_at_all'"),
        ("raise RuntimeError('built for another NumPy')", "built for another NumPy"),
    ],
    ids=["library of CUDA", "missing dependency", "other"],
)
def test_cupy_that_does_not_load(source, cause, tmp_path, monkeypatch):
    (tmp_path / "cupy.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    with pytest.raises(UserError) as caught:
        get_backend("cupy")
    message = str(caught.value)
    assert "does not load" in message and cause in message and "'cupy-cuda13x[ctk]'" in message
    assert "\n" not in message and "====" not in message


def test_a_working_cupy_is_returned_and_numpy_is_never_put_in_its_place(monkeypatch):
    fake = fake_cupy()
    monkeypatch.setitem(sys.modules, "cupy", fake)
    assert get_backend("cupy") is fake
    assert get_backend("numpy") is np


@pytest.mark.parametrize("dtype, least", [("float32", 60), ("float64", 60), ("tf32", 80), ("bfloat16", 80)])
def test_a_type_that_the_gpu_does_not_have(monkeypatch, dtype, least):
    for capability in ("60", "75", "80", "120"):
        monkeypatch.setitem(sys.modules, "cupy", fake := fake_cupy(capability=capability))
        if int(capability) >= least:
            assert get_backend("cupy", dtype) is fake
            continue
        with pytest.raises(UserError, match=f"--dtype {dtype}: .* older than Ampere .* use --dtype float32"):
            get_backend("cupy", dtype)


def test_unknown_backend():
    with pytest.raises(UserError, match="choose numpy or cupy"):
        get_backend("torch")


def test_command_without_cupy_ends_in_one_line_and_writes_nothing(tmp_path):
    modules, work = tmp_path / "modules", tmp_path / "work"
    modules.mkdir()
    work.mkdir()
    (modules / "cupy.py").write_text("raise ModuleNotFoundError(name='cupy')")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(modules), str(PACKAGE.parent)])}
    command = [sys.executable, "-B", "-m", "minitrans.train", "--backend", "cupy", "--out", "run"]
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("error: --backend cupy: ") and done.stderr.count("\n") == 1
    assert list(work.iterdir()) == []
