"""The machine: its cores, the threads of BLAS, and the memory that glibc keeps."""

import contextlib
import ctypes
import os
from pathlib import Path

from threadpoolctl import threadpool_info, threadpool_limits

CPU_MAX = Path("/sys/fs/cgroup/cpu.max")  # Linux: the limit of a container


def cores():
    """The number of cores that this process may use.  A container may have less than the machine."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = CPU_MAX.read_text().split()
        return max(1, min(count, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or its quota is "max"
        return count


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
