"""The two array libraries, NumPy and CuPy, and the differences between them.

All other files call `array_module(x)` and use only functions that both libraries have.
"""

import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType

import numpy as np

from .system.cupy import computes_in, working_cupy
from .system.errors import UserError

Array = np.ndarray  # in annotations, also for a CuPy array
MISREAD = "MaskedArray", "matrix"  # arrays with other means or products; importing np.ma would take long
# SplitMix64 (Steele et al. 2014): number i of the generator that starts at `state`.  Its upper half decides.
SPLIT_MIX = """
unsigned long long z = state + (i + 1) * 0x9E3779B97F4A7C15ULL;
z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
keep = (unsigned)((z ^ (z >> 31)) >> 32) >= threshold;
"""


def get_backend(name: str, dtype: str = "float32", device: int = 0) -> ModuleType:
    """'numpy' or 'cupy' -> the module.  UserError if CuPy does not work: NumPy never silently replaces it.

    dtype: the type to compute in; UserError if the GPU has no matrix products of this type.
    device: number of the GPU to use; numbers beyond the last one wrap around
    """
    if name == "numpy":
        return np
    if name == "cupy":
        xp = working_cupy(device)
        if not computes_in(xp, dtype):
            raise UserError(
                f"--dtype {dtype}: this GPU is older than Ampere (compute capability 8.0); "
                "use --dtype float32, or --backend numpy"
            )
        return xp
    raise UserError(f"backend: {name!r} is unknown; choose numpy or cupy")


def array_module(x: Array) -> ModuleType:
    """The library of the array `x`: numpy or cupy."""
    if isinstance(x, np.ndarray | np.generic):
        return np
    if type(x).__module__.partition(".")[0] == "cupy":
        return sys.modules["cupy"]
    raise TypeError(f"an array of NumPy or CuPy is needed, not {type(x).__name__}")


def to_numpy(x: Array) -> np.ndarray:
    """A copy of a CuPy array in host memory, or the NumPy array itself."""
    return x if array_module(x) is np else x.get()


def synchronize(xp: ModuleType) -> None:
    """Wait until the GPU has finished all work; do nothing with NumPy."""
    if xp is not np:
        xp.cuda.Device().synchronize()


def same_device(xp: ModuleType) -> Callable[[], None]:
    """Return a function that a new thread calls first: it selects this thread's GPU.

    Without it, CUDA would select GPU 0.
    """
    return (lambda: None) if xp is np else xp.cuda.Device().use


@cache
def split_mix(xp: ModuleType) -> Callable:
    return xp.ElementwiseKernel("uint64 state, uint32 threshold", "bool keep", SPLIT_MIX, "keep_mask")


def keep_mask(xp: ModuleType, shape: tuple, p: float, seed: tuple) -> Array:
    """The mask of dropout: a boolean array, False with probability p.  It depends only on `seed`, a tuple of integers.

    On NumPy, 16-bit random integers are compared with a threshold.  This rounds p to a multiple of 1 / 65536, at a
    quarter of the cost of random floats.  On CuPy, whose generators take longer to set up than to draw, one kernel
    makes the mask.
    """
    if xp is not np:
        state = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
        return split_mix(xp)(state, np.uint32(p * 2**32), xp.empty(shape, bool))
    size = int(np.prod(shape))
    words = np.random.SFC64(np.random.SeedSequence(seed)).random_raw(-(-size // 4))
    return (words.view(np.uint16)[:size] >= round(p * 65536)).reshape(shape)
