"""How a command runs and ends: what a user can put right is one clear line and exit code 2."""

import contextlib
import io
import os
import signal
import sys
import warnings

from ..errors import UserError


def run_command(main):
    """Call `main()` as a program: what a user can put right is one line, Ctrl-C and a closed pipe are no tracebacks."""
    open_streams()
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        try:
            with short_warnings():
                main()
        finally:
            sys.stdout.flush()  # at exit Python would say in its own way that it cannot
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        leave()
    except BrokenPipeError:  # the reader of our output has gone (`| head`)
        drop_output()
        sys.exit(1)
    except MemoryError as error:
        print(f"error: out of memory ({error}); give it less at a time", file=sys.stderr)
        sys.exit(2)
    except OSError as error:  # a full disk, a folder that may not be written to
        print(f"error: {error}", file=sys.stderr)
        drop_output()
        sys.exit(2)


def open_streams():
    """Streams that the shell has closed, as by >&-, are empty ones; the others are UTF-8, whatever the locale."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))
    # A file may have a name that is no text, which goes out as it came in.
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "surrogateescape"), (sys.stderr, None)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors or stream.errors)


@contextlib.contextmanager
def short_warnings():
    """What libraries warn of is one line, once.  NumPy's floating-point warnings are none: what is not finite in the
    end is told of anyway."""
    import logging  # only now: until `leave_at_interrupt` is called, Ctrl-C is a traceback

    told, before = set(), logging.lastResort

    def tell(message):
        line = " ".join(str(message).split())
        if line not in told:
            told.add(line)
            print(f"warning: {line}", file=sys.stderr)

    def show(message, category, *where):
        if not (category is RuntimeWarning and " encountered in " in str(message)):
            tell(message)

    class Log(logging.Handler):
        def emit(self, record):
            tell(record.getMessage())

    with warnings.catch_warnings():
        warnings.showwarning, logging.lastResort = show, Log(logging.WARNING)
        try:
            yield
        finally:
            logging.lastResort = before


def leave_at_interrupt():
    """Let Ctrl-C end the program at once and quietly, until `run_command` takes over."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where the shell has it ignored
        signal.signal(signal.SIGINT, leave)


def leave(*_):
    """End the program after Ctrl-C, whatever its threads are still at."""
    os._exit(130)


def drop_output():
    """Stop Python from trying again, at exit, to write what could not be written."""
    with contextlib.suppress(io.UnsupportedOperation):  # of a stdout that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
