"""What an exercise is: the functions it wants, and up to six stages that check them."""

import inspect
from itertools import accumulate

import numpy as np

from ..backend import to_numpy
from ..gradcheck.diagnosis import diagnose, lengths

# Points of each stage, in order.  Where one cannot apply its points go to the others.
STAGES = dict(interface=10, forward=20, gradient=30, adversarial=15, invariants=10, integration=15)


class Exercise:
    """One exercise.  A subclass has

    name: what `--exercise` and `stub` call it
    a docstring, where a student must know more than the library's own docstrings say
    wants: the library's own functions or classes, which a submission defines anew under the same names
    a method for each stage that applies, named like it: stage(draw, *functions) raises AssertionError with
        a message for the student

    They make no use of the library's arithmetic, which is checked by the same stages.
    """

    name = ""
    wants = ()

    def stages(self):
        """{stage: points}, whole numbers that sum to 100."""
        weights = {stage: weight for stage, weight in STAGES.items() if hasattr(self, stage)}
        marks = [round(100 * sum_so_far / sum(weights.values())) for sum_so_far in accumulate(weights.values())]
        return {stage: mark - before for stage, mark, before in zip(weights, marks, [0, *marks], strict=False)}

    def names(self):
        return [wanted.__name__ for wanted in self.wants]

    def signatures(self):
        return [wanted.__name__ + str(inspect.signature(wanted)) for wanted in self.wants]


class Draw:
    """The random data of one check: a function of the seed and the exercise, on the backend that is graded."""

    def __init__(self, seed, xp=np):
        self.seed, self.rng, self.xp = seed, np.random.default_rng((seed, 31)), xp

    def put(self, value, dtype=None):
        """An array on the backend, floats in `dtype` if given; anything else as it is."""
        if isinstance(value, np.ndarray):
            return self.xp.array(value, dtype if value.dtype.kind == "f" else None)
        return value


def assert_close(what, found, expected, rtol, mistakes=None, scale=None):
    """`found` is an array of the shape of `expected`, and off by no more than rtol * scale.

    scale: the largest entry of `expected` by default
    mistakes: {cause: the array it gives}, or a function that returns it; tried before those of
        `minitrans.gradcheck.diagnosis`
    """
    expected = np.asarray(expected)
    if not hasattr(found, "shape"):
        raise AssertionError(f"{what} is {shown(found)}, not an array")
    found = np.asarray(to_numpy(found))  # not a subclass, which might compare in its own way
    allowed = rtol * (scale or max(float(abs(expected).max(initial=0)), 1e-30))

    def agrees(candidate):
        return candidate.shape == expected.shape and bool((abs(candidate - expected) <= allowed).all())

    if agrees(found):
        return
    mistakes = mistakes() if callable(mistakes) else mistakes or {}
    cause = next((cause for cause, array in mistakes.items() if looks_like(found, array, allowed)), "")
    if not cause and not np.isfinite(found).all():
        cause = "an overflow of exp, 0 / 0, inf - inf, or log(0)"
    if not cause and found.dtype.kind == expected.dtype.kind == "f" and found.size:
        same = found.shape == expected.shape
        values = (found.ravel(), expected.ravel()) if same else (None, None)
        cause = diagnose(found, agrees, *values, lengths({what: expected}))
    probably = f"\n  probably   {cause}" if cause else ""
    if found.shape != expected.shape:
        raise AssertionError(f"{what} has shape {found.shape}, not {expected.shape}{probably}")
    wrong = np.where(np.isfinite(found), abs(found - expected), np.inf)
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
    raise AssertionError(
        f"{what} is wrong; worst at index {index}:\n"
        f"  yours      {found[index]: .10g}\n"
        f"  expected   {expected[index]: .10g}{probably}"
    )


def looks_like(found, array, allowed):
    return found.shape == array.shape and bool((abs(found - array) <= allowed).all())


def shown(value):
    """A value for a message, kept short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
