"""Messages that say how to resume after an interrupt, too little memory, or a file that cannot be written."""

import errno
import shlex
from contextlib import contextmanager

from ..system.errors import UserError, say
from .signals import Stopped


def resume_command(run):
    return f"minitrans train --out {shlex.quote(str(run.path))} --resume"


@contextmanager
def rescue(run, trainer, batch_tokens):
    """Say how to resume when a signal, such as Ctrl-C, too little memory or an error in writing ends the training."""
    try:
        yield
    except (Stopped, KeyboardInterrupt):
        say(f"stopped at step {trainer.progress.step}; resume with: {resume_command(run)}")
        raise
    except MemoryError as error:
        raise UserError(
            f"step {trainer.progress.step + 1}: out of memory ({error}); train with --batch-tokens {batch_tokens // 2} "
            f"--accumulate {2 * trainer.config.accumulate}: as many tokens a step, in less memory"
        ) from None
    except OSError as error:
        run.check_place()
        raise no_room(run, error, "earlier checkpoints are complete") from None


@contextmanager
def rescue_tokenizing(run):
    """The same as `rescue`, while the training text is tokenized to files."""
    try:
        yield
    except KeyboardInterrupt:
        say(f"stopped while tokenizing; resume with: {resume_command(run)}")
        raise
    except OSError as error:
        raise no_room(run, error, "tokenized text is kept") from None


def no_room(run, error, kept):
    if isinstance(error, BrokenPipeError):  # the reader of our output has closed it; no file is concerned
        return error
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        remedy = "free disk space"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        remedy = "allow writing there"
    else:
        remedy = "correct that"
    return UserError(
        f"{run.path}: cannot be written to ({error.strerror}); {kept}: {remedy}, then {resume_command(run)}"
    )
