"""Explains an exception to a student: its message, the student's own line that raised it, and the probable cause."""

import re
import traceback
from pathlib import Path

from ..exercises.finding import Finding, shortened

WRONG_CALL = re.compile(r"\(\) (takes|got|missing) ")  # Python's messages if arguments do not fit a signature
NOT_WRITTEN = "not written yet"
WRONG_SHAPES = re.compile("matmul|remapped")
LEFT_OUT = "left out"  # in the globals of a submission {name: why the line that makes it was left out}


def message_of(error):
    """The message of an exception, whose class the submission may have defined."""
    try:
        return str(error).strip()
    except BaseException:
        return ""


def explain(error, parts, exercise=None):
    """The Finding of an exception: its type, its message, and the student's own line that raised it.

    exercise: the one that is being checked, or None in training
    """
    what = shortened(f"{type(error).__name__}: {message_of(error)}".removesuffix(": "), 1500)
    trace = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in trace if frame.filename in parts]
    if not frames and exercise is None:
        return Finding(what)
    if not frames and isinstance(error, TypeError) and WRONG_CALL.search(what):
        wanted = ", ".join(exercise.signatures())
        return Finding(f"{what}; wanted: {wanted}, see {exercise.stub_command()}")
    if not frames:
        return Finding(f"{what}, while the result was being checked; did a function return something unusual?")
    place, cause = f"({Path(frames[-1].filename).name}, line {frames[-1].lineno}, in {frames[-1].name})", ""
    if isinstance(error, NotImplementedError):
        return Finding(f"{NOT_WRITTEN} {place}", written=False)
    if reason := left_out(error):
        cause = f"the line that makes {error.name} was left out: {reason}"
    elif isinstance(error, ValueError) and WRONG_SHAPES.search(what) and frames[-1] is trace[-1]:
        cause = "a transpose: swapaxes(-1, -2) exchanges the last two axes, .T reverses all of them"
    return Finding(f"{what} {place}", cause=cause)


def left_out(error):
    """Why the line that makes a missing name was left out, or ''."""
    if not isinstance(error, NameError):
        return ""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    reasons = frame.f_globals.get(LEFT_OUT, {})
    return reasons.get(error.name) or reasons.get("*", "")
