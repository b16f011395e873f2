"""Where arrays live.  The one file that knows there are two array libraries, NumPy and CuPy.

Everything else asks `array_module(x)` for the library of its input and uses what both have in common.
"""

import contextlib
import ctypes
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_limits

from .errors import UserError

INSTALL_CUPY = "python -m pip install 'cupy-cuda13x[ctk]' (for a CUDA 12 driver: 'cupy-cuda12x[ctk]')"


def get_backend(name, dtype="float32"):
    """'numpy' or 'cupy' -> the array module.  UserError if CuPy cannot work: NumPy never silently takes its place.

    dtype: the type to compute in; UserError if the GPU has no products of this type.
    """
    if name == "numpy":
        return np
    if name == "cupy":
        xp = working_cupy()
        if not computes_in(xp, dtype):
            raise UserError(
                f"--dtype {dtype}: this GPU is older than Ampere (compute capability 8.0); "
                "use --dtype float32, or --backend numpy"
            )
        return xp
    raise UserError(f"backend: {name!r} is unknown; choose numpy or cupy")


def computes_in(xp, dtype):
    """Whether the GPU has products of this type."""
    return dtype not in ("tf32", "bfloat16") or int(xp.cuda.Device().compute_capability) >= 80


def working_cupy():
    """Import CuPy and try it; each way in which it can fail has a cause and a cure of its own."""
    try:
        import cupy
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "cupy":
            raise UserError(f"--backend cupy: CuPy is not installed; {INSTALL_CUPY}, or use --backend numpy") from None
        # CuPy wraps the error in a page of advice; the cause is below.
        cause = first_line(error.__cause__ or error)
        raise UserError(f"--backend cupy: CuPy does not load ({cause}); {INSTALL_CUPY}") from None
    try:
        runtime, available = cupy.cuda.runtime, cupy.cuda.is_available()
        driver, built_for = runtime.driverGetVersion() // 1000, runtime.runtimeGetVersion() // 1000
    except Exception as error:  # CuPy's own error classes differ between versions
        raise UserError(f"--backend cupy: the driver does not answer ({first_line(error)}); see nvidia-smi") from None
    if not driver:
        raise UserError("--backend cupy: no NVIDIA driver; install it (see nvidia-smi) or use --backend numpy")
    if not available and driver < built_for:
        raise UserError(
            f"--backend cupy: this CuPy needs a driver for CUDA {built_for}, yours is for CUDA {driver}: update it, or "
            f"python -m pip uninstall cupy-cuda{built_for}x; python -m pip install 'cupy-cuda{driver}x[ctk]'"
        )
    if not available:
        raise UserError("--backend cupy: the driver sees no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES")
    try:
        one = cupy.ones((2, 2), np.float32)
        float((one @ one + 1).sum())  # needs cuBLAS, and NVRTC to compile the sum
    except Exception as error:
        raise UserError(
            f"--backend cupy: CuPy cannot use the GPU ({first_line(error)}); if a CUDA library is missing: "
            f"python -m pip install 'cupy-cuda{built_for}x[ctk]'"
        ) from None
    return cupy


def bfloat16():
    """The type, as NumPy and CuPy know it."""
    try:
        import ml_dtypes
    except ImportError:
        raise UserError("--dtype bfloat16: ml_dtypes is not installed; python -m pip install ml_dtypes") from None
    return ml_dtypes.bfloat16


def first_line(error):
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def array_module(x):
    """The library `x` belongs to: numpy or cupy."""
    if isinstance(x, np.ndarray | np.generic):
        return np
    if type(x).__module__.partition(".")[0] == "cupy":
        return sys.modules["cupy"]
    raise TypeError(f"an array of NumPy or CuPy is needed, not {type(x).__name__}")


def to_numpy(x):
    """A copy on the host of a CuPy array; a NumPy array as it is."""
    return x if array_module(x) is np else x.get()


def synchronize(xp):
    """Wait until the device has done what it was given; NumPy has nothing to wait for."""
    if xp is not np:
        xp.cuda.Device().synchronize()


def keep_mask(xp, shape, p, seed):
    """Boolean array, False with probability p: a function of `seed` (a tuple of integers) alone.

    Random bits are compared as 16-bit integers: p is met to 1 / 65536, at a quarter of the cost of
    drawing floats.
    """
    if xp is not np:
        state = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        return xp.random.Generator(xp.random.Philox4x3210(int(state[0]))).random(shape, np.float32) >= p
    size = int(np.prod(shape))
    words = np.random.SFC64(np.random.SeedSequence(seed)).random_raw(-(-size // 4))
    return (words.view(np.uint16)[:size] >= round(p * 65536)).reshape(shape)


def one_thread_blas():
    """A context in which BLAS starts no threads of its own, but computes in the thread that calls it.

    With threads of ours that is faster, because they share elementwise work too, and sums come out the same
    on every machine.
    """
    return threadpool_limits(limits=1, user_api="blas")


def in_threads(function, items, threads):
    """[function(item) for item in items]; after an error or Ctrl-C no other is begun, and none waited for."""
    pool = ThreadPoolExecutor(threads)
    try:
        with one_thread_blas():
            return list(pool.map(function, items))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def cores():
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def keep_freed_memory():
    """Ask glibc to keep freed memory; with another C library it does nothing.

    Every step allocates the same large arrays.  Pages that went back to the system are cleared before they are
    used again, which takes a fifth of a step.
    """
    m_trim_threshold, m_top_pad, m_mmap_threshold, m_arena_max = -1, -2, -3, -8
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL("libc.so.6").mallopt
        mallopt(m_mmap_threshold, 1 << 30)
        mallopt(m_trim_threshold, (1 << 31) - 1)
        mallopt(m_top_pad, 1 << 28)
        mallopt(m_arena_max, 1)
