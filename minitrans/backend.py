"""The two array libraries, NumPy and CuPy, and what differs between them.

All other files call `array_module(x)` and use only functions that both libraries have.
"""

import contextlib
import ctypes
import os
import sys
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_info, threadpool_limits

from .errors import UserError

INSTALL_CUPY = "python -m pip install 'cupy-cuda13x[ctk]' (for a CUDA 12 driver: 'cupy-cuda12x[ctk]')"
CPU_MAX = Path("/sys/fs/cgroup/cpu.max")  # Linux: the limit of a container


def get_backend(name, dtype="float32", device=0):
    """'numpy' or 'cupy' -> the module.  UserError if CuPy does not work: NumPy never silently replaces it.

    dtype: the type to compute in; UserError if the GPU has no matrix products of this type.
    device: number of the GPU to use; beyond the last one it begins with the first again
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


def computes_in(xp, dtype):
    """Whether the GPU has matrix products of this type."""
    return dtype not in ("tf32", "bfloat16") or int(xp.cuda.Device().compute_capability) >= 80


def working_cupy(device):
    """Import CuPy and try it on a GPU.  Each kind of failure has its own message, with cause and cure."""
    try:
        import cupy
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "cupy":
            raise UserError(f"--backend cupy: CuPy is not installed; {INSTALL_CUPY}, or use --backend numpy") from None
        # CuPy wraps the error in a long message; the cause is in __cause__.
        cause = first_line(error.__cause__ or error)
        raise UserError(f"--backend cupy: CuPy does not load ({cause}); {INSTALL_CUPY}") from None
    try:
        runtime, available = cupy.cuda.runtime, cupy.cuda.is_available()
        driver, built_for = runtime.driverGetVersion() // 1000, runtime.runtimeGetVersion() // 1000
    except Exception as error:  # the error classes of CuPy differ between versions
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
        if device:
            cupy.cuda.Device(device % runtime.getDeviceCount()).use()
        one = cupy.ones((2, 2), np.float32)
        float((one @ one + 1).sum())  # needs cuBLAS, and NVRTC to compile the sum
    except Exception as error:
        raise UserError(
            f"--backend cupy: CuPy cannot use the GPU ({first_line(error)}); if a CUDA library is missing: "
            f"python -m pip install 'cupy-cuda{built_for}x[ctk]'"
        ) from None
    return cupy


def bfloat16():
    """The dtype bfloat16 for NumPy and CuPy arrays.  UserError if ml_dtypes is not installed."""
    try:
        import ml_dtypes
    except ImportError:
        raise UserError("--dtype bfloat16: ml_dtypes is not installed; python -m pip install ml_dtypes") from None
    return ml_dtypes.bfloat16


def first_line(error):
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def array_module(x):
    """The library of the array `x`: numpy or cupy."""
    if isinstance(x, np.ndarray | np.generic):
        return np
    if type(x).__module__.partition(".")[0] == "cupy":
        return sys.modules["cupy"]
    raise TypeError(f"an array of NumPy or CuPy is needed, not {type(x).__name__}")


def to_numpy(x):
    """A copy of a CuPy array in host memory, or the NumPy array itself."""
    return x if array_module(x) is np else x.get()


def synchronize(xp):
    """Wait until the GPU has finished all work; with NumPy there is nothing to wait for."""
    if xp is not np:
        xp.cuda.Device().synchronize()


def keep_mask(xp, shape, p, seed):
    """The mask of dropout: a boolean array, False with probability p, that depends only on `seed`, a tuple of integers.

    On NumPy, 16-bit random integers are compared with a threshold.  This rounds p to a multiple of 1 / 65536, at a
    quarter of the cost of random floats.
    """
    if xp is not np:
        state = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        return xp.random.Generator(xp.random.Philox4x3210(int(state[0]))).random(shape, np.float32) >= p
    size = int(np.prod(shape))
    words = np.random.SFC64(np.random.SeedSequence(seed)).random_raw(-(-size // 4))
    return (words.view(np.uint16)[:size] >= round(p * 65536)).reshape(shape)


def one_thread_blas():
    """A context in which BLAS computes in the thread that calls it, and starts no other threads.

    Our own threads are faster, because they divide elementwise work too.  And sums then have the same order on machines
    with different numbers of cores.
    """
    return threadpool_limits(limits=1, user_api="blas")


def blas():
    """-> the library of NumPy's matrix products, its version and its kernels: 'openblas 0.3.31 SkylakeX'"""
    libraries = [library for library in threadpool_info() if library["user_api"] == "blas"]
    return ", ".join(f"{b['internal_api']} {b['version']} {b.get('architecture', '')}".strip() for b in libraries)


def cores():
    """The number of cores that this process may use.  A container may have less than the machine."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = CPU_MAX.read_text().split()
        return max(1, min(count, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or its quota is "max"
        return count


def keep_freed_memory():
    """Ask glibc to keep freed memory; without glibc this does nothing.

    Every step allocates the same large arrays.  The system clears returned pages before it gives them out again, which
    takes a fifth of a step.
    """
    m_trim_threshold, m_top_pad, m_mmap_threshold, m_arena_max = -1, -2, -3, -8
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL("libc.so.6").mallopt
        mallopt(m_mmap_threshold, 1 << 30)
        mallopt(m_trim_threshold, (1 << 31) - 1)
        mallopt(m_top_pad, 1 << 28)
        mallopt(m_arena_max, 1)
