"""How a command ends when its input is at fault: one clear line and exit code 2."""

import contextlib
import io
import os
import sys


class UserError(Exception):
    """Something the user can put right; the message says what, where and how, in one line."""

    def __init__(self, message):
        super().__init__(message.replace("\n", "\\n"))  # a file name can have one


def run_command(main):
    """Call `main()` as a program: what a user can put right is one line, Ctrl-C and a closed pipe are no tracebacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the shell, as by >&-
            setattr(sys, name, open(os.devnull, mode))
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Whatever the locale; a file may have a name that is no text, which goes out as it came in.
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    try:
        try:
            main()
        finally:
            sys.stdout.flush()  # at exit Python would say in its own way that it cannot
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
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


def drop_output():
    """Stop Python from trying again, at exit, to write what could not be written."""
    with contextlib.suppress(io.UnsupportedOperation):  # of a stdout that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
