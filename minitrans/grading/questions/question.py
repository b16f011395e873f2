"""A small exercise as data: what is right, what to try, and the mistakes that have a name.  The check follows."""

import copy
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import NAN, fault, has_nan, is_array, label, numbers, wrong_part

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
    judge: Callable | None = None  # judge(answer) checks the answer to a question with many right answers

    def check(self, answer):
        if self.judge:
            return self.judge(answer)
        suspects = [(hint, mistake) for hint, each in self.wrong.items() for mistake in several(each)]
        for arguments in self.tries:
            right = result(self.right, arguments)
            given = result(answer, arguments) if callable(self.right) else answer
            # If there are several results, the first wrong one decides which mistake it is.
            part = wrong_part(given, right, self.digits) if isinstance(right, tuple | dict) else None
            suspects = [
                (hint, mistake)
                for hint, mistake in suspects
                if fault(pick(given, part), pick(result(mistake, arguments), part), self.digits) is None
            ]
            wrong = fault(given, right, self.digits)
            if wrong is not None:
                told = self.told(given, right)
                hints = [hint for hint, _ in suspects[:1]] or self.general(given, right, part, wrong, told)
                raise AssertionError(*(joined(self.call(arguments), told, hint) for hint in hints))

    def call(self, arguments):
        """Names the call, if there are several."""
        names = inspect.signature(self.right).parameters if callable(self.right) else ()
        text = ", ".join(f"{name} = {shown(each)}" for name, each in zip(names, arguments, strict=False))
        return f"for {text}" if len(self.tries) > 1 else ""

    def told(self, given, right):
        """What a function must give, if its question has no hints and the result is short."""
        if self.hints or not callable(self.right):
            return ""
        given, right = (short_repr(plain(each, self.digits + 1)) for each in (given, right))
        return "" if right.endswith("...") or given == right else f"it must be {right}, not {given}"

    def general(self, given, right, part, wrong, told):
        """The hints for an unknown mistake.  If the question has none, the message gives the worst entry."""
        nan = NAN if has_nan(given) and not has_nan(right) else ""
        if told:
            return [nan]
        given, right = pick(given, part), pick(right, part)
        if callable(self.right) and not self.hints and is_array(right) and np.asarray(right).dtype.kind == "f":
            try:
                assert_close(label(part) or "the result", numbers(given), right, 1e-9)
            except AssertionError as error:
                return [str(error)]
        if wrong:
            return [wrong]
        hints = self.hints(np.asarray(given), right) if callable(self.hints) else self.hints or ["it is wrong"]
        return [joined(nan, hint) for hint in hints]


def joined(*texts):
    return ": ".join(filter(None, texts))


def several(each):
    return each if isinstance(each, tuple) else (each,)


def result(answer, arguments):
    with np.errstate(all="ignore"):
        return answer(*copy.deepcopy(arguments)) if callable(answer) else answer


def pick(value, part):
    return value if part is None else value[part]


def plain(value, digits):
    """The value for a message: lists and numbers of Python, rounded to so many digits, in place of those of NumPy"""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return (list if isinstance(value, list) else tuple)(plain(each, digits) for each in value)
    return float(f"{value:.{digits}g}") if isinstance(value, float) else value


def shown(argument):
    """An argument of a call, short enough for a message."""
    if callable(argument):
        return getattr(argument, "__name__", "a function")
    text = short_repr(argument)
    return f"an array {argument.shape}" if text.endswith("...") and hasattr(argument, "shape") else text


def between(low, high, *hints):
    """The judge of an estimate: it is right between two numbers."""

    def judge(answer):
        answer = numbers(answer)
        if answer.size != 1 or not low < answer < high:
            raise AssertionError(*hints)

    return judge


def ask(name, *question, **options):
    """Register Question(*question, **options) as the small exercise `name`."""
    SMALL[name] = Question(*question, **options)
