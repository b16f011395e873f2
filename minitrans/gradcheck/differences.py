"""Gradient checking: compare a backward with central finite differences of its forward.

    check(softmax_forward, softmax_backward, [rng.standard_normal((3, 5))])

Choose an upstream gradient dy; then s = sum(dy * y) is a single number.  The backward predicts the slope
of s along any direction u of the inputs, and two calls of the forward measure the same slope:

    sum(dx * u)  =  ds/dt at x + t u  =  (s(x + h u) - s(x - h u)) / 2h  +  O(h^2)

dy is random.  If it were all ones, the gradient of a softmax would be zero, and a transposed matrix could
go unnoticed.

`check_module` checks the parameters of a module or of a whole model:

    check_module(model, lambda: model.loss(batch))
"""

import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from numbers import Real
from typing import Any

import numpy as np

from ..backend import array_module
from .contract import (
    Fault,
    argument_names,
    as_array,
    assert_finite,
    assert_same,
    assert_unchanged,
    checkable,
    chosen,
    result_of,
)
from .diagnosis import broadcast_not_summed, diagnose, lengths

EVERY_ENTRY = 64  # larger arrays are checked at sampled entries and along random directions only


def check(
    forward: Callable,
    backward: Callable,
    inputs: Sequence,
    *,
    wrt: Iterable[int] | None = None,
    constants: dict | None = None,
    h: float = 1e-5,
    rtol: float = 1e-6,
    atol: float = 1e-8,
    directions: int = 8,
    seed: int = 0,
) -> None:
    """Raise AssertionError unless `backward` gives the gradient of `forward`, for a random upstream gradient.

    forward(*inputs, **constants) -> (y, cache);  backward(dy, cache) -> one gradient for each input, in order
        If forward returns y alone, the cache is its input, or the tuple of its inputs.
    inputs: arrays, lists or numbers.  Floats are converted to float64, because float32 is too coarse for finite
        differences; integers and booleans beside them are passed on unchanged and need no gradient.
    wrt: indices of the inputs to check (default: all inputs of floats).
    directions: the number of random directions, and of sampled entries, for arrays of more than 64 entries;
        smaller arrays are checked entry by entry.
    Each slope may be wrong by atol + rtol * (the largest slope measured for that input).  So choose inputs whose
    slopes are far above `atol`, and which are farther than `h` from any kink, such as that of ReLU at 0.  A warning
    names the inputs whose slopes are all below `atol`: there zeros, or the gradient times 5, would pass too.
    Neither function may write to the inputs, and backward may not write to the upstream gradient.

    The error message gives the argument, its worst entry, both values, and the mistake that explains them if it is a
    well-known one (`minitrans.gradcheck.diagnosis`).
    """
    constants = constants or {}
    rng = generator(seed)
    if not isinstance(inputs, tuple | list):
        raise Fault(f"inputs is of type {type(inputs).__name__}: give a list of arrays, such as [x]")
    names = argument_names(forward, len(inputs))
    inputs, floats = checkable(inputs, names)
    wrt = chosen(wrt, floats)
    xp = array_module(inputs[floats[0]])
    run = partial(result_of, forward, constants)

    # Run both functions: is what they return, and what they leave alone, as the contract asks?
    before = [x.copy() for x in inputs]
    y, cache = run(inputs)
    assert_unchanged("forward", names, inputs, before)
    if y.dtype != np.float64:
        raise Fault(f"forward has turned float64 into {y.dtype}, which is too coarse for finite differences")
    assert_finite("y", y)
    assert_same("forward", y, run(inputs)[0])
    dy = xp.asarray(rng.standard_normal(y.shape))
    watched = [*inputs, dy], [*before, dy.copy()]
    gradients = backward(dy, cache)
    assert_unchanged("backward", [*names, "the upstream gradient dy"], *watched)

    if not isinstance(gradients, tuple | list) or len(gradients) not in (len(inputs), len(floats)):
        raise Fault(f"backward must return a tuple with one gradient for each of {', '.join(names)}")
    owners = floats if len(gradients) == len(floats) else range(len(inputs))
    gradients = dict(zip(owners, gradients, strict=True))

    # Compare each gradient with the slopes that the forward shows when its input moves.
    sizes = lengths(dict(zip(names, inputs, strict=True)))
    sizes |= {f"1 - {name}": 1 - value for name, value in constants.items() if isinstance(value, float) and value < 1}
    ids = [x for x in (*inputs, *constants.values()) if hasattr(x, "dtype") and x.dtype.kind in "iu"]
    flat: list[str] = []
    for i in wrt:

        def change(ahead, behind, i=i):
            """sum(dy * (y(ahead) - y(behind))); subtracting before the sum loses fewer digits."""
            y_ahead, y_behind = (run([*inputs[:i], x, *inputs[i + 1 :]])[0] for x in (ahead, behind))
            return float((dy * (y_ahead - y_behind)).sum())

        arrays = [j for j in floats if j != i and hasattr(gradients[j], "shape")]
        others = {f"the gradient of {names[j]}": gradients[j] for j in arrays}
        hints = dict(sizes=sizes, others=others, ids=ids)
        if not compare(names[i], inputs[i], gradients[i], change, rng, h, rtol, atol, directions, hints):
            flat.append(names[i])
    warn_of(flat, atol)


