"""What a given answer is: numbers, NaN, its shape."""

import numpy as np

from ..exercises.exercise import short_repr

NAN = "there is a nan, which comes of 0 / 0, inf - inf, or the log of a negative number"


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


def shape(value):
    return f"an array of shape {np.shape(value)}" if np.shape(value) else "a single number"
