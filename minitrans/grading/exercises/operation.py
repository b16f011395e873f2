"""The six stages of an operation, which is a forward and a backward on plain arrays."""

import warnings
from functools import partial, wraps
from typing import NamedTuple

import numpy as np

from ...backend import to_numpy
from ...gradcheck import check
from ...gradcheck.contract import Fault, argument_names
from .exercise import EXACT, TOLERATED, Exercise, assert_close, in_one, plain, short_repr, within
from .finding import Finding, in_case
from .mistakes import results
from .whole import same_as_ours

ROUGH = 1e-6  # how closely a forward is compared in the stages that are about something else


class Case(NamedTuple):
    """The data of one call: its name in messages, the float arrays, and the other arguments by name."""

    name: str
    inputs: list
    constants: dict


class Operation(Exercise):
    """Besides `name` and `wants`, a subclass defines

    cases(rng): ordinary Cases.  Their axes have different lengths, so that a wrong factor can be named.
    hard(rng): edge Cases
    oracle(*inputs, **constants): the right y in float64, by loops or by another formula than the library's

    and it may define

    properties(data, forward, backward): findings about what does not hold for every right solution
    """

    def hard(self, rng):
        return []

    def wrong_forwards(self, *inputs, **constants):
        """{cause: the y that this mistake gives}"""
        right, _ = self.ours()[0](*inputs, **constants)
        wrong = results(self, lambda forward, backward: forward(*inputs, **constants)[0])  # a cause may be there twice
        return {edit.cause: y for edit, y in wrong if not within(y, right, EXACT * abs(right).max(initial=0))}

    def wrong_backwards(self, dy, *inputs, **constants):
        """[(Edit, its gradients)] of the mistakes of a backward alone"""

        def call(forward, backward):
            y, cache = forward(*inputs, **constants)
            return y, *backward(dy, cache)

        right, _ = self.ours()[0](*inputs, **constants)
        return [(edit, gradients) for edit, (y, *gradients) in results(self, call) if np.allclose(y, right)]

    def right_gradients(self, dy, case):
        forward, backward = self.ours()
        return backward(dy, forward(*case.inputs, **case.constants)[1])

    def properties(self, data, forward, backward):
        pass

    def with_plain_results(self, forward, backward):
        """The functions with plain arrays as results, because a subclass may compare or add in its own way."""

        @wraps(forward)
        def plain_forward(*inputs, **constants):
            result = forward(*inputs, **constants)
            pair = isinstance(result, tuple | list) and len(result) == 2
            return (plain("y", result[0]), result[1]) if pair else result

        @wraps(backward)
        def plain_backward(dy, cache, **options):
            gradients = backward(dy, cache, **options)
            if not isinstance(gradients, tuple | list):
                return gradients
            return tuple(plain(f"gradient {i}", each) for i, each in enumerate(gradients))

        return plain_forward, plain_backward

    def interface(self, data, forward, backward):
        """Shapes and dtypes; and neither function changes an array that it is given."""
        for case in self.cases(data.rng):
            with in_case(case.name):
                self.check_interface(data, case, forward, backward)

    def check_interface(self, data, case, forward, backward):
        shape = self.oracle(*case.inputs, **case.constants).shape
        names = argument_names(self.wants[0], len(case.inputs))
        for dtype in (np.float32, np.float64):
            inputs, constants = place(data, case, dtype)
            y, cache = call_forward(forward, inputs, constants)
            assert_like("y", y, shape, dtype)
            dy = data.put(np.array(data.rng.standard_normal(shape)), dtype)
            gradients = call_backward(backward, dy, cache, inputs, constants)
            shapes = [getattr(gradient, "shape", None) for gradient in gradients]
            order = sorted(map(str, shapes)) == sorted(str(x.shape) for x in inputs)
            cause = "the order of the results" if order else ""
            for name, gradient, x in zip(names, gradients, inputs, strict=True):
                assert_like(f"gradient of {name}", gradient, x.shape, dtype, cause)

    def forward(self, data, forward, backward):
        """y equals the oracle in both precisions, and a later call of forward does not change it."""
        for case in self.cases(data.rng):
            with in_case(case.name):
                self.compare_forward(data, case, forward, EXACT)
        calls = [place(data, case, np.float64) for case in (*self.cases(data.rng), *self.cases(data.rng))]
        results = [(y, y.copy()) for y, _ in (call_forward(forward, *call) for call in calls)]
        if not all((y == before).all() for y, before in results):
            raise Finding("a later forward has changed the y of an earlier one: return a new array each time")

    def compare_forward(self, data, case, forward, exact):
        expected = self.oracle(*case.inputs, **case.constants)
        mistakes = partial(self.wrong_forwards, *case.inputs, **case.constants)
        for dtype, rtol in ((np.float64, exact), (np.float32, 1e-4)):
            inputs, constants = place(data, case, dtype)
            if dtype is np.float32:
                # The right y is that of the rounded inputs.
                expected = self.oracle(*(to_numpy(x).astype(np.float64) for x in inputs), **case.constants)
            y, _ = call_forward(forward, inputs, constants)
            try:
                assert_close("y", y, expected, rtol, mistakes)
            except Finding as finding:
                if finding.causes:
                    finding.cause = in_one(self.likely(data, forward, finding.causes))
                raise

    def likely(self, data, forward, causes):
        """The causes that change nothing in the ordinary cases, in which y is right."""
        for case in self.cases(data.rng):
            inputs, constants = place(data, case, np.float64)
            try:
                y = to_numpy(forward(*inputs, **constants)[0])
            except Exception:  # a mistake that can be named in the first case may end like this
                return causes
            right = self.oracle(*case.inputs, **case.constants)
            if within(y, right, EXACT * abs(right).max()):
                changing = self.wrong_forwards(*case.inputs, **case.constants)
                causes = [each for each in causes if each not in changing]
        return causes

    def gradient(self, data, forward, backward):
        """The gradient check: the backward equals finite differences of the forward; each forward has its own cache."""
        first, *others = self.cases(data.rng)
        with in_case(first.name):
            self.compare_forward(data, first, forward, ROUGH)  # zeros have right gradients too
            self.compare_gradient(data, first, self.near_the_right(first, forward), backward, 1e-8)
        for case in others:
            with in_case(case.name):
                self.compare_gradient(data, case, forward, backward, 1e-8)
        self.check_caches(data, forward, backward)

    def check_caches(self, data, forward, backward):
        """A model runs all forwards before the first backward, so each backward needs the cache of its own forward."""
        calls = []
        for case in (*self.cases(data.rng), *self.cases(data.rng)):
            inputs, constants, _, cache, dy = run(data, case, forward)
            calls.append((inputs, constants, dy, [to_numpy(each).copy() for each in backward(dy, cache)]))
        for order in (1, -1):
            caches = [forward(*inputs, **constants)[1] for inputs, constants, *_ in calls]
            for cache, (*_, dy, expected) in list(zip(caches, calls, strict=True))[::order]:
                if not gives_again(backward, dy, cache, expected):
                    what = "backward gives other gradients when several forwards have run before it"
                    cause = "the next forward overwrites what this one has kept: keep it in the cache, not in a global"
                    raise Finding(what, cause=cause)

    def near_the_right(self, case, forward):
        """The forward; Finding if the small steps of a gradient check move it far from the right y."""
        right = self.oracle(*case.inputs, **case.constants)

        @wraps(forward)
        def near(*inputs, **constants):
            y, cache = forward(*inputs, **constants)
            assert_close("y", y, right, 0.1, scale=max(1, abs(right).max(initial=0)))
            return y, cache

        return near

    def compare_gradient(self, data, case, forward, backward, tolerated):
        inputs, constants = place(data, case, np.float64)
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "all slopes of")  # in edge cases zeros are right
                check(forward, backward, inputs, constants=constants, atol=tolerated, seed=data.seed)
        except Fault as fault:
            known, of_what_it_changes = self.known_mistakes(data, case, forward, backward)
            cause = known or fault.cause or of_what_it_changes  # the first is more specific
            raise Finding(fault.what, cause=cause, measured=True) from None

    def known_mistakes(self, data, case, forward, backward):
        """The causes in `wrong_backwards` that give exactly these gradients; and those that match what they change."""
        *_, cache, dy = run(data, case, forward)
        gradients = [to_numpy(each) for each in backward(dy, cache) if hasattr(each, "shape")]
        dy = to_numpy(dy)
        known, right = self.wrong_backwards(dy, *case.inputs, **case.constants), self.right_gradients(dy, case)

        def gives(wrong, changed):
            if len(wrong) != len(gradients) or all(map(agree, wrong, right)):
                return False  # in this case the mistake changes nothing
            triples = zip(wrong, gradients, right, strict=True)
            return all(agree(g, w) or (changed and agree(w, r)) for w, g, r in triples)

        return (in_one([edit.cause for edit, wrong in known if gives(wrong, some)]) for some in (False, True))

    def adversarial(self, data, forward, backward):
        """Edge cases of values, shapes and memory layouts."""
        for case in self.hard(data.rng):
            with in_case(case.name):
                self.compare_forward(data, case, forward, TOLERATED)
                largest = max(1, *(abs(x).max(initial=0) for x in case.inputs))  # the allowed growth of a deviation
                self.compare_gradient(data, case, self.near_the_right(case, forward), backward, 5 * TOLERATED * largest)
        inputs, constants, y, cache, dy = run(data, self.cases(data.rng)[0], forward)
        expected = [y, *backward(dy, cache)]
        for name, layout in LAYOUTS.items():
            y, cache = forward(*map(layout, inputs), **constants)
            actual = [y, *backward(layout(dy), cache)]
            for what, one, other in zip(("y", *(f"gradient {i}" for i in range(9))), actual, expected, strict=False):
                assert_close(f"arrays that are {name}: {what}", one, to_numpy(other), 1e-10)

    def invariants(self, data, forward, backward):
        """Properties of every right solution, such as gradients that are linear in the upstream gradient."""
        inputs, constants, _, cache, dy = run(data, self.cases(data.rng)[0], forward)
        once = [to_numpy(each).copy() for each in backward(dy, cache)]
        if not gives_again(backward, dy, cache, once):
            raise Finding("backward has changed its cache: a second one gives other gradients; work on a copy")
        self.properties(data, forward, backward)
        if not any(each.any() for each in once):
            raise Finding("every gradient is zero")
        for factor in (2.0, 0.0, -1.0):
            _, cache = forward(*inputs, **constants)
            for i, (one, other) in enumerate(zip(backward(factor * dy, cache), once, strict=True)):
                scale = max(abs(other).max(initial=0), 1e-30)
                if not abs(to_numpy(one) - factor * other).max(initial=0) <= 1e-10 * scale:
                    raise Finding(f"with {factor:g} times dy, gradient {i} must be {factor:g} times what it was")
        self.compare_forward(data, self.cases(data.rng)[0], forward, ROUGH)  # wrong functions may have them too

    def integration(self, data, forward, backward):
        """In the program, the loss and all gradients are those that our part gives."""
        same_as_ours(data, self, forward, backward)


