"""Explains an exception to a student: its message, the student's own line that raised it, and the probable cause."""

import os
import re
import traceback
from pathlib import Path

PACKAGE = str(Path(__file__).parents[1]) + os.sep
WRONG_CALL = re.compile(r"\(\) (takes|got|missing) ")  # Python's words when arguments do not fit a signature
NOT_WRITTEN = "not written yet"
WRONG_SHAPES = re.compile("matmul|remapped")
LEFT_OUT = "left out"  # in the globals of a submission {name: why the line that makes it was left out}


def raised_by_a_check(error):
    """Whether a check raised it, and not the submission or a library that the submission calls."""
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, AssertionError) and frames[-1].filename.startswith(PACKAGE)


def message_of(error):
    """The message of an exception, cut if it is long.  The submission may have defined the exception's class."""
    try:
        text = str(error).strip()
    except BaseException:
        return ""
    return text if len(text) <= 2000 else text[:2000] + "..."


def explain(error, parts, exercise=None):
    """One line about an exception: its type, its message, and the student's own line that raised it.

    exercise: the one that is being checked, or None in training
    """
    what = f"{type(error).__name__}: {message_of(error)}".removesuffix(": ")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in parts]
    if not frames and exercise is None:
        return what
    if not frames and isinstance(error, TypeError) and WRONG_CALL.search(what):
        wanted = ", ".join(exercise.signatures())
        return f"{what}; wanted: {wanted}, see minitrans grading stub {exercise.name}{exercise.stub_flags}"
    if not frames:
        return f"{what}, while the result was being checked; did a function return something unusual?"
    if isinstance(error, NotImplementedError):
        what = NOT_WRITTEN
    where = f"{what} ({frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name})"
    if reason := left_out(error):
        return f"{where}\n  probably   the line that makes {error.name} was left out: {reason}"
    if isinstance(error, ValueError) and WRONG_SHAPES.search(what):
        return (
            f"{where}\n  probably   a transpose: swapaxes(-1, -2) exchanges the last two axes, .T reverses all of them"
        )
    return where


def left_out(error):
    """Why the line that makes a missing name was left out, or ''."""
    if not isinstance(error, NameError):
        return ""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    reasons = frame.f_globals.get(LEFT_OUT, {})
    return reasons.get(error.name) or reasons.get("*", "")
