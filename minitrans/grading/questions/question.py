"""A small exercise as data: what is right, what to try, and the mistakes that have a name.  The check follows."""

import copy
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import NAN, has_nan, numbers, shape

SMALL = {}  # every Question, by its name


class Question(NamedTuple):
    """Its `check` raises AssertionError; the arguments are hints, from the first to the most explicit.

    A mistake has to explain all calls up to the first wrong one.  No hint is the answer itself; but if a question
    without hints asks for a function, the message says what the first wrong call must give.
    """

    wants: str  # a description of the answer
    right: Any  # a value, or a function
    tries: tuple = ((),)  # the arguments of each call of the function
    wrong: dict = {}  # {hint: a value (a list, no tuple) or function that makes this mistake, or a tuple of several}
    hints: tuple | Callable = ()  # for any other wrong answer; or a function of what is given and what is right
    digits: int = 6
    in_place: bool = False  # the function is called for what it changes; any other must not change its arguments
    judge: Callable | None = None  # judge(answer) is the check of a question that can be right in many ways

    def check(self, answer):
        if self.judge:
            return self.judge(answer)
        suspects = [(hint, mistake) for hint, each in self.wrong.items() for mistake in several(each)]
        for arguments in self.tries:
            right = result(self.right, arguments)
            given = result(answer, arguments) if callable(self.right) else answer
            # Of several results, the first wrong one decides which mistake it is.
            part = self.wrong_part(given, right) if isinstance(right, tuple | dict) else None
            suspects = [
                (hint, mistake)
                for hint, mistake in suspects
                if self.fault(pick(given, part), pick(result(mistake, arguments), part)) is None
            ]
            fault = self.fault(given, right)
            if fault is not None:
                told = self.told(given, right)
                hints = [hint for hint, _ in suspects[:1]] or self.general(given, right, part, fault, told)
                raise AssertionError(*(joined(self.call(arguments), told, hint) for hint in hints))

    def call(self, arguments):
        """Names the call, if there are several."""
        names = inspect.signature(self.right).parameters if callable(self.right) else ()
        text = ", ".join(f"{name} = {shown(each)}" for name, each in zip(names, arguments, strict=False))
        return f"for {text}" if len(self.tries) > 1 else ""

    def told(self, given, right):
        """What a function must give, if its question has no hints and this is short."""
        if self.hints or not callable(self.right):
            return ""
        given, right = (short_repr(plain(each, self.digits + 1)) for each in (given, right))
        return "" if right.endswith("...") or given == right else f"it must be {right}, not {given}"

    def general(self, given, right, part, fault, told):
        """The hints for a mistake without a name.  A function whose question has none is told its worst entry."""
        nan = NAN if has_nan(given) and not has_nan(right) else ""
        if told:
            return [nan]
        given, right = pick(given, part), pick(right, part)
        if callable(self.right) and not self.hints and is_array(right) and np.asarray(right).dtype.kind == "f":
            try:
                assert_close(label(part), numbers(given), right, 1e-9)
            except AssertionError as error:
                return [str(error)]
        if fault:
            return [fault]
        hints = self.hints(np.asarray(given), right) if callable(self.hints) else self.hints or ["it is wrong"]
        return [joined(nan, hint) for hint in hints]

    def fault(self, given, right):
        """None if they agree; else what is wrong with the form of the answer, or "" if only its entries are wrong."""
        if in_parts(right):
            part = self.wrong_part(given, right)
            if part is None:
                return form(given, right)
            fault = self.fault(given[part], right[part])
            return fault and f"{label(part)}: {fault}"
        if not is_array(right):
            return None if isinstance(given, type(right)) and given == right else ""
        wanted = np.asarray(right)
        exact = {"bool": "True or False", "float32": "float32"}.get(str(wanted.dtype))
        try:
            given = np.asarray(given) if exact else numbers(given)
        except (AssertionError, ValueError) as error:
            return str(error)
        if given.shape != wanted.shape:
            return f"{shape(given)} is given, and {shape(right)} is asked for"
        if exact and given.dtype != wanted.dtype:
            return f"the entries are {given.dtype}, not {exact}"
        if exact:  # to the bit, so that -0.0 is not 0.0
            return None if given.tobytes() == wanted.tobytes() else ""
        size = np.floor(np.log10(np.maximum(np.nan_to_num(np.abs(right), posinf=0), 1e-9)))
        last = 10.0 ** (size + 1 - self.digits)  # what the last of the digits stands for
        return None if np.allclose(given, right, rtol=0, atol=0.501 * last + 1e-9, equal_nan=True) else ""

    def wrong_part(self, given, right):
        """The number or name of the first wrong part, or None: all are right, or there are no such parts."""
        if not in_parts(right) or form(given, right) is not None:
            return None
        names = right if isinstance(right, dict) else range(len(right))
        return next((name for name in names if self.fault(given[name], right[name]) is not None), None)


def joined(*texts):
    return ": ".join(filter(None, texts))


def several(each):
    return each if isinstance(each, tuple) else (each,)


def result(answer, arguments):
    with np.errstate(all="ignore"):
        return answer(*copy.deepcopy(arguments)) if callable(answer) else answer


def in_parts(value):
    """Whether its parts are compared one by one: of a dict, of a tuple of arrays, of a list that is no array."""
    if isinstance(value, tuple) and any(np.ndim(part) for part in value if is_array(part)):
        return True
    return isinstance(value, dict | tuple | list) and not is_array(value)


def form(given, right):
    """None if the answer has the parts of `right`; else what it must be, or "" if only a list is longer or shorter."""
    if isinstance(right, dict):
        if not isinstance(given, dict) or given.keys() != right.keys():
            return f"return a dict with the names {', '.join(map(str, right))}, not {short_repr(given)}"
    elif not isinstance(given, tuple | list) and np.ndim(given) == 0:
        return f"the answer must be a list, not {short_repr(given)}"
    elif len(given) != len(right):
        return f"{len(right)} results are asked for, not {short_repr(given)}" * isinstance(right, tuple)
    return None


def pick(value, part):
    return value if part is None else value[part]


def label(part):
    return "the result" if part is None else f"result {part + 1}" if isinstance(part, int) else part


def is_array(value):
    """Whether it is a number or an array of numbers, or of True and False."""
    try:
        return np.asarray(value).dtype.kind in "biuf"
    except ValueError:  # a list of lists of unlike length
        return False


def plain(value, digits):
    """The value for a message: lists and numbers of Python, rounded to so many digits, in place of those of NumPy"""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return type(value)(plain(each, digits) for each in value)
    return float(f"{value:.{digits}g}") if isinstance(value, float) else value


def shown(argument):
    """An argument of a call, short enough for a message."""
    if callable(argument):
        return getattr(argument, "__name__", "a function")
    text = short_repr(argument)
    return f"an array {argument.shape}" if text.endswith("...") and hasattr(argument, "shape") else text


def between(low, high, *hints):
    """The judge of an estimate, which is right between two numbers."""

    def judge(answer):
        answer = numbers(answer)
        if answer.size != 1 or not low < answer < high:
            raise AssertionError(*hints)

    return judge


def ask(name, *question, **options):
    """Register Question(*question, **options) as the small exercise `name`."""
    SMALL[name] = Question(*question, **options)
