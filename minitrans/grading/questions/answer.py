"""The form of a given answer, and what is wrong with it."""

import numpy as np

from ..exercises.exercise import short_repr

NAN = "there is a nan, which comes from 0 / 0, inf - inf, or the log of a negative number"


def numbers(answer):
    """The answer, a number or an array, as an array of float64."""
    try:
        array = np.asarray(answer)
        # float64 would turn True into 1, the text "8" into 8, 1j into 0, and masked entries into 0.
        if array.dtype.kind not in "bUSc" and answer is not np.ma.masked:
            return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError, RecursionError):
        pass
    raise AssertionError(f"the answer must be a number or an array of numbers, not {short_repr(answer)}")


def has_nan(answer):
    try:
        return bool(np.isnan(np.asarray(answer, float)).any())
    except (TypeError, ValueError, OverflowError):
        return False


def fault(given, right, digits):
    """None if they agree; else what is wrong with the form of the answer, or "" if only its entries are wrong."""
    if in_parts(right):
        part = wrong_part(given, right, digits)
        if part is None:
            return wrong_parts(given, right)
        its_fault = fault(given[part], right[part], digits)
        return its_fault and f"{label(part)}: {its_fault}"
    if not is_array(right):
        return None if isinstance(given, type(right)) and given == right else ""
    right = np.asarray(right)
    exact = {"bool": "True or False", "float32": "float32"}.get(str(right.dtype))
    try:
        given = np.asarray(given) if exact else numbers(given)
    except (AssertionError, ValueError) as error:
        return str(error)
    if given.shape != right.shape:
        return f"{shape(given)} is given, and {shape(right)} is asked for"
    if exact and given.dtype != right.dtype:
        return f"the entries are {given.dtype}, not {exact}"
    if exact:  # to the bit, so that -0.0 is not 0.0
        return None if given.tobytes() == right.tobytes() else ""
    size = np.floor(np.log10(np.maximum(np.nan_to_num(np.abs(right), posinf=0), 1e-9)))
    last = 10.0 ** (size + 1 - digits)  # the unit of the last digit
    return None if np.allclose(given, right, rtol=0, atol=0.501 * last + 1e-9, equal_nan=True) else ""


def in_parts(value):
    """Whether its parts are compared one by one: a dict, a tuple of arrays, or a list that is no array."""
    if isinstance(value, tuple) and any(np.ndim(part) for part in value if is_array(part)):
        return True
    return isinstance(value, dict | tuple | list) and not is_array(value)


def is_array(value):
    """Whether it is a number or an array of numbers, or of True and False."""
    try:
        return np.asarray(value).dtype.kind in "biuf"
    except ValueError:  # a list of lists of unlike length
        return False


def wrong_part(given, right, digits):
    """The number or name of the first wrong part, or None: all are right, or there are no such parts."""
    if not in_parts(right) or wrong_parts(given, right) is not None:
        return None
    names = right if isinstance(right, dict) else range(len(right))
    return next((name for name in names if fault(given[name], right[name], digits) is not None), None)


def wrong_parts(given, right):
    """None if the answer has the parts of `right`; else what it must be, or "" if only a list is longer or shorter."""
    if isinstance(right, dict):
        if not isinstance(given, dict) or given.keys() != right.keys():
            return f"return a dict with the names {', '.join(map(str, right))}, not {short_repr(given)}"
    elif not isinstance(given, tuple | list) and np.ndim(given) == 0:
        return f"the answer must be a list, not {short_repr(given)}"
    elif len(given) != len(right):
        return f"{len(right)} results are asked for, not {short_repr(given)}" * isinstance(right, tuple)
    return None


def label(part):
    return f"result {part + 1}" if isinstance(part, int) else part


def shape(array):
    return f"an array of shape {array.shape}" if array.shape else "a single number"
