"""Messages that say how to resume after an interrupt, a lack of memory, or a file that cannot be written."""

import errno
import shlex
from contextlib import contextmanager

import numpy as np

from ..system.cupy import memory_errors
from ..system.errors import UserError, say
from .signals import Stopped


def resume_command(run):
    return f"minitrans train --out {shlex.quote(str(run.path))} --resume"


@contextmanager
def rescue(run, trainer=None):
    """Say how to resume if a signal such as Ctrl-C, a lack of memory or a failure to write a file ends the training.

    trainer: None while the training text is tokenized to files
    """
    try:
        with memory_errors():
            yield
    except (Stopped, KeyboardInterrupt):
        where = f"at step {trainer.progress.step}" if trainer else "while tokenizing"
        say(f"stopped {where}; resume with: {resume_command(run)}")
        raise
    except MemoryError as error:
        if trainer is None:
            raise
        step, config = trainer.progress.step + 1, trainer.config
        xp = trainer.model.xp
        card = "" if xp is np else f"; this card has {xp.cuda.Device().mem_info[1] / 1e9:.1f} GB"
        raise UserError(
            f"step {step}: out of memory ({error}){card}; train with --batch-tokens {config.batch_tokens // 2} "
            f"--accumulate {2 * config.accumulate}: as many tokens per step, in less memory"
        ) from None
    except OSError as error:
        run.check_place()
        kept = "earlier checkpoints are complete" if trainer else "tokenized text is kept"
        raise no_room(run, error, kept) from None


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
