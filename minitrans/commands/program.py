"""How a command runs and ends.  An error that the user can fix is one line on stderr and exit code 2.

With several processes, rank 0 alone reads and prints, and an error on any rank ends them all.
"""

import contextlib
import io
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from importlib import import_module

from ..parallel.launcher import alone, by_torchrun, launched
from ..system.errors import UserError, say
from ..system.openblas import use_avx512

PARALLEL = {"train", "translate", "parse", "evaluate"}  # commands that mpiexec and srun can run as several processes


def run_named(command):
    """Run `minitrans COMMAND` with the arguments that follow in sys.argv."""
    leave_at_interrupt()  # the imports take a while
    use_avx512()
    run_command(import_module(f"minitrans.commands.{command}").main, processes=command in PARALLEL)


def run_command(main: Callable[[], None], processes: bool = False) -> None:
    """Call `main()` as a program: UserError is one line on stderr; Ctrl-C and a closed pipe give no traceback.

    processes: whether the program can run in several processes, started by mpiexec or srun
    """
    open_streams()
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        try:
            join(processes)
            with short_warnings():
                main()
        finally:
            sys.stdout.flush()  # here, so that a failure is handled below and not by Python at exit
    except UserError as error:
        end(2, f"error: {error}")
    except KeyboardInterrupt:
        end(130)
    except BrokenPipeError:  # the reader of our output has closed it, as `| head` does
        drop(sys.stdout)
        end(1)
    except MemoryError as error:
        end(2, f"error: out of memory ({error}); use smaller batches or less text at a time")
    except OSError as error:  # for example a full disk, or a folder without write permission
        drop(sys.stdout)
        end(2, f"error: {error}")
    except Exception:
        if launched().size > 1:
            end(1, traceback.format_exc())
        raise


def join(processes):
    """If a launcher has started this process as one of several, connect it with the others."""
    if by_torchrun():
        raise UserError("torchrun: minitrans runs on MPI; start it with mpiexec -n 4 minitrans train")
    if launched().size == 1:
        return
    if not processes:
        raise UserError(f"this command runs in one process: leave out mpiexec or srun{alone()}")
    if launched().rank > 0:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            setattr(sys, name, open(os.devnull, mode))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # rank 0 gets it too, and decides for all
            signal.signal(number, signal.SIG_IGN)
    from ..parallel.world import world  # imported late, because it imports NumPy

    world().compare()


def end(code, message=None):
    """End the program with its last message, and all processes that a launcher has started together."""
    if launched().size > 1:
        from ..parallel.ending import end_all

        end_all(code, message)
    elif message:
        try:
            say(message)
        except OSError:  # such as a full device; the exit code reports it
            drop(sys.stderr)
    if code == 130:
        leave()
    sys.exit(code)


def open_streams():
    """Replace streams that the shell has closed (>&-) by empty ones; make the others UTF-8 in every locale."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))
    # File names may be bytes that are not UTF-8; surrogateescape prints them unchanged.
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "surrogateescape"), (sys.stderr, None)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors or stream.errors)


@contextlib.contextmanager
def short_warnings():
    """Print each warning of a library once, on one line.  NumPy's floating-point warnings are dropped, because results
    that are not finite are reported elsewhere."""
    import logging  # imported late: until `leave_at_interrupt` is called, Ctrl-C prints a traceback

    printed, before = set(), logging.lastResort

    def print_once(message):
        line = " ".join(str(message).split())
        if line not in printed:
            printed.add(line)
            say(f"warning: {line}")

    def show(message, category, *where):
        if not (category is RuntimeWarning and " encountered in " in str(message)):
            print_once(message)

    class Log(logging.Handler):
        def emit(self, record):
            print_once(record.getMessage())

    with warnings.catch_warnings():
        warnings.showwarning, logging.lastResort = show, Log(logging.WARNING)
        try:
            yield
        finally:
            logging.lastResort = before


def leave_at_interrupt():
    """Make Ctrl-C end the program at once, without a traceback, until `run_command` takes over."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # respect a shell that ignores SIGINT
        signal.signal(signal.SIGINT, leave)


def leave(*_):
    """End the program after Ctrl-C without waiting for its threads."""
    os._exit(130)


def drop(stream):
    """Keep Python from writing the buffered output again at exit."""
    with contextlib.suppress(io.UnsupportedOperation):  # it may be an object without a file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
