"""What plays the GPU in the other tests sees a missing barrier and an address that a GPU would refuse."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np

from minitrans.cuda.kernels import HERE

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
extern "C" __global__ void copy(const float *x, float *y) {{ store(y, load(x)); }}
"""


def test_a_missing_barrier_is_seen(on_cpu, tmp_path):
    (tmp_path / "reverse.cu").write_text(REVERSE)
    x, y = np.random.default_rng(0).normal(size=(2, 256)).astype(np.float32)
    for barrier in (1, 0):
        on_cpu.launch(tmp_path / "reverse", "reverse", 1, 256, x, y, BARRIER=barrier)
        assert (y == x[::-1]).all() == barrier


def test_an_address_must_be_aligned(on_cpu, tmp_path):
    (tmp_path / "copy.cu").write_text(COPY)
    x = np.arange(12, dtype=np.float32)
    on_cpu.launch(tmp_path / "copy", "copy", 1, 1, x[4:8], x[8:])
    assert (x[8:] == x[4:8]).all()
    script = (
        "import numpy as np, on_cpu; x = np.zeros(12, np.float32); on_cpu.launch({!r}, 'copy', 1, 1, x[1:5], x[8:])"
    )
    command = [sys.executable, "-c", script.format(str(tmp_path / "copy"))]
    assert subprocess.run(command, cwd=Path(__file__).parent, capture_output=True).returncode == -signal.SIGILL
