"""The simulated GPU of the other tests detects a missing barrier and addresses that a GPU would refuse."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.cuda.kernels import HERE

pytestmark = pytest.mark.slow  # the kernels are emulated

REVERSE = """
extern "C" __global__ void reverse(const float *x, float *y) {
    __shared__ float all[256];
    all[threadIdx.x] = x[threadIdx.x];
    if (BARRIER) __syncthreads();
    y[threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];
}
"""
COPY = f"""
#include "{HERE}/common.cuh"
extern "C" __global__ void copy(const float *x, float *y, int i) {{ store(y, load(x + i)); }}
"""
COPY_FOUR = """
import sys
import numpy as np
import on_cpu
file, start, i = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
x, y = np.arange(12, dtype=np.float32), np.zeros(4, np.float32)
on_cpu.function(np, file, "copy", ())((1,), (1,), (x[start : start + 4], y, np.int32(i)))
assert (y == x[start + i : start + i + 4]).all()
"""


def test_a_missing_barrier_is_seen(on_cpu, tmp_path, monkeypatch):
    monkeypatch.setattr(on_cpu, "RACES", None)  # the checker of races would refuse it before
    (tmp_path / "reverse.cu").write_text(REVERSE)
    x, y = np.random.default_rng(0).normal(size=(2, 256)).astype(np.float32)
    for barrier in (1, 0):
        on_cpu.function(np, tmp_path / "reverse", "reverse", (("BARRIER", barrier),))((1,), (256,), (x, y))
        assert (y == x[::-1]).all() == barrier


@pytest.mark.parametrize("start, i, code", [(4, 0, 0), (1, 0, -signal.SIGILL), (4, 4, -signal.SIGSEGV)])
def test_addresses_are_aligned_and_within_their_array(on_cpu, tmp_path, start, i, code):
    (tmp_path / "copy.cu").write_text(COPY)
    on_cpu.compiled(tmp_path / "copy", ())  # skips if g++ is missing
    command = [sys.executable, "-c", COPY_FOUR, tmp_path / "copy", str(start), str(i)]
    assert subprocess.run(command, cwd=Path(__file__).parent, capture_output=True).returncode == code
