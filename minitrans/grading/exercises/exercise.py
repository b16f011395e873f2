"""What an exercise is: the functions it asks for, and up to six stages that check them."""

import inspect
from functools import partial
from itertools import accumulate

import numpy as np

from ...backend import to_numpy
from ...gradcheck.diagnosis import diagnose, lengths
from ..program import ours
from .finding import Finding
from .mistakes import NO_MISTAKE, results

# The points of each stage, in order.  An exercise without one of the stages spreads its points over the others.
STAGES = dict(interface=10, forward=20, gradient=30, adversarial=15, invariants=10, integration=15)

# A small mistake, such as an epsilon of 1e-8 in a denominator, costs only the points of the stage `forward`: there
# results are compared to EXACT times their size, and in the stages after it to TOLERATED times their size.
EXACT, TOLERATED = 1e-10, 2e-8


class Exercise:
    """One exercise.  A subclass has

    name: the name that `--exercise` and `stub` use
    a docstring, if a student must know more than the library's own docstrings say
    wants: the library's own functions or classes; a submission defines new ones with the same names
    a method for each of its stages, named like the stage: stage(data, *functions) raises Finding

    The stages do not use the library's arithmetic, because the same stages check the library.
    """

    name = ""
    wants = ()
    mistakes = ()  # the common mistakes, Edits of our part of the program
    xp = None  # the array library, whatever backend is graded
    # Of a variant: its number, the changes of our part, the changed code, and what it asks for in words
    variant, changes, code, asked = None, (), "", ""

    def stages(self):
        """{stage: points}; the points are whole numbers, and their sum is 100."""
        weights = {stage: weight for stage, weight in STAGES.items() if getattr(self, stage, None)}
        marks = [round(100 * sum_so_far / sum(weights.values())) for sum_so_far in accumulate(weights.values())]
        return {stage: mark - before for stage, mark, before in zip(weights, marks, [0, *marks], strict=False)}

    def names(self):
        return [wanted.__name__ for wanted in self.wants]

    def defined(self, changes=(), part=""):
        """{name: what our part of the program defines} after these changes to it, or to another part"""
        return ours(self.name, changes, part)

    def ours(self, mistake=NO_MISTAKE):
        """The functions of our part of the program, or of a variant, with an Edit"""
        defined = self.defined(self.changes + mistake.changes, mistake.part)
        return [defined[each] for each in self.names()]

    def wrong(self, call):
        """{cause: call(*functions with this mistake)} for each common one, except those that end in an error"""
        return {edit.cause: result for edit, result in results(self, call)}

    def same(self, call, functions, right, rtol, scale=None, earlier=()):
        """Finding unless call(*functions) gives {what: array} as in `right`

        The Finding names the mistakes that give the same wrong array, and also give the arrays before it in `right` and
        the results of the earlier stages.
        """
        own, before = call(*functions), []
        for what, expected in right.items():
            mistakes = partial(self.mistakes_alike, (call, *earlier), functions, (*before, what))
            assert_close(what, own[what], expected, rtol, mistakes, scale)
            before.append(what)

    def same_value(self, what, call, functions, right=None):
        """Finding unless call(*functions), a list, text or number, is right: by default, what it is with ours"""
        own, right = call(*functions), call(*self.ours()) if right is None else right
        if own != right:
            causes = [cause for cause, wrong in self.wrong(call).items() if wrong == own]
            raise Finding(f"{what} is wrong", "", short_repr(own), short_repr(right), in_one(causes))

    def mistakes_alike(self, calls, functions, whats):
        """{cause: the last of these arrays} of the mistakes that agree with the functions in all others"""
        *before, what = whats

        def arrays(*functions):
            first, *others = (call(*functions) for call in calls)
            return first[what], [first[each] for each in before] + [each for one in others for each in one.values()]

        _, own = arrays(*functions)
        wrong = self.wrong(arrays).items()
        return {cause: np.asarray(last) for cause, (last, rest) in wrong if all(map(alike, rest, own))}

    def with_plain_results(self, *functions):
        """A student's functions, as the stages after the first call them."""
        return functions

    def same_defaults(self, *functions):
        """Finding if a function of a student has another number as a default than the library's."""
        for wanted, own in zip(self.wants, functions, strict=True):
            given, right = (
                {
                    name: parameter.default
                    for name, parameter in inspect.signature(each).parameters.items()
                    if isinstance(parameter.default, float | int)
                }
                for each in (own, wanted)
            )
            if given | right != right | given:
                raise Finding(f"{wanted.__name__}: the defaults must be {right}, not {given}")

    def stub_command(self):
        variant = "" if self.variant is None else f" --variant {self.variant}"
        return f"minitrans grading stub {self.name}{variant}"

    def signatures(self):
        return [wanted.__name__ + str(plain_signature(wanted)) for wanted in self.wants]


