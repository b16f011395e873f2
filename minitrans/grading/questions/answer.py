"""What a small exercise is, and helpers for their checks."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..exercises.exercise import short_repr

SMALL = {}
NAN = "there is a nan, which comes of 0 / 0, inf - inf, or the log of a negative number"


class Small(NamedTuple):
    """wants: a description of the answer.  check(answer) raises AssertionError if the answer is wrong.

    The arguments of the AssertionError are hints, from the first to the most explicit.  No hint is the answer itself.
    in_place: the answer is a function that is called for what it changes; any other must not change its arguments.
    """

    wants: str
    check: Callable
    in_place: bool = False

    @property
    def right(self):
        return print if self.wants.startswith("a function") else None


def small(name, wants, in_place=False):
    """A decorator that registers a check as the small exercise `name`."""

    def register(check):
        SMALL[name] = Small(wants, check, in_place)
        return check

    return register


def numbers(answer):
    """The answer, a number or an array, as an array of float64."""
    try:
        array = np.asarray(answer)
        if array.dtype.kind not in "bUSc":  # float64 would take True for 1, the text "8" for 8, and 1j for 0
            return array.astype(np.float64)
    except (TypeError, ValueError, RecursionError):
        pass
    raise AssertionError(f"the answer must be a number or an array of numbers, not {short_repr(answer)}")


def has_nan(answer):
    try:
        return bool(np.isnan(np.asarray(answer, float)).any())
    except (TypeError, ValueError):
        return False


def booleans(answer, shape, what):
    """The answer as an array of True and False.  AssertionError if it has another shape or dtype."""
    answer = np.asarray(answer)
    if answer.shape != shape:
        raise AssertionError(f"for {what} its shape is {answer.shape}, not {shape}")
    if answer.dtype != bool:
        raise AssertionError(f"its entries are {answer.dtype}, not True or False")
    return answer


def expect(answer, right, *hints, digits=6, mistakes=None):
    """AssertionError with the hints unless the answer has the right shape and, to so many digits, the right entries.

    mistakes: {message: the answer that this mistake gives}.  The message of a mistake comes in place of the hints.
    """
    answer = numbers(answer)
    if has_nan(answer) and not has_nan(right):
        hints = [f"{NAN}: {hint}" for hint in hints]

    def gives(value):
        size = np.floor(np.log10(np.maximum(np.nan_to_num(np.abs(value), posinf=0), 1e-9)))
        last = 10.0 ** (size + 1 - digits)  # what the last of the digits stands for
        close = dict(rtol=0, atol=0.501 * last + 1e-9, equal_nan=True)
        return answer.shape == np.shape(value) and np.allclose(answer, value, **close)

    if not gives(right):
        named = [message for message, value in (mistakes or {}).items() if gives(value)]
        if not named and answer.shape != np.shape(right):
            raise AssertionError(f"{shape(answer)} is given, and {shape(right)} is asked for")
        raise AssertionError(*(named[:1] or hints))


def shape(value):
    return f"an array of shape {np.shape(value)}" if np.shape(value) else "a single number"
