"""Compile the .cu files of this folder at first use, for the widths of a model, and launch their kernels."""

from functools import cache
from pathlib import Path

import numpy as np

from ..backend import array_module

HERE = Path(__file__).parent
WARP = 32
THREADS = 256  # per block, by default


@cache
def compiled(xp, file, defines):
    """file.cu with `defines`, ((name, value), ...) -> CuPy module.  NVRTC takes a second; CuPy caches the result."""
    code, common = ((HERE / name).read_text(encoding="utf-8") for name in (f"{file}.cu", "common.cuh"))
    code = code.replace('#include "common.cuh"', common)  # CuPy's cache does not look into included files
    options = ("-std=c++17", *(f"-D{name}={value}" for name, value in defines))
    return xp.RawModule(code=code, options=options)


@cache
def function(xp, file, kernel, defines):
    """-> a kernel of `compiled`, kept because CuPy looks it up anew at each call"""
    return compiled(xp, file, defines).get_function(kernel)


def launch(file, kernel, grid, threads, *arguments, **defines):
    """Run a kernel of file.cu on `grid` blocks (a number or a tuple) of `threads` threads each.

    arguments: arrays, None (a null pointer), and numbers, where int becomes int32 and float becomes float32.
    """
    xp = array_module(next(x for x in arguments if hasattr(x, "shape") and x.ndim))
    run = function(xp, file, kernel, tuple(sorted(defines.items())))
    run(grid if isinstance(grid, tuple) else (grid,), (threads,), tuple(map(argument, arguments)))


def argument(value):
    if value is None:
        return np.uintp(0)
    return {int: np.int32, float: np.float32}.get(type(value), lambda same: same)(value)


def real(x):
    """The name that kernels use for the type of an array of activations."""
    return "float" if x.dtype == np.float32 else "bf16"


def blocks(threads, each=THREADS):
    """The number of blocks of `each` threads that have at least `threads` threads together."""
    return -(-threads // each)