def plain_signature(function):
    """The signature of a function or class without annotations, as a stub has it"""
    signature = inspect.signature(function)
    parameters = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    return signature.replace(parameters=parameters, return_annotation=signature.empty)


def wrong_kind(wanted, answer):
    """What an answer must be, if it is something else: 'a class' or 'a function'; otherwise ''."""
    if callable(answer) and inspect.isclass(answer) == inspect.isclass(wanted):
        return ""
    return "a class" if inspect.isclass(wanted) else "a function"


class RandomData:
    """The random numbers of one stage, a function of the seed; arrays are on the backend that is graded."""

    def __init__(self, seed, xp=np):
        self.seed, self.rng, self.xp = seed, np.random.default_rng((seed, 31)), xp

    def put(self, value, dtype=None):
        """An array goes to the backend, floats as `dtype` if it is given.  Any other value is returned as it is."""
        if isinstance(value, np.ndarray):
            return self.xp.array(value, dtype if value.dtype.kind == "f" else None)
        return value


def assert_close(what, actual, expected, rtol, mistakes=None, scale=None):
    """Raise Finding unless `actual` has the shape of `expected` and is within rtol * scale of it.

    what: the name of the array in the message
    scale: the largest absolute value in `expected` by default
    mistakes: {cause: the array that this mistake gives}, or a function that returns it.  These causes are tried
        before those of `minitrans.gradcheck.diagnosis`.
    """
    expected = np.asarray(expected)
    actual = np.asarray(to_numpy(plain(what, actual)))
    allowed = rtol * (scale or max(float(abs(expected).max(initial=0)), 1e-30))

    def agrees(candidate):
        return within(candidate, expected, allowed)

    if agrees(actual):
        return
    mistakes = mistakes() if callable(mistakes) else mistakes or {}
    causes = tuple(cause for cause, array in mistakes.items() if within(actual, array, allowed) and not agrees(array))
    cause = in_one(causes)
    if not cause and not np.isfinite(actual).all():
        cause = "an overflow of exp, 0 / 0, inf - inf, or log(0)"
    if not cause and actual.dtype.kind == expected.dtype.kind == "f" and actual.size:
        same = actual.shape == expected.shape
        values = (actual.ravel(), expected.ravel()) if same else (None, None)
        cause = diagnose(actual, agrees, *values, lengths({what: expected}))
    if actual.shape != expected.shape:
        raise Finding(f"{what} has shape {actual.shape}, not {expected.shape}", cause=cause, causes=causes)
    wrong = np.where(np.isfinite(actual), abs(actual - expected), np.inf)
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
    pair = (f"{array[index]: .10g}" for array in (actual, expected))
    raise Finding(f"{what} is wrong; worst at index {index}", "", *pair, cause, causes)


def assert_small(difference, limit, what):
    """Raise Finding(what) unless all entries are below the limit."""
    if not abs(to_numpy(difference)).max() < limit:
        raise Finding(what)


def plain(what, value, strict=False):
    """The value as an array without a class of its own.  Finding if it is none

    strict: Finding too if it has a subclass, or is a number of Python
    """
    kind = type(value)
    if issubclass(kind, np.ndarray | np.generic):
        if kind is np.ndarray or (issubclass(kind, np.generic) and kind.__module__ == "numpy"):
            return value
        if strict:
            raise Finding(f"{what} is a {kind.__name__}, not a plain array; np.asarray makes one of it")
        return np.asarray(value)
    if kind in (float, int) and not strict:
        return np.asarray(value)
    if kind.__module__.partition(".")[0] != "cupy":
        raise Finding(
            f"{what} is {short_repr(value)}, not an array"
            + "; np.asarray(y, x.dtype) makes one of it" * (kind in (float, int))
        )
    return value


def in_one(causes):
    """Mistakes that all give this same result, as one cause, because a small case cannot tell them apart."""
    return ", or ".join(causes[:3])


def alike(one, other):
    return np.shape(one) == np.shape(other) and np.allclose(one, other, rtol=1e-6, atol=1e-9)


def within(actual, expected, allowed):
    return actual.shape == expected.shape and bool((abs(actual - expected) <= allowed).all())


def short_repr(value):
    """A value as text for a message: one line, at most 60 characters."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # for a class of a submission, or if nested too deeply
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
