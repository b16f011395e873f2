"""Is a backward right?  Move the inputs a little and see whether the output follows the gradient.

    check(softmax_forward, softmax_backward, [rng.standard_normal((3, 5))])

A network gives one number, s = sum(dy * y), once an upstream gradient dy is chosen.  The gradient of s
foretells its slope along any direction u through the inputs, and the forward alone can measure it:

    sum(dx * u)  =  ds/dt at x + t u  =  (s(x + h u) - s(x - h u)) / 2h  +  O(h^2)

dy is random: with ones, a softmax gradient is zero and a transposed matrix can pass unseen.
"""

import inspect

import numpy as np

from .backend import array_module

EVERY_ENTRY = 64  # an array with more entries is checked along random directions and at sampled entries


def check(forward, backward, inputs, *, wrt=None, constants=None, h=1e-5, rtol=1e-6, atol=1e-8, directions=8, seed=0):
    """Raise AssertionError unless `backward` gives the gradient of `forward`, for a random upstream gradient.

    forward(*inputs, **constants) -> (y, cache);  backward(dy, cache) -> one gradient for each input, in order
    inputs: arrays.  Those of floats are taken in float64, for in float32 a difference drowns in rounding;
        those of integers or booleans are handed on as they are and need no gradient.
    wrt: indices of the inputs to check (default: every one of floats).
    A slope may be off by atol + rtol * (the largest slope measured for that input).  So inputs should be
    of such a size that slopes are far above `atol`, and farther than `h` from any kink, as ReLU has at 0.
    Neither function may write to the inputs, nor backward to the upstream gradient.
    """
    constants = constants or {}
    rng = np.random.default_rng((seed, 2017))  # not default_rng(seed): dy might equal an input the caller drew
    inputs = [x.astype(np.float64, copy=False) if x.dtype.kind == "f" else x for x in inputs]
    floats = [i for i, x in enumerate(inputs) if x.dtype.kind == "f"]
    names = argument_names(forward, len(inputs))
    xp = array_module(inputs[floats[0]])

    before = [x.copy() for x in inputs]
    y, cache = forward(*inputs, **constants)
    assert_unchanged("forward", names, inputs, before)
    if y.dtype != np.float64:
        raise AssertionError(f"forward has turned float64 into {y.dtype}; too coarse for differences")
    assert_finite("y", y)
    dy = xp.asarray(rng.standard_normal(y.shape))
    watched = [*inputs, dy], [*before, dy.copy()]
    gradients = backward(dy, cache)
    assert_unchanged("backward", [*names, "the upstream gradient dy"], *watched)

    if not isinstance(gradients, tuple | list) or len(gradients) not in (len(inputs), len(floats)):
        raise AssertionError(f"backward must return a tuple with one gradient for each of {', '.join(names)}")
    owners = floats if len(gradients) == len(floats) else range(len(inputs))
    gradients = dict(zip(owners, gradients, strict=True))

    def slopes(i, u):
        """What backward says and what the forward does when input i moves along u."""
        ahead, behind = inputs[i] + h * u, inputs[i] - h * u
        (y_ahead, _), (y_behind, _) = (forward(*inputs[:i], x, *inputs[i + 1 :], **constants) for x in (ahead, behind))
        # The step that was taken, ahead - behind, is 2h u but for rounding.
        said, measured = (gradients[i] * (ahead - behind)).sum(), (dy * (y_ahead - y_behind)).sum()
        return float(said) / (2 * h), float(measured) / (2 * h)

    for i in floats if wrt is None else wrt:
        shape = inputs[i].shape
        if gradients[i].shape != shape:
            raise AssertionError(f"gradient of {names[i]} has shape {gradients[i].shape}, the input has {shape}")
        assert_finite(f"gradient of {names[i]}", gradients[i])
        probes = [xp.asarray(u) for u in choose_probes(shape, directions, rng)]
        said, measured = np.array([slopes(i, u) for u in probes]).T
        allowed = atol + rtol * abs(measured).max()
        worst = np.argmax(abs(said - measured))
        if not abs(said - measured)[worst] <= allowed:  # so written, NaN fails as well
            raise AssertionError(report(names[i], shape, find_entry(probes[worst], lambda u, i=i: slopes(i, u))))


def choose_probes(shape, directions, rng):
    """Directions of length 1: along every entry of a small array; some entries, and any, of a large one."""
    size = int(np.prod(shape))
    entries = range(size) if size <= EVERY_ENTRY else rng.choice(size, directions, replace=False)
    for entry in entries:
        yield np.eye(1, size, entry).reshape(shape)
    for _ in range(directions if size > EVERY_ENTRY else 0):
        u = rng.standard_normal(shape)
        yield u / np.linalg.norm(u)


def find_entry(u, slopes):
    """From a direction that shows an error to one entry that has it, by halving -> (index, said, measured)"""
    xp = array_module(u)
    while len(entries := xp.flatnonzero(u)) > 1:
        half = xp.zeros(u.size)
        half[entries[: len(entries) // 2]] = 1
        parts = u * half.reshape(u.shape), u * (1 - half).reshape(u.shape)
        errors = [abs(said - measured) for said, measured in map(slopes, parts)]
        u = parts[int(np.argmax(errors))]
    index = np.unravel_index(int(entries[0]), u.shape)
    return tuple(map(int, index)), *slopes(xp.where(u != 0, 1.0, 0.0))


def report(name, shape, found):
    index, said, measured = found
    relative = abs(said - measured) / max(abs(said), abs(measured), 1e-300)
    return (
        f"gradient of {name}, shape {shape}, is wrong; worst found at index {index}:\n"
        f"  backward says      {said: .10g}\n"
        f"  differences give   {measured: .10g}\n"
        f"  relative error     {relative: .2g}"
    )


def assert_unchanged(function, names, arrays, before):
    for name, array, old in zip(names, arrays, before, strict=True):
        if not ((array == old) | ((array != array) & (old != old))).all():  # NaN is unequal to itself
            raise AssertionError(f"{function} has written to {name}; work on an array of your own")


def assert_finite(name, array):
    xp = array_module(array)
    if not xp.isfinite(array).all():
        index = tuple(int(i[0]) for i in xp.nonzero(~xp.isfinite(array)))
        raise AssertionError(f"{name} is not finite at index {index}: {array[index]}")


def argument_names(forward, count):
    """'argument 0 (x)', ... with the names of forward's own parameters where it has enough of them."""
    own = [p.name for p in inspect.signature(forward).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
    return [f"argument {i} ({own[i]})" if i < len(own) else f"argument {i}" for i in range(count)]
