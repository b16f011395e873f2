"""The child of `trust.py` on NumPy, with the kernels on the CPU: python child.py FAULT DTYPE DEVICE

FAULT: what happens when the kernel of add_norm is launched: "none", "wrong", "raises", "hangs" or "dies"
"""

import importlib.util
import os
import sys
import time
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from minitrans.cuda import kernels, selftest, trust

specification = importlib.util.spec_from_file_location("on_cpu", Path(__file__).with_name("on_cpu.py"))
on_cpu = importlib.util.module_from_spec(specification)
specification.loader.exec_module(on_cpu)


def function(xp, file, kernel, defines):
    run = on_cpu.function(xp, file, kernel, defines)
    return run if kernel != "add_norm_forward" or fault == "none" else partial(faulty, run)


def faulty(run, grid, threads, arguments):
    if fault == "raises":
        raise RuntimeError("CUDA_ERROR_INVALID_VALUE\nand more")
    if fault == "hangs":
        time.sleep(600)
    if fault == "dies":
        os.abort()
    run(grid, threads, arguments)
    if fault == "wrong":
        arguments[4][...] *= 1.5  # x, sublayer, gamma, beta, y


fault = sys.argv.pop(1)
patch, checks = pytest.MonkeyPatch(), selftest.checks
on_cpu.use(patch)
patch.setattr(kernels, "function", function)
patch.setattr(trust, "working_cupy", lambda device: np)
patch.setattr(selftest, "SMALL", dict(rows=24, sentences=2, width=32, d_ff=24, heads=2, vocabulary=40))
if fault != "none":  # a part of the checks, because a compiler runs for each kernel
    patch.setattr(selftest, "checks", lambda *given: dict(islice(checks(*given).items(), 2)))
trust.main()
