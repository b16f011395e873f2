"""How a command ends when its input is at fault: one clear line and exit code 2."""

import os
import sys


class UserError(Exception):
    """Something the user can put right; the message says what, where and how."""


def run_command(main):
    """Call `main()` as a program: a UserError is printed as one line, Ctrl-C and a closed pipe are no tracebacks."""
    try:
        main()
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`); stop Python from flushing into the pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
