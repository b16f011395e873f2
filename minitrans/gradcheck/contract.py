"""What a gradient check asks of the arrays and of the functions that it is given; Fault says what is wrong."""

import inspect

import numpy as np

from ..backend import MISREAD, array_module, to_numpy


class Fault(AssertionError):
    """What a check has found: `what` is wrong, and the mistake that explains it, or ''."""

    def __init__(self, what, cause=""):
        super().__init__(what + (f"\n  probably           {cause}" if cause else ""))
        self.what, self.cause = what, cause


def checkable(inputs, names):
    """-> the inputs as arrays, those to differentiate as float64, and the indices of these

    These are the floats or, if there are none, the integers.  Fault if there is nothing to check.
    """
    arrays = [as_array(name, x) for name, x in zip(names, inputs, strict=True)]
    for kind in "fiu":
        if chosen := [i for i, x in enumerate(arrays) if x.dtype.kind == kind]:
            return [x.astype(np.float64, copy=False) if i in chosen else x for i, x in enumerate(arrays)], chosen
    kinds = ", ".join(f"{name} is {x.dtype}" for name, x in zip(names, arrays, strict=True))
    raise Fault(f"{kinds or 'there are no inputs'}: give at least one array of floats")


def as_array(name, x):
    """A number, a list or an array -> an array"""
    try:
        array = x if hasattr(x, "dtype") and not isinstance(x, np.generic) else np.asarray(x)
        array_module(array)
        real = array.dtype.kind in "fiub" and type(array).__name__ not in MISREAD
    except (TypeError, ValueError):  # a list of rows of unequal lengths, an array of another library
        real = False
    if not real:
        raise Fault(f"{name} is of type {x.dtype if type(x) is np.ndarray else type(x).__name__}: give real numbers")
    return array


def chosen(wrt, known):
    """The inputs or parameters to check, by default all that are known.  Fault if there are none, or others"""
    found = list(known if wrt is None else [wrt] if isinstance(wrt, str | int) else wrt)
    if not found or not set(found) <= set(known):
        raise Fault(f"wrt={found} names no input, or an unknown one: give some of {list(known)[:9]}")
    return found


def result_of(forward, constants, inputs):
    """-> (y, cache); the cache of a forward that returns y alone is its input, or the tuple of its inputs"""
    result = forward(*inputs, **constants)
    if not isinstance(result, tuple | list):
        result = result, inputs[0] if len(inputs) == 1 else tuple(inputs)
    if len(result) != 2:
        raise Fault(f"forward must return (y, cache), or y alone, but it has returned {len(result)} values")
    return as_array("the y of forward", result[0]), result[1]


def assert_same(function, y, again):
    """Fault for a function that gives another y for the same inputs, by more than rounding"""
    y, again = to_numpy(y), to_numpy(again)
    if again.shape != y.shape or (y.size and not abs(again - y).max() <= 1e-9 * abs(y).max()):
        raise Fault(f"{function} gives another y for the same inputs: is it random? Draw from a fixed seed in it")


def assert_unchanged(function, names, arrays, before):
    for name, array, old in zip(names, arrays, before, strict=True):
        if not ((array == old) | ((array != array) & (old != old))).all():  # NaN is unequal to itself
            raise Fault(f"{function} has written to {name}; work on a copy")


def assert_finite(name, array):
    xp = array_module(array)
    if not xp.isfinite(array).all():
        index = tuple(int(i[0]) for i in xp.nonzero(~xp.isfinite(array)))
        raise Fault(f"{name} is not finite at index {index}: {array[index]}")


def argument_names(forward, count):
    """-> ["argument 0 (x)", ...]; forward(*arrays) has no parameter names to show."""
    try:
        own = [p.name for p in inspect.signature(forward).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
    except ValueError:  # of a function of NumPy
        own = []
    return [f"argument {i} ({own[i]})" if i < len(own) else f"argument {i}" for i in range(count)]
