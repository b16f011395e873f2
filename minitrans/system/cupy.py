"""Check whether CuPy works here, and say what to do if it does not."""

from contextlib import contextmanager

import numpy as np

from .errors import UserError, first_line

INSTALL = "python -m pip install 'cupy-cuda{}x[ctk]'"
INSTEAD = "python -m pip uninstall cupy-cuda{}x; " + INSTALL
INSTALL_CUPY = f"{INSTALL.format(13)} (for a CUDA 12 driver, or a GPU before Turing: 'cupy-cuda12x[ctk]')"


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
    # Does the driver answer, does it fit this CuPy, and does it see a GPU?
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
            f"{INSTEAD.format(built_for, driver)}"
        )
    if not available:
        raise UserError("--backend cupy: the driver sees no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES")
    # Does the GPU compute?
    cure = f"if a CUDA library is missing: {INSTALL.format(built_for)}"
    try:
        if device:
            cupy.cuda.Device(device % runtime.getDeviceCount()).use()
        if built_for > 12 and int(cupy.cuda.Device().compute_capability) < 75:
            cure = f"this GPU is older than Turing and needs CUDA 12: {INSTEAD.format(built_for, 12)}"
        one = cupy.ones((2, 2), np.float32)
        float((one @ one + 1).sum())  # needs cuBLAS, and NVRTC to compile the sum
    except Exception as error:
        raise UserError(f"--backend cupy: CuPy cannot use the GPU ({first_line(error)}); {cure}") from None
    return cupy


@contextmanager
def memory_errors():
    """A context in which a full GPU is a MemoryError; outside of CuPy's pools, CUDA raises a RuntimeError."""
    try:
        yield
    except RuntimeError as error:
        if "out of memory" not in str(error).lower():
            raise
        raise MemoryError(first_line(error)) from None


def computes_in(xp, dtype):
    """Whether the GPU has matrix products of this type."""
    return dtype not in ("tf32", "bfloat16") or int(xp.cuda.Device().compute_capability) >= 80


def bfloat16() -> type:
    """The dtype bfloat16 for NumPy and CuPy arrays.  UserError if ml_dtypes is not installed."""
    try:
        import ml_dtypes
    except ImportError:
        raise UserError("--dtype bfloat16: ml_dtypes is not installed; python -m pip install ml_dtypes") from None
    return ml_dtypes.bfloat16
