"""What a gradient check asks of the arrays and of the functions that it is given; Fault says what is wrong."""

import inspect

import numpy as np

from ..backend import array_module, to_numpy


class Fault(AssertionError):
    """What a check has found: `what` is wrong, and the mistake that explains it, or ''."""

    def __init__(self, what, cause=""):
        super().__init__(what + (f"\n  probably           {cause}" if cause else ""))
        self.what, self.cause = what, cause


def checkable(inputs, names):
    """-> the inputs, floats as float64, and the indices of the floats; Fault if there is nothing to check"""
    if hasattr(inputs, "dtype"):
        raise Fault(f"inputs is an array {inputs.shape}: give a list of arrays, such as [x]")
    for name, x in zip(names, inputs, strict=True):
        if not hasattr(x, "dtype"):
            raise Fault(f"{name} is of type {type(x).__name__}: give an array of floats")
    floats = [i for i, x in enumerate(inputs) if x.dtype.kind == "f"]
    if not floats:
        kinds = ", ".join(f"{name} is {x.dtype}" for name, x in zip(names, inputs, strict=True))
        raise Fault(f"{kinds or 'there are no inputs'}: give at least one array of floats")
    return [x.astype(np.float64, copy=False) if x.dtype.kind == "f" else x for x in inputs], floats


def result_of(forward, inputs, constants):
    """-> (y, cache)"""
    result = forward(*inputs, **constants)
    if not isinstance(result, tuple | list) or len(result) != 2:
        got = f"{len(result)} values" if isinstance(result, tuple | list) else f"a {type(result).__name__} alone"
        raise Fault(f"forward must return (y, cache), and it has returned {got}")
    if not hasattr(result[0], "dtype"):
        raise Fault(f"forward must return (y, cache) with an array y; its y is a {type(result[0]).__name__}")
    return result


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
    own = [p.name for p in inspect.signature(forward).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
    return [f"argument {i} ({own[i]})" if i < len(own) else f"argument {i}" for i in range(count)]
