"""Kernels on NumPy arrays: the .cu files, compiled as C++ after cuda_on_cpu.h."""

import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import threading
from contextlib import contextmanager, nullcontext
from functools import cache
from mmap import PAGESIZE, mmap
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.lib.array_utils import byte_bounds

from minitrans.cuda import decode, kernels, step
from minitrans.cuda.ops import products, rows

HERE = Path(__file__).parent
SIGNATURE = re.compile(r'extern "C" __global__ void (?:__launch_bounds__\([^)]*\) )?(\w+)\(([^)]*)\)')
ONE_AT_A_TIME = threading.Lock()  # there is one GPU
NOTHING_ALLOWED, ALIGNED = 0, 16
# A GPU refuses a misaligned read of several entries.  Here such a read executes an illegal instruction.
CHECKS = "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"
RACES = "-fsanitize=thread" if os.environ.get("MINITRANS_RACES") == "1" else None  # some ten times as slow, see races.h
TYPES = {
    "int": ctypes.c_int,
    "unsigned": ctypes.c_uint,
    "long long": ctypes.c_longlong,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
}


def use(monkeypatch):
    """Let operations and steps run on NumPy arrays."""
    monkeypatch.setattr(kernels, "function", function)
    monkeypatch.setattr(products, "matmul", matmul)
    monkeypatch.setattr(rows, "PARTIALS", 24)  # a GPU of four multiprocessors
    monkeypatch.setattr(step, "SUMS", 4)
    use_no_graphs(monkeypatch)


def use_no_graphs(monkeypatch):
    """Launch each kernel by itself."""
    for module in (step, decode):
        each = dict(stream=nullcontext(), in_order=nullcontext, run=lambda part: part())
        monkeypatch.setattr(module, "Graphs", lambda xp, each=each: SimpleNamespace(**each))


class Dim3(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint) for name in "xyz"]


def function(xp, file, kernel, defines):
    """`minitrans.cuda.kernels.function` on the CPU.  It also checks the types of the arguments."""
    run, parameters, races = compiled(kernels.HERE / file, defines, RACES)[kernel]

    def launch(grid, threads, arguments):
        assert len(arguments) == len(parameters), f"{kernel} takes {', '.join(parameters)}"
        arrays = [a for p, a in zip(parameters, arguments, strict=True) if "*" in p and isinstance(a, np.ndarray)]
        with ONE_AT_A_TIME, fenced(arrays) as moved:
            values = [value_for(p, a, moved) for p, a in zip(parameters, arguments, strict=True)]
            run(Dim3(*grid, *[1] * (3 - len(grid))), ctypes.c_uint(*threads), *values)
            assert not (found := races().decode()), f"{kernel}: {found}"

    return launch


@contextmanager
def fenced(arrays):
    """A context in which the arrays lie at the end of memory pages: to read or write past them ends the process.

    -> a function from an array to its address there
    """
    spans = []
    for low, high in sorted(byte_bounds(x) for x in arrays if x.size):
        if spans and low < spans[-1][1]:  # of overlapping memory
            spans[-1][1] = max(high, spans[-1][1])
        else:
            spans.append([low, high])
    places = []
    for low, high in spans:
        size = -(-(high - low + ALIGNED) // PAGESIZE) * PAGESIZE
        room = np.frombuffer(mmap(-1, size + PAGESIZE), np.uint8)
        fence = room.ctypes.data + size
        assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(fence), ctypes.c_size_t(PAGESIZE), NOTHING_ALLOWED) == 0
        start = fence - (high - low)
        start -= (start - low) % ALIGNED  # keeps the alignment
        ctypes.memmove(start, low, high - low)
        places.append((low, high, start, room))
    yield lambda x: next((x.ctypes.data - a + start for a, end, start, _ in places if a <= x.ctypes.data < end), 0)
    for low, high, start, _ in places:
        ctypes.memmove(low, start, high - low)


def value_for(parameter, argument, moved):
    declared = parameter.rpartition(" ")[0].removeprefix("const ")
    if "*" in parameter:
        if not isinstance(argument, np.ndarray):
            assert argument == np.uintp(0), parameter
            return ctypes.c_void_p(None)
        assert argument.flags.c_contiguous or argument.strides[-1] == argument.itemsize, parameter
        names = dict(int="int32", unsigned="uint32", float="float32", double="float64", bf16="bfloat16")
        names["REAL"] = "float32", "bfloat16"
        assert str(argument.dtype) in names[declared.strip()], f"{parameter} is given an array of {argument.dtype}"
        return ctypes.c_void_p(moved(argument))
    names = {"int": "int32", "unsigned": "uint32", "long long": "int64", "float": "float32", "double": "float64"}
    assert argument.dtype == names[declared], f"{parameter} is given a number of {argument.dtype}"
    return TYPES[declared](argument.item())


@cache
def compiled(file, defines, watch=None):
    """-> {kernel: (function, its parameters, a function that tells the races of the last launch)}"""
    if not shutil.which("g++"):
        pytest.skip("g++ is not installed")
    found = SIGNATURE.findall(file.with_suffix(".cu").read_text(encoding="utf-8"))
    signatures = {kernel: re.split(r",\s*", " ".join(parameters.split())) for kernel, parameters in found}
    source = [f'#include "{HERE / "cuda_on_cpu.h"}"', f'#include "{file}.cu"']
    for kernel, parameters in signatures.items():
        names = ", ".join(re.search(r"\w+$", parameter)[0] for parameter in parameters)
        source.append(
            f'extern "C" void run_{kernel}(dim3 grid, unsigned threads, {", ".join(parameters)}) '
            f"{{ gpu::launch(grid, threads, [&] {{ {kernel}({names}); }}); }}"
        )
    folder = Path(tempfile.mkdtemp())
    (folder / "all.cpp").write_text("\n".join(source))
    flags = [f"-D{name}={value}" for name, value in defines]
    compiler = ["g++", "-std=c++17", "-O1", "-fPIC", "-fno-gnu-unique", "-w", *CHECKS]
    hooks = [watch] if watch else []  # the linker is not told, because the hooks are our own
    for command in ([*hooks, *flags, "-c", "all.cpp"], ["-shared", "-Wl,-Bsymbolic", "all.o", "-o", "all.so"]):
        ended = subprocess.run([*compiler, *command], cwd=folder, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
    library = ctypes.CDLL(folder / "all.so")
    shutil.rmtree(folder)
    library.races.restype = ctypes.c_char_p
    return {kernel: (getattr(library, f"run_{kernel}"), signatures[kernel], library.races) for kernel in signatures}


def matmul(a, b, *, bias=None, relu=False, out=None, dtype=None, add=False):
    """`minitrans.cuda.matmul.matmul` in NumPy."""
    product = a.astype(np.float32) @ b.astype(np.float32)
    product = product if bias is None else product + bias.astype(np.float32)
    product = np.maximum(product, 0) if relu else product
    if out is None:
        return product.astype(dtype or a.dtype)
    out[...] = out + product if add else product
    return out
