"""The machine: its cores, the threads of BLAS, locks between processes, and the memory that glibc keeps.

In a browser (Pyodide, which is CPython compiled to WebAssembly) Python has one process and one thread.
"""

import contextlib
import ctypes
import errno
import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path

BROWSER = sys.platform == "emscripten"
CPU_MAX = Path("/sys/fs/cgroup/cpu.max")  # Linux: the limit of a container


def cores() -> int:
    """The number of cores that this process may use.  A container may have less than the machine."""
    if BROWSER:
        return 1  # it starts no threads, whatever it reports
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = CPU_MAX.read_text().split()
        return max(1, min(count, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no such file, or its quota is "max"
        return count


def one_thread_blas() -> AbstractContextManager:
    """A context in which BLAS computes in the thread that calls it, and starts no other threads.

    Our own threads are faster, because they also divide elementwise work.  And sums then have the same order on
    machines with different numbers of cores.
    """
    return limit_blas(1)


def limit_blas(threads: int) -> AbstractContextManager:
    """Let BLAS use at most this many threads, from now on or, as a context, until its end."""
    if BROWSER:
        return contextlib.nullcontext()
    from threadpoolctl import threadpool_limits

    return threadpool_limits(threads, "blas")


def blas():
    """-> the library of NumPy's matrix products, its version and its kernels: 'openblas 0.3.31 SkylakeX'"""
    from threadpoolctl import threadpool_info

    libraries = [library for library in threadpool_info() if library["user_api"] == "blas"]
    return ", ".join(f"{b['internal_api']} {b['version']} {b.get('architecture', '')}".strip() for b in libraries)


def file_lock(path, timeout):
    """A context that one process at a time can enter.  TimeoutError after `timeout` seconds; -1 waits for ever.

    OSError if the path is a link, because locking a file empties it.
    """
    if BROWSER:
        return contextlib.nullcontext()
    if os.path.islink(path):
        raise OSError(errno.ELOOP, f"{path} is a link")
    from filelock import FileLock

    return FileLock(path, timeout=timeout)


def keep_freed_memory() -> None:
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
