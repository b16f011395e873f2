import multiprocessing
import os
import signal
import sys
import time

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from minitrans.parallel.pools import can_fork, in_processes, in_threads
from minitrans.system.errors import UserError

needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")
either = pytest.mark.parametrize("run", [in_threads, pytest.param(in_processes, marks=needs_fork)])


@either
@pytest.mark.parametrize("items", [0, 1, 2, 7])
def test_results_are_in_the_order_of_the_items(run, items):
    """The first items take longest."""
    assert run(lambda i: (time.sleep((items - i) / 200), i * i)[1], range(items), 3) == [i * i for i in range(items)]


@either
def test_blas_has_one_thread(run):
    def threads(item):
        return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]

    assert {n for found in run(threads, range(2), 2) for n in found} == {1}


@either
def test_an_error_is_raised_here(run):
    with pytest.raises(ZeroDivisionError, match="by zero"):
        run(lambda i: 1 // i, [3, 2, 1, 0, 1], 2)
    assert multiprocessing.active_children() == []


@needs_fork
def test_processes_work_at_once_and_share_memory():
    """Each item waits until the other has started, which no single process could do."""
    started = multiprocessing.get_context("fork").Barrier(2)
    weights = np.arange(10**6)

    def item(i):
        started.wait(timeout=60)
        return os.getpid(), weights.ctypes.data, int(weights[i])

    (first, address, a), (second, same_address, b) = in_processes(item, [5, 6], 2)
    assert len({first, second, os.getpid()}) == 3
    assert address == same_address == weights.ctypes.data and (a, b) == (5, 6)
    assert can_fork()


@needs_fork
def test_large_results_do_not_wait_for_each_other():
    """A pipe holds 64 KiB: a process that nobody reads from would stop."""
    found = in_processes(lambda i: np.full(10**5, i), range(6), 2)
    assert [array.sum() for array in found] == [i * 10**5 for i in range(6)]


@needs_fork
def test_a_process_that_the_system_ends_is_one_clear_error():
    def item(i):
        if i == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return i

    with pytest.raises(UserError, match="killed a process"):
        in_processes(item, range(4), 2)
    assert multiprocessing.active_children() == []


@needs_fork
def test_ctrl_c_ends_the_processes():
    here = os.getpid()

    def item(i):
        if i == 0:
            time.sleep(0.5)  # until all are started
            os.kill(here, signal.SIGINT)
        time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        in_processes(item, range(2), 2)
    assert multiprocessing.active_children() == []


@needs_fork
def test_a_copy_is_not_copied_again():
    """A process of `multiprocessing` that is a daemon may have no children."""
    assert in_processes(lambda i: can_fork(), range(2), 2) == [False, False]