def check_module(
    module: Any,
    run: Callable,
    *,
    wrt: Iterable[str] | None = None,
    h: float = 1e-5,
    rtol: float = 1e-6,
    atol: float = 1e-8,
    directions: int = 8,
    seed: int = 0,
) -> None:
    """`check` for the parameters of a module in float64: the gradients of run() -> Tensor against finite differences.

    module: a Module after `flatten`, or a dict {name: Tensor} of leaves; wrt: names (default: all parameters)
    run: builds a new graph at each call, and gives the same output for the same parameters.
    Gradients must accumulate, so a second backward has to double them.
    """
    tensors = module if isinstance(module, dict) else module.parameters()
    wrt = chosen(wrt, tensors)
    for name, tensor in tensors.items():
        if not hasattr(tensor, "requires_grad"):
            raise Fault(f"{name} is of type {type(tensor).__name__}: give a Tensor")
        if tensor.data.dtype != np.float64:
            raise Fault(f"{name} is of {tensor.data.dtype}; a check by differences needs float64")
        tensor.grad = array_module(tensor.data).zeros_like(tensor.data) if tensor.grad is None else tensor.grad
        tensor.grad[...] = 0
    # One backward gives the gradients, and a second one must double them.
    rng = generator(seed)
    y = run()
    if not hasattr(y, "backward"):
        raise Fault(f"run must return a Tensor, but it has returned a {type(y).__name__}")
    assert_finite("the output", y.data)
    dy = array_module(y.data).asarray(rng.standard_normal(y.data.shape))
    y.backward(dy)
    gradients = {name: tensor.grad.copy() for name, tensor in tensors.items()}
    again = run()
    assert_same("run", y.data, again.data)
    again.backward(dy)
    for name, tensor in tensors.items():
        if tensor.data.size and abs(tensor.grad - gradients[name]).max() < 0.5 * abs(gradients[name]).max():
            raise Fault(f"gradient of {name} is overwritten, not accumulated: each backward must add to it")
        tensor.grad[...] = 0

    # Compare each gradient with the slopes that the output shows when the parameter moves.
    sizes = lengths({name: tensor.data for name, tensor in tensors.items()})
    for name in wrt:
        tensor = tensors[name]

        def change(ahead, behind, tensor=tensor):
            kept = tensor.data.copy()
            outputs = []
            for value in (ahead, behind):
                tensor.data[...] = value
                outputs.append(run().data.copy())  # it may be a view of the parameter
            tensor.data[...] = kept
            return float((dy * (outputs[0] - outputs[1])).sum())

        others = {f"the gradient of {other}": gradients[other] for other in tensors if other != name}
        hints = dict(sizes=sizes, others=others)
        compare(name, tensor.data, gradients[name], change, rng, h, rtol, atol, directions, hints)
    if not any((abs(gradients[name]) > atol).any() for name in wrt):
        warn_of(wrt, atol)  # zeros beside steeper slopes, as of the biases of keys, do say something


