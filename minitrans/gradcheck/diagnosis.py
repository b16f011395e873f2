"""Name the probable mistake behind a wrong gradient: undo each well-known mistake, and see whether it is right then."""

import itertools
from math import isclose, prod, sqrt

import numpy as np

from ..backend import array_module, to_numpy
from ..ops.sums import sum_to_shape


def diagnose(wrong, agrees, predicted, right, sizes=(), others=(), ids=()):
    """A phrase that names the mistake which explains the whole array `wrong`; '' if no known mistake does.

    agrees(candidate): whether this array would be a right gradient
    predicted, right: the slopes that `wrong` predicts and those measured, as vectors; None if the shape is wrong
    sizes: {description: number}, numbers from which a wrong factor may come
    others: {description: array}, gradients that `wrong` may be confused with
    ids: integer arrays that may have selected rows
    """
    xp = array_module(wrong)
    if agrees(0 * wrong):  # zero is right, so any factor that is small enough would seem to explain the error
        return ""
    if predicted is not None and not wrong.any():
        return "it is zero everywhere: nothing is passed on"
    if predicted is not None and (cause := wrong_factor(wrong, agrees, predicted, right, dict(sizes))):
        return cause
    for a, b in itertools.combinations(range(wrong.ndim), 2):
        if agrees(wrong.swapaxes(a, b)):
            return f"a transpose: it is right with axes {a} and {b} swapped"
    if wrong.ndim > 2 and agrees(wrong.T):
        return "a transpose: it is right with its axes in reverse order"
    for name, other in dict(others).items():
        if agrees(other):
            return f"the order of the results: {name} is the right one here"
    for axis in range(wrong.ndim):
        for shift in (-1, 1):
            if agrees(xp.roll(wrong, shift, axis)):
                return f"off by one: it is right when moved by {shift} along axis {axis}"
    if predicted is None:
        return ""
    error, size = abs(predicted - right), abs(right).max()
    for each in ids if predicted.size == wrong.size else ():
        if cause := overwritten(error.reshape(wrong.shape) > 1e-6 * size, to_numpy(each)):
            return cause
    if predicted.size > 1 and error.max() < 1e-3 * size:
        return nearly_right(predicted, right)
    return ""


def nearly_right(predicted, right):
    """What may have changed every number a little.  An epsilon below makes all of them smaller."""
    growth = (abs(predicted) - abs(right))[right != 0]
    if (growth < 0).all():
        return "nearly right, but every entry is too small: is an epsilon added to a denominator, or inside a root?"
    if (growth > 0).all():
        return "nearly right, but every entry is too large: is an epsilon left out of a denominator, or of a root?"
    return "nearly right: is something rounded to a lower precision, or is an epsilon not the right one?"


def wrong_factor(wrong, agrees, predicted, right, sizes):
    """A wrong sign or a wrong factor, explained by one of `sizes` if possible."""
    if agrees(-wrong):
        return "the sign: it is right times -1"
    if predicted.size == 1 or not predicted @ right or not agrees(wrong * ((right @ right) / (predicted @ right))):
        return ""
    factor = (predicted @ right) / (right @ right)
    sign, size = ("the sign, and " if factor < 0 else ""), abs(factor)
    if isclose(size, 1, rel_tol=5e-4):
        return "the sign: it is nearly right times -1" if sign else ""
    for name, n in sizes.items():
        if n == 1:
            continue
        explanations = {
            f"sqrt({n:g}), and {n:g} is {name}: is a factor 1/sqrt(d_k) missing?": sqrt(n),
            f"1/sqrt({n:g}), and {n:g} is {name}: is 1/sqrt(d_k) there twice?": 1 / sqrt(n),
            f"{n:g}, and {n:g} is {name}: a sum for a mean, or a factor forgotten?": n,
            f"1/{n:g}, and {n:g} is {name}: a mean for a sum, or a factor too many?": 1 / n,
        }
        for text, value in explanations.items():
            if isclose(size, value, rel_tol=1e-5):
                return f"{sign}a factor: it is {size:.5g} times what it should be, {text}"
    return f"{sign}a factor: it is {size:.5g} times what it should be"


def overwritten(wrong, ids):
    """Rows that one id selects are right, rows that several ids select are wrong: `=` was used in place of a sum."""
    if wrong.ndim == 0 or ids.size == 0 or not 0 <= ids.min() <= ids.max() < len(wrong):
        return ""
    times = np.bincount(ids.ravel(), minlength=len(wrong))
    wrong = wrong.reshape(len(wrong), -1)
    rows = np.flatnonzero(wrong.any(axis=1))
    if not len(rows) or times[rows].min() < 2 or not wrong[rows].all():
        return ""
    row = rows[0]
    return f"overwritten, not accumulated: row {row} is picked {times[row]} times and collects as many gradients"


def broadcast_not_summed(wrong, shape, agrees):
    """For a gradient of the wrong shape: would a reshape, or a sum over the broadcast axes, make it right?"""
    if wrong.size == prod(shape) and agrees(wrong.reshape(shape)):
        return "its shape alone: reshape it to that of the input; is keepdims wrong?"
    try:
        stretched = np.broadcast_shapes(shape, wrong.shape) == wrong.shape != shape
    except ValueError:
        return ""
    if not stretched or not agrees(sum_to_shape(wrong, shape)):
        return ""
    padded = (1,) * (wrong.ndim - len(shape)) + tuple(shape)
    axes = ", ".join(str(i) for i, n in enumerate(padded) if n != wrong.shape[i])
    return f"a broadcast not summed: the input served every place along axis {axes}, so sum its gradient over it"


def lengths(arrays):
    """{description: number} of the axes, rows and entries of a dict of arrays; a wrong factor is often one of them."""
    sizes = {}
    for name, array in arrays.items():
        sizes |= {f"the length of axis {axis} of {name}": n for axis, n in enumerate(array.shape)}
    for name, array in arrays.items():
        sizes[f"the number of rows of {name}"] = prod(array.shape[:-1])
        sizes[f"the number of entries of {name}"] = array.size
    return sizes
