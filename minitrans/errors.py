"""How a command ends when its input is at fault: one clear line and exit code 2."""

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
        sys.stdout.reconfigure(encoding="utf-8")  # whatever the locale
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`); stop Python from flushing into the pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except MemoryError as error:
        print(f"error: out of memory ({error}); give it less at a time", file=sys.stderr)
        sys.exit(2)
    except (UserError, OSError) as error:  # OSError: a full disk, a folder that may not be written to
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
