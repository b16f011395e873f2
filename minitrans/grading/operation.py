"""The six stages of an operation: a forward and a backward on plain arrays."""

from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import numpy as np

from ..backend import to_numpy
from ..gradcheck import check
from ..gradcheck.differences import argument_names
from .exercise import Exercise, assert_close, shown
from .integration import same_step

PROBABLY = "\n  probably           "  # where the gradient checker names its cause


class Case(NamedTuple):
    """Data for one call: what is special about it, float arrays, and the rest by name."""

    name: str
    inputs: list
    constants: dict


class Operation(Exercise):
    """A subclass gives, on top of `name` and `wants`,

    cases(rng): ordinary Cases, their axes of different lengths so that a stray factor can be named
    hard(rng): Cases at the edge of what is allowed
    oracle(*inputs, **constants): the right y in float64, by loops or by another formula than the library's
    rows(forward, backward): {row of minitrans.ops.TABLE: (forward, backward)} that put them into the model
    and may give
    properties(draw, forward, backward): what holds for every right solution, asserted
    wrong_forwards(*inputs, **constants), wrong_backwards(dy, *inputs, **constants): {cause: what it gives},
        the results of mistakes that are often made (a tuple of gradients for a backward, None for unknown)
    """

    model = dict(norm="post")  # of the Transformer in which the rows run

    def hard(self, rng):
        return []

    def wrong_forwards(self, *inputs, **constants):
        return {}

    def wrong_backwards(self, dy, *inputs, **constants):
        return {}

    def properties(self, draw, forward, backward):
        pass

    def interface(self, draw, forward, backward):
        """Shapes, dtypes, and that nobody's arrays are written to."""
        for case in self.cases(draw.rng):
            with told(case.name):
                self.check_interface(draw, case, forward, backward)

    def check_interface(self, draw, case, forward, backward):
        shape = self.oracle(*case.inputs, **case.constants).shape
        names = argument_names(self.wants[0], len(case.inputs))
        for dtype in (np.float32, np.float64):
            inputs, constants = place(draw, case, dtype)
            y, cache = call_forward(forward, inputs, constants)
            assert_like("y", y, shape, dtype)
            dy = draw.put(np.array(draw.rng.standard_normal(shape)), dtype)
            gradients = call_backward(backward, dy, cache, inputs, constants)
            shapes = [getattr(gradient, "shape", None) for gradient in gradients]
            order = sorted(map(str, shapes)) == sorted(str(x.shape) for x in inputs)
            cause = "\n  probably   the order of the results" if order else ""
            for name, gradient, x in zip(names, gradients, inputs, strict=True):
                assert_like(f"gradient of {name}", gradient, x.shape, dtype, cause)

    def forward(self, draw, forward, backward):
        """y against the oracle, in both precisions; it stays as it is when forward is called again."""
        for case in self.cases(draw.rng):
            with told(case.name):
                self.compare_forward(draw, case, forward)
        calls = [place(draw, case, np.float64) for case in (*self.cases(draw.rng), *self.cases(draw.rng))]
        results = [(y, y.copy()) for y, _ in (call_forward(forward, *call) for call in calls)]
        if not all((y == before).all() for y, before in results):
            raise AssertionError("a later forward has written to the y of an earlier one: return a new array each time")

    def compare_forward(self, draw, case, forward):
        expected = self.oracle(*case.inputs, **case.constants)
        mistakes = partial(self.wrong_forwards, *case.inputs, **case.constants)
        for dtype, rtol in ((np.float64, 1e-10), (np.float32, 1e-4)):
            inputs, constants = place(draw, case, dtype)
            if dtype is np.float32:
                # What the rounded inputs give is right, not what they were before.
                expected = self.oracle(*(to_numpy(x).astype(np.float64) for x in inputs), **case.constants)
            y, _ = call_forward(forward, inputs, constants)
            assert_close("y", y, expected, rtol, mistakes)

    def gradient(self, draw, forward, backward):
        """Differences of the forward against the backward, and a cache for each forward."""
        for case in self.cases(draw.rng):
            with told(case.name):
                self.compare_gradient(draw, case, forward, backward)
        self.check_caches(draw, forward, backward)

    def check_caches(self, draw, forward, backward):
        """In a model all forwards run before the first backward: each must still find what its own has kept."""
        calls = []
        for case in (*self.cases(draw.rng), *self.cases(draw.rng)):
            inputs, constants = place(draw, case, np.float64)
            y, cache = forward(*inputs, **constants)
            dy = draw.put(np.array(draw.rng.standard_normal(y.shape)))
            calls.append((inputs, constants, dy, [to_numpy(each).copy() for each in backward(dy, cache)]))
        for order in (1, -1):
            caches = [forward(*inputs, **constants)[1] for inputs, constants, *_ in calls]
            for cache, (*_, dy, expected) in list(zip(caches, calls, strict=True))[::order]:
                try:
                    right = all(map(same, backward(dy, cache), expected))
                except Exception:  # what another forward has kept need not even have the right shape
                    right = False
                if not right:
                    what = "after several forwards, a backward does not give the gradients it gives after its own alone"
                    cause = "what a forward keeps is overwritten by the next: keep it in the cache, not in a global"
                    raise AssertionError(f"{what}\n  probably   {cause}")

    def compare_gradient(self, draw, case, forward, backward):
        inputs, constants = place(draw, case, np.float64)
        try:
            check(forward, backward, inputs, constants=constants, seed=draw.seed)
        except AssertionError as error:
            message, cause = str(error), self.known_mistake(draw, case, forward, backward)
            if cause:  # it knows the exercise, the checker does not
                message = f"{message.partition(PROBABLY)[0]}{PROBABLY}{cause}"
            raise AssertionError(message) from None

    def known_mistake(self, draw, case, forward, backward):
        """The cause among `wrong_backwards` that gives exactly these gradients, or ''."""
        inputs, constants = place(draw, case, np.float64)
        y, cache = forward(*inputs, **constants)
        dy = np.asarray(draw.rng.standard_normal(y.shape))
        gradients = [to_numpy(each) for each in backward(draw.put(dy), cache) if hasattr(each, "shape")]
        for cause, wrong in self.wrong_backwards(dy, *case.inputs, **case.constants).items():
            if len(wrong) == len(gradients) and all(
                w is None or (g.shape == w.shape and np.allclose(g, w, rtol=1e-7, atol=1e-9))
                for w, g in zip(wrong, gradients, strict=True)
            ):
                return cause
        return ""

    def adversarial(self, draw, forward, backward):
        """Values, shapes and memory layouts at the edge."""
        for case in self.hard(draw.rng):
            with told(case.name):
                self.compare_forward(draw, case, forward)
                self.compare_gradient(draw, case, forward, backward)
        case = self.cases(draw.rng)[0]
        inputs, constants = place(draw, case, np.float64)
        y, cache = forward(*inputs, **constants)
        dy = draw.put(np.array(draw.rng.standard_normal(y.shape)))
        expected = [y, *backward(dy, cache)]
        for name, layout in LAYOUTS.items():
            y, cache = forward(*map(layout, inputs), **constants)
            found = [y, *backward(layout(dy), cache)]
            for what, one, other in zip(("y", *(f"gradient {i}" for i in range(9))), found, expected, strict=False):
                assert_close(f"arrays that are {name}: {what}", one, to_numpy(other), 1e-10)

    def invariants(self, draw, forward, backward):
        """What holds for every right solution; a gradient is linear in the upstream gradient."""
        self.properties(draw, forward, backward)
        inputs, constants = place(draw, self.cases(draw.rng)[0], np.float64)
        y, cache = forward(*inputs, **constants)
        dy = draw.put(np.array(draw.rng.standard_normal(y.shape)))
        once = [to_numpy(each).copy() for each in backward(dy, cache)]
        for factor in (2.0, 0.0):
            _, cache = forward(*inputs, **constants)
            for i, (one, other) in enumerate(zip(backward(factor * dy, cache), once, strict=True)):
                scale = max(abs(other).max(initial=0), 1e-30)
                if not abs(to_numpy(one) - factor * other).max(initial=0) <= 1e-10 * scale:
                    raise AssertionError(f"with {factor:g} times dy, gradient {i} must be {factor:g} times what it was")

    def integration(self, draw, forward, backward):
        """A training step of the real Transformer with the operation in its place."""
        same_step(draw, self.rows(forward, backward), **self.model)


