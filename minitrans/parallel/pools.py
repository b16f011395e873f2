"""A function over many items, on several cores: in threads, or in processes, which share no lock of Python."""

import multiprocessing
import signal
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import wait

from ..system.errors import UserError
from ..system.machine import one_thread_blas
from .world import world


def in_threads(function, items, threads):
    """[function(item) for item in items], in threads.  After an error or Ctrl-C no item is started or waited for.

    One thread is this one, because on a GPU a new thread would use the first card.
    """
    if threads == 1:
        with one_thread_blas():
            return list(map(function, items))
    pool = ThreadPoolExecutor(threads)
    try:
        with one_thread_blas():
            return list(pool.map(function, items))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def can_fork():
    """Whether this process may fork.  Only the libraries of Linux work reliably in a fork, and MPI does not."""
    return sys.platform == "linux" and not multiprocessing.current_process().daemon and world().size == 1


def in_processes(function, items, processes):
    """[function(item) for item in items], in copies of this process (see `can_fork`).

    They start with the memory of this process, and the changes of each stay its own.  Each takes the next item when it
    has finished one.  After an error or Ctrl-C they are ended.  UserError if the system has killed one, as Linux does
    when memory runs out.
    """
    context, copies, results = multiprocessing.get_context("fork"), {}, [None] * len(items)
    next_index = context.Value("i", 0)

    def work(connection):
        for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGINT)):
            if signal.getsignal(number) != signal.SIG_DFL:  # the first process receives it too, and ends this one
                signal.signal(number, signal.SIG_IGN)
        try:
            with one_thread_blas():
                while True:
                    with next_index:
                        index, next_index.value = next_index.value, next_index.value + 1
                    if index >= len(items):
                        return connection.send(None)
                    connection.send((index, function(items[index])))
        except BrokenPipeError:
            pass  # the first process has ended
        except Exception as error:
            connection.send(error)

    try:
        # Start the copies, each with a pipe for its results.
        for _ in range(min(processes, len(items))):
            receiver, sender = context.Pipe(duplex=False)
            copies[receiver] = context.Process(target=work, args=(sender,), daemon=True)
            with warnings.catch_warnings():  # about forks beside threads: ours are idle, and hold no lock
                warnings.simplefilter("ignore", DeprecationWarning)
                copies[receiver].start()
            sender.close()  # so that `recv` sees the end of the copy
        # Collect what they send, in any order.
        busy = set(copies)
        while busy:
            for receiver in wait(busy):
                answer = receiver.recv()
                if answer is None:
                    busy.remove(receiver)
                elif isinstance(answer, Exception):
                    raise answer
                else:
                    index, results[index] = answer
        return results
    except EOFError:
        raise UserError("the system killed a process, perhaps because memory ran out; use a smaller --beam") from None
    finally:
        for receiver, copy in copies.items():
            copy.kill()
            copy.join()
            receiver.close()
