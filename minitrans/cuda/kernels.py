"""The .cu files of this folder: compiled for the widths of a model when they are first used, and launched."""

from functools import cache
from pathlib import Path

import numpy as np

from ..backend import array_module

HERE = Path(__file__).parent
WARP = 32
THREADS = 256  # of a block, where a kernel does not ask for another number


@cache
def compiled(xp, file, defines):
    """file.cu with `defines`, ((name, value), ...) -> module of CuPy.  NVRTC takes a second or so, once a machine."""
    code, common = ((HERE / name).read_text(encoding="utf-8") for name in (f"{file}.cu", "common.cuh"))
    code = code.replace('#include "common.cuh"', common)  # CuPy keeps what it compiled, and looks at this text alone
    options = ("-std=c++17", *(f"-D{name}={value}" for name, value in defines))
    return xp.RawModule(code=code, options=options)


def launch(file, kernel, grid, threads, *arguments, **defines):
    """Run a kernel of file.cu on `grid` blocks, a number or a tuple, of `threads` threads.

    Arguments: arrays, None for a null pointer, and numbers; int is int32 and float is float32 there.
    """
    xp = array_module(next(x for x in arguments if hasattr(x, "shape") and x.ndim))
    function = compiled(xp, file, tuple(sorted(defines.items()))).get_function(kernel)
    function(grid if isinstance(grid, tuple) else (grid,), (threads,), tuple(map(argument, arguments)))


def argument(value):
    if value is None:
        return np.uintp(0)
    return {int: np.int32, float: np.float32}.get(type(value), lambda same: same)(value)


def real(x):
    """What a kernel calls the type of an array of activations."""
    return "float" if x.dtype == np.float32 else "bf16"


def blocks(threads, each=THREADS):
    """Blocks that have so many threads together."""
    return -(-threads // each)