def compare(name, x, gradient, change, rng, h, rtol, atol, directions, hints):
    """Compare the slopes that `gradient` predicts with those measured when x moves; AssertionError if they differ.

    -> whether a slope was above atol, so that a gradient of zeros would have been found
    """
    if not x.size:
        raise Fault(f"{name} has the shape {x.shape}, so it has no entry to check")
    if isinstance(gradient, Real | list):
        gradient = np.asarray(gradient)
    if not hasattr(gradient, "shape"):
        raise Fault(f"gradient of {name} is {gradient!r}, not an array")
    as_array(f"gradient of {name}", gradient)
    xp = array_module(x)

    # Measure the slopes, and what may separate them from those that are predicted.
    probes = [xp.asarray(u) for u in choose_probes(x.shape, directions, rng)]
    slopes = partial(slope, change, x, h)
    steps, measured = zip(*map(slopes, probes), strict=True)
    measured = np.array(measured)
    allowed = atol + rtol * abs(measured).max()

    def errors(candidate):
        return np.array([float((candidate * step).sum()) for step in steps]) - measured

    def agrees(candidate):
        return candidate.shape == x.shape and bool((abs(errors(candidate)) <= allowed).all())  # NaN disagrees

    # A wrong shape, a number that is not finite, a wrong entry: find the mistake that explains it.
    if gradient.shape != x.shape:
        cause = broadcast_not_summed(gradient, x.shape, agrees) or diagnose(gradient, agrees, None, None, **hints)
        raise Fault(f"gradient of {name} has shape {gradient.shape}, the input has {x.shape}", cause)
    assert_finite(f"gradient of {name}", gradient)
    if agrees(gradient):
        return abs(measured).max() > atol
    wrong = errors(gradient)
    entry = find_entry(probes[int(np.argmax(abs(wrong)))], gradient, slopes)
    cause = diagnose(gradient, agrees, measured + wrong, measured, **hints)
    raise Fault(error_message(name, x.shape, *entry), cause)


def slope(change, x, h, u):
    """-> (the direction u, rounded, and the slope measured along it);  change(ahead, behind): of the output"""
    ahead, behind = x + h * u, x - h * u  # rounded, so the step between them is not exactly 2h u
    return (ahead - behind) / (2 * h), change(ahead, behind) / (2 * h)


def warn_of(flat, atol):
    """Warn of the arguments for which the check could not have failed, as a gradient of zeros is right within atol."""
    if flat:
        what = f"all slopes of {', '.join(flat)} are below {atol:g}: nothing was checked"
        warnings.warn(f"{what}; choose other inputs, or a smaller atol", stacklevel=3)


def generator(seed):
    return np.random.default_rng((seed, 2017))  # with `seed` alone dy might equal an input of the caller


def choose_probes(shape, directions, rng):
    """Directions of length 1.  Small array: every entry.  Large array: sampled entries, and random directions."""
    size = int(np.prod(shape))
    entries = range(size) if size <= EVERY_ENTRY else rng.choice(size, min(directions, size), replace=False)
    for entry in entries:
        yield np.eye(1, size, entry).reshape(shape)
    for _ in range(directions if size > EVERY_ENTRY else 0):
        u = rng.standard_normal(shape)
        yield u / np.linalg.norm(u)


def find_entry(u, gradient, slope):
    """Binary search for a wrong entry along a direction that shows an error -> (index, predicted, measured)"""
    xp = array_module(u)

    def values(u):
        step, measured = slope(u)
        return float((gradient * step).sum()), measured

    while len(entries := xp.flatnonzero(u)) > 1:
        half = xp.zeros(u.size)
        half[entries[: len(entries) // 2]] = 1
        part = u * half.reshape(u.shape)
        parts = part, u - part
        errors = [abs(predicted - measured) for predicted, measured in map(values, parts)]
        u = parts[int(np.argmax(errors))]
    index = np.unravel_index(int(entries[0]), u.shape)
    return tuple(map(int, index)), *values(xp.where(u != 0, 1.0, 0.0))


def error_message(name, shape, index, predicted, measured):
    relative = abs(predicted - measured) / max(abs(predicted), abs(measured), 1e-300)
    return (
        f"gradient of {name}, shape {shape}, is wrong; worst found at index {index}:\n"
        f"  backward says      {predicted: .10g}\n"
        f"  differences give   {measured: .10g}\n"
        f"  relative error     {relative: .2g}"
    )
