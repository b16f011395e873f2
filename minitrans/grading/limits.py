"""Limits of the options.  A value beyond them is refused in one line before anything runs."""

import threading

from ..system.errors import UserError

LARGEST_SEED = 10**18  # the same as in a configuration
TIME_LIMIT = 20  # seconds for each check, by default
LONGEST = int(threading.TIMEOUT_MAX)  # seconds; Python cannot wait longer


def check_seed(seed, name="--seed"):
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise UserError(f"{name} {seed!r}: must be a whole number from 0 to {LARGEST_SEED}")


def check_time_limit(seconds):
    if not 0 < seconds <= LONGEST:
        raise UserError(f"--time-limit {seconds:g}: must be a positive number of seconds, {LONGEST} at most")
