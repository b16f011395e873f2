"""The child process in which a submission runs: one request a line on stdin, one answer a line on stdout.

Its first line says that it is ready, so that the time it takes to start is not counted as a check's.
"""

import ast
import io
import json
import os
import re
import sys
import traceback
import types
from pathlib import Path

import numpy as np

from ..backend import get_backend
from ..errors import UserError
from .exercise import Draw
from .exercises import EXERCISES
from .submission import ASSIGNMENT, kept_of_a_notebook, parse

WRONG_CALL = re.compile(r"\(\) (takes|got|missing) ")  # Python's words where arguments do not fit a signature


class Tail(io.TextIOBase):
    """Keeps the end of what a submission prints, however much that is."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text = (self.text + text)[-1000:]
        return len(text)


def run_stage(exercise, stage, functions, seed=0, xp=np, parts=()):
    """Run one stage of an exercise -> '' if it passes, else the message for the student.

    parts: names of the parts of the submission, as they stand in a traceback
    """
    try:
        with np.errstate(all="ignore"):
            getattr(exercise, stage)(Draw(seed, xp), *functions)
        return ""
    except KeyboardInterrupt:  # of the person who waits, in a notebook
        raise
    except BaseException as error:  # SystemExit as well: whatever a submission does, the grader goes on
        of_the_check = isinstance(error, AssertionError) and not raised_in(error, parts)
        message, case = str(error) if of_the_check else explain(error, parts, exercise), getattr(error, "case", "")
    return f"{case}: {message}" if case else message


def raised_in(error, parts):
    return traceback.extract_tb(error.__traceback__)[-1].filename in parts


def explain(error, parts, exercise):
    """An exception as one line with the student's own line in it."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in parts]
    if not frames and isinstance(error, TypeError) and WRONG_CALL.search(what):
        wanted = ", ".join(exercise.signatures())
        return f"{what}; wanted: {wanted}, see python -m minitrans.grading stub {exercise.name}"
    if not frames:
        return f"{what}, while the result was being checked; did a function return something unusual?"
    if isinstance(error, NotImplementedError):
        what = "not written yet"
    return f"{what} ({frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name})"


def load(file, parts):
    """Run a file of the submission -> its namespace.  The names of its parts are added to `parts`."""
    module = types.ModuleType(file.stem)
    module.__file__ = str(file)
    for part, tree in parse(file):
        parts.append(part)
        if file.suffix == ".py":
            exec(compile(tree, part, "exec"), vars(module))
            continue
        for node in tree.body:
            if kept_of_a_notebook(node):
                try:
                    exec(compile(ast.Module([node], []), part, "exec"), vars(module))
                except Exception:
                    # An assignment may lean on statements that are left out; a definition that fails is a fault.
                    if not isinstance(node, ASSIGNMENT):
                        raise
    return vars(module)


class Worker:
    """Loads what a request needs and runs its stage."""

    def __init__(self, folder, where, backend, seed):
        sys.path.append(folder)  # last, so that no file of a submission hides a module of Python's
        self.where, self.seed, self.xp = where, seed, get_backend(backend)
        self.parts, self.loaded = [], {}

    def answer(self, exercise, stage):
        try:
            functions = [self.find(name) for name in EXERCISES[exercise].names()]
        except UserError as error:
            return str(error)
        except BaseException as error:
            return explain(error, self.parts, EXERCISES[exercise])
        if stage == "load":
            return ""
        return run_stage(EXERCISES[exercise], stage, functions, self.seed, self.xp, self.parts)

    def find(self, name):
        file = self.where[name]
        if file not in self.loaded:
            self.loaded[file] = load(Path(file), self.parts)
        if not callable(self.loaded[file].get(name)):
            raise UserError(f"{name} in {Path(file).name} is not a function")
        return self.loaded[file][name]


def main():
    """Requests and answers have descriptors of their own, out of reach of `print` and `input`."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    worker = Worker(**json.loads(requests.readline()))
    print("ready", file=answers, flush=True)
    for line in requests:
        sys.stdout = sys.stderr = tail = Tail()
        message = worker.answer(**json.loads(line))
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        print(json.dumps(dict(message=message, printed=tail.text)), file=answers, flush=True)


if __name__ == "__main__":
    main()