LAYOUTS = {
    "strided": lambda x: x.repeat(2, axis=-1)[..., ::2] if x.ndim else x,
    "reversed": lambda x: x[::-1].copy()[::-1] if x.ndim else x,
    "transposed": lambda x: x.T.copy().T,
}


def place(draw, case, dtype):
    """A case on the backend: inputs in `dtype`, the same array where it stands twice, and constants."""
    placed = {id(x): draw.put(x, dtype) for x in case.inputs}
    return [placed[id(x)] for x in case.inputs], {name: draw.put(value) for name, value in case.constants.items()}


def call_forward(forward, inputs, constants):
    """forward's (y, cache), and neither inputs nor constants written to."""
    result = untouched("forward", forward, inputs, constants)
    if not isinstance(result, tuple | list) or len(result) != 2:
        raise AssertionError(f"forward must return (y, cache), not {shown(result)}")
    return result


def call_backward(backward, dy, cache, inputs, constants):
    """backward's gradients, one for each input, and nothing that was handed over written to."""
    result = untouched("backward", lambda *_, **__: backward(dy, cache), [*inputs, dy], constants)
    if not isinstance(result, tuple | list) or len(result) != len(inputs):
        raise AssertionError(
            f"backward must return a tuple, one gradient for each of the {len(inputs)} arrays of floats "
            f"((dx,) where it is one), not {shown(result)}"
        )
    return result


def same(found, expected):
    found, scale = to_numpy(found), max(abs(expected).max(initial=0), 1e-30)
    return found.shape == expected.shape and bool((abs(found - expected) <= 1e-10 * scale).all())


def untouched(name, function, inputs, constants):
    arrays = [each for each in (*inputs, *constants.values()) if hasattr(each, "shape")]
    before = [each.copy() for each in arrays]
    result = function(*inputs, **constants)
    for array, old in zip(arrays, before, strict=True):
        if not (array == old).all():
            raise AssertionError(f"{name} has written to an array it was given; work on a copy")
    return result


@contextmanager
def told(case):
    """Remember the name of the case in which an error arose; it goes before the message."""
    try:
        yield
    except Exception as error:
        error.case = case
        raise


def assert_like(what, array, shape, dtype, cause=""):
    if not hasattr(array, "shape") or not hasattr(array, "dtype"):
        raise AssertionError(f"{what} is {shown(array)}, not an array")
    if array.shape != shape:
        if not cause and array.shape == shape[::-1]:
            cause = "\n  probably   a transpose"
        raise AssertionError(f"{what} has shape {array.shape}, not {shape}{cause}")
    if array.dtype != dtype:
        raise AssertionError(f"{what} is {array.dtype} where the inputs are {np.dtype(dtype)}")
