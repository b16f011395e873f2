"""How a command runs and ends.  An error that the user can fix is one line on stderr and exit code 2."""

import contextlib
import io
import os
import signal
import sys
import warnings

from ..errors import UserError


def run_command(main):
    """Call `main()` as a program: UserError is one line on stderr; Ctrl-C and a closed pipe give no traceback."""
    open_streams()
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        try:
            with short_warnings():
                main()
        finally:
            sys.stdout.flush()  # here, so that a failure is handled below and not by Python at exit
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        leave()
    except BrokenPipeError:  # the reader of our output has closed it, as `| head` does
        drop_output()
        sys.exit(1)
    except MemoryError as error:
        print(f"error: out of memory ({error}); use smaller batches or less text at a time", file=sys.stderr)
        sys.exit(2)
    except OSError as error:  # for example a full disk, or a folder without write permission
        print(f"error: {error}", file=sys.stderr)
        drop_output()
        sys.exit(2)


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
            print(f"warning: {line}", file=sys.stderr)

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


def drop_output():
    """Keep Python from writing the buffered output again at exit."""
    with contextlib.suppress(io.UnsupportedOperation):  # stdout may be an object without a file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
