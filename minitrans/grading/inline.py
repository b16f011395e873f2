"""`grade` in a notebook: it runs the same stages in this process, and checks the small exercises of the chapters."""

import traceback
from collections import Counter
from pathlib import Path

from ..system.errors import UserError
from .exercises import EXERCISES, unknown_exercise
from .exercises.exercise import plain_signature, short_repr, wrong_kind
from .exercises.finding import Finding
from .questions import SMALL
from .questions.answer import NAN, has_nan
from .questions.question import shown
from .runner.limits import TIME_LIMIT, TooLong, check_seed, stopped_after
from .runner.report import Result, as_text, told
from .runner.stub import nothing, unwritten
from .runner.worker import findings
from .variants import find_exercise

WAITING = "waiting for your answer"


def grade_inline(name, answers, seed=0, variant=None):
    """The report of an exercise, or the verdict on a small exercise, as text."""
    check_seed(seed, "seed")
    if name in SMALL:
        return grade_small(name, *answers)
    if name not in EXERCISES:
        raise unknown_exercise(f"{name!r} is no exercise", name, [*EXERCISES, *SMALL])
    exercise = find_exercise(name, variant)
    if len(answers) != len(exercise.wants):
        raise UserError(f"grade({name!r}, ...) needs {', '.join(exercise.signatures())}")
    if all(map(unwritten, answers)):
        return f"{name}  {WAITING}"
    for wanted, answer in zip(exercise.wants, answers, strict=True):
        if (kind := wrong_kind(wanted, answer)) and not nothing(answer):
            call = f"{wanted.__name__}{plain_signature(wanted)}"
            raise UserError(f"grade({name!r}, ...) needs {kind} {call}, not {short_repr(answer)}")
    members = [each for answer in answers for each in (answer, *getattr(answer, "__dict__", {}).values())]
    parts = {each.__code__.co_filename for each in members if hasattr(each, "__code__")}
    found = findings(exercise, answers, seed, parts)
    return as_text([Result(name, stage, 0 if each else points, points, each) for stage, points, each in found])


def raised_by_a_check(error):
    """Whether a check raised it, and not the answer or a library that the answer calls."""
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, AssertionError) and frames[-1].filename.startswith(str(Path(__file__).parent))


attempts = Counter()  # wrong answers to each small exercise, in this notebook


def grade_small(name, *answers):
    """The verdict.  The first wrong answer gets the first hint of the check, the next one the second, and so on."""
    exercise = SMALL[name]
    if len(answers) != 1:
        raise UserError(f"grade({name!r}, ...) needs {exercise.wants}")
    (answer,) = answers
    if unwritten(answer):
        return f"{name}  {WAITING}"
    if has_nan(answer):
        return f"{name}  not yet: {NAN}"
    try:
        with stopped_after(TIME_LIMIT):
            exercise.check(called(answer) if callable(exercise.right) else answer)
    except AssertionError as error:
        hints = (told(error),) if isinstance(error, Finding) else error.args or ("",)
        attempts[name] += 1
        return f"{name}  not yet: {hints[min(attempts[name], len(hints)) - 1]}"
    except (NotYet, TooLong) as error:
        return f"{name}  not yet: {error}"
    except (Exception, SystemExit, GeneratorExit) as error:
        return f"{name}  not yet: {type(error).__name__}: {error}, while the result was being checked"
    return f"{name}  right"


class NotYet(Exception):
    """Why there is no answer to check.  This uses up no hint."""


def called(answer):
    """The function, wrapped.  A call raises NotYet with the arguments if it fails, returns nothing or changes them."""
    if not callable(answer):
        raise NotYet("the answer must be a function")

    def call(*arguments):
        given = repr(arguments)
        where = f"for {', '.join(map(shown, arguments))}"
        try:
            value = answer(*arguments)
        except (Exception, SystemExit, GeneratorExit) as error:
            if raised_by_a_check(error):  # by a function among the arguments
                raise
            raise NotYet(f"{type(error).__name__}: {error}, {where}") from error
        if nothing(value):
            raise NotYet(f"the function returns nothing {where}")
        if repr(arguments) != given:
            raise NotYet(f"the function has changed its arguments {where}: work on a copy")
        return value

    return call