def agree(actual, expected):
    return actual.shape == expected.shape and np.allclose(actual, expected, rtol=1e-7, atol=1e-9)


LAYOUTS = {
    "strided": lambda x: x.repeat(2, axis=-1)[..., ::2] if x.ndim else x,
    "reversed": lambda x: x[::-1].copy()[::-1] if x.ndim else x,
    "transposed": lambda x: x.T.copy().T,
}


def place(data, case, dtype):
    """A case on the backend: (inputs, constants).  Inputs are in `dtype`; one that occurs twice stays one array."""
    placed = {id(x): data.put(x, dtype) for x in case.inputs}
    return [placed[id(x)] for x in case.inputs], {name: data.put(value) for name, value in case.constants.items()}


def run(data, case, forward):
    """-> inputs, constants, y and cache of a forward in float64, and a random upstream gradient dy"""
    inputs, constants = place(data, case, np.float64)
    y, cache = forward(*inputs, **constants)
    return inputs, constants, y, cache, data.put(np.array(data.rng.standard_normal(y.shape)))


def call_forward(forward, inputs, constants):
    """forward's (y, cache).  Finding if it has another form, or if forward has changed an argument."""
    result = untouched("forward", forward, inputs, constants)
    if not isinstance(result, tuple | list) or len(result) != 2:
        raise Finding(f"forward must return (y, cache), not {short_repr(result)}")
    return result


