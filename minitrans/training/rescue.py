"""What to tell the user when training is stopped, runs out of memory, or cannot write: how to go on."""

import errno
import shlex
from contextlib import contextmanager

from ..errors import UserError
from .corpus import say
from .signals import Stopped


def resume_command(run):
    return f"python -m minitrans.train --out {shlex.quote(str(run.path))} --resume"


@contextmanager
def rescue(run, trainer, batch_tokens):
    """Turn what ends training early into advice: Ctrl-C, SIGTERM, too little memory, errors in writing."""
    try:
        yield
    except (Stopped, KeyboardInterrupt):
        say(f"stopped at step {trainer.progress.step}; go on with: {resume_command(run)}")
        raise
    except MemoryError as error:
        raise UserError(
            f"step {trainer.progress.step + 1}: out of memory ({error}); train with a smaller --batch-tokens "
            f"than {batch_tokens}, and a larger --accumulate to make up for it"
        ) from None
    except OSError as error:
        run.check_place()
        raise no_room(run, error, "the checkpoints before are whole") from None


@contextmanager
def rescue_tokenizing(run):
    """The same while the training text is tokenized to files."""
    try:
        yield
    except KeyboardInterrupt:
        say(f"stopped while tokenizing; go on with: {resume_command(run)}")
        raise
    except OSError as error:
        raise no_room(run, error, "what is tokenized is not lost") from None


def no_room(run, error, kept):
    if isinstance(error, BrokenPipeError):  # of our output, not of the disk
        return error
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        remedy = "make room"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        remedy = "allow writing there"
    else:
        remedy = "put that right"
    return UserError(
        f"{run.path}: cannot be written to ({error.strerror}); {kept}: {remedy}, then {resume_command(run)}"
    )
