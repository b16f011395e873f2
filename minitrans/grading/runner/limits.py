"""Limits of the options: a value beyond them is refused in one line before anything runs.  And the limit of time."""

import signal
import threading
from contextlib import contextmanager

from ...system.errors import UserError

LARGEST_SEED = 10**18  # the same as in a configuration
TIME_LIMIT = 20  # seconds for each check, by default
LONGEST = int(threading.TIMEOUT_MAX)  # seconds; Python cannot wait longer


def check_seed(seed, name="--seed"):
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise UserError(f"{name} {seed!r}: must be a whole number from 0 to {LARGEST_SEED}")


def check_time_limit(seconds):
    if not 0 < seconds <= LONGEST:
        raise UserError(f"--time-limit {seconds:g}: must be a positive number of seconds, {LONGEST} at most")


class TooLong(BaseException):
    """Not an Exception, so that the `except Exception` of a submission does not catch it."""


def too_long(seconds):
    return f"stopped after {seconds:g} seconds: an endless loop?"


@contextmanager
def stopped_after(seconds):
    """Raise TooLong in this block when it takes longer, and again each second, in case a bare `except` catches it.
    Python can do this only in a main thread, and not on Windows or in a browser, where there is no limit."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_):
        raise TooLong(too_long(seconds))

    handler = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)