def call_backward(backward, dy, cache, inputs, constants):
    """backward's gradients, one per input.  Finding for another form, or if backward has changed an array."""
    result = untouched("backward", lambda *_, **__: backward(dy, cache), [*inputs, dy], constants)
    if not isinstance(result, tuple | list) or len(result) != len(inputs):
        raise Finding(
            f"backward must return a tuple with one gradient for each float array, here {len(inputs)} "
            f"(for one array: (dx,)), not {short_repr(result)}"
        )
    return result


def gives_again(backward, dy, cache, expected):
    """Whether backward gives these gradients.  The cache may be that of another forward, or already used."""
    try:
        pairs = [(to_numpy(dx), right) for dx, right in zip(backward(dy, cache), expected, strict=True)]
    except Exception:
        return False
    return all(within(dx, right, 1e-10 * max(abs(right).max(initial=0), 1e-30)) for dx, right in pairs)


def untouched(name, function, inputs, constants):
    """Call the function and return its result.  Finding if it has changed an array among its arguments."""
    arrays = [each for each in (*inputs, *constants.values()) if hasattr(each, "shape")]
    before = [each.copy() for each in arrays]
    result = function(*inputs, **constants)
    for array, old in zip(arrays, before, strict=True):
        if not (array == old).all():
            raise Finding(f"{name} has changed an array that it was given; work on a copy")
    return result


def assert_like(what, array, shape, dtype, cause=""):
    plain(what, array, strict=True)
    if array.shape != shape:
        if not cause and array.shape == shape[::-1]:
            cause = "a transpose"
        raise Finding(f"{what} has shape {array.shape}, not {shape}", cause=cause)
    if array.dtype != dtype:
        number = "np.sqrt(2) is a float64, and so is np.zeros(n); use math.sqrt(2) and np.zeros(n, x.dtype)"
        cause = f"a number or array of NumPy: {number}" if array.dtype == np.float64 else ""
        raise Finding(f"{what} is {array.dtype} where the inputs are {np.dtype(dtype)}", cause=cause)
