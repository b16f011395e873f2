"""`grade` in a notebook: it runs the same stages in this process, and checks the small exercises of the chapters."""

from collections import Counter

from ..system.errors import UserError
from .chapters import SMALL
from .exercises import EXERCISES
from .limits import check_seed
from .report import Result, as_text
from .variants import find_exercise
from .worker import run_stage


def grade_inline(name, answers, seed=0, variant=None):
    """The report of an exercise, or the verdict on a small exercise, as text."""
    check_seed(seed, "seed")
    if name in SMALL:
        return grade_small(name, *answers)
    if name not in EXERCISES:
        raise UserError(f"{name!r} is no exercise; the exercises are {', '.join([*EXERCISES, *SMALL])}")
    exercise = find_exercise(name, variant)
    if len(answers) != len(exercise.wants):
        raise UserError(f"grade({name!r}, ...) needs {', '.join(exercise.signatures())}")
    members = [each for answer in answers for each in (answer, *getattr(answer, "__dict__", {}).values())]
    parts = {each.__code__.co_filename for each in members if hasattr(each, "__code__")}
    messages = {stage: run_stage(exercise, stage, answers, seed, parts=parts) for stage in exercise.stages()}
    results = [
        Result(name, stage, 0 if messages[stage] else points, points, messages[stage])
        for stage, points in exercise.stages().items()
    ]
    return as_text(results)


attempts = Counter()  # wrong answers to each small exercise, in this notebook


def grade_small(name, *answers):
    """The verdict.  A wrong answer gets the first hint of the check, the next wrong answer the second, and so on."""
    if len(answers) != 1:
        raise UserError(f"grade({name!r}, ...) needs {SMALL[name].wants}")
    (answer,) = answers
    try:
        SMALL[name].check(function_that_returns(answer) if SMALL[name].wants.startswith("a function") else answer)
    except AssertionError as error:
        hints = error.args or ("",)
        attempts[name] += 1
        return f"{name}  not yet: {hints[min(attempts[name], len(hints)) - 1]}"
    except Exception as error:
        return f"{name}  not yet: {type(error).__name__}: {error}"
    return f"{name}  right"


def function_that_returns(answer):
    """The function; a call that returns None or ... raises AssertionError, because it is not written yet."""
    if not callable(answer):
        raise AssertionError("the answer must be a function")

    def call(*arguments):
        value = answer(*arguments)
        if value is None or value is ...:
            raise AssertionError("the function returns nothing yet")
        return value

    return call
