"""The child process in which a submission runs: one request a line on stdin, one answer a line on stdout.

The first answer says that it is ready, so that the time it takes to start is not counted as a check's.
A request is [number, {...}] and its answer [the same number, {...}].
"""

import ast
import io
import json
import os
import re
import signal
import sys
import threading
import traceback
import types
from pathlib import Path

import numpy as np

from ..backend import get_backend
from ..errors import UserError
from .exercise import Draw
from .exercises import EXERCISES
from .submission import ASSIGNMENT, kept_of_a_notebook, parse, read_submission

PACKAGE = str(Path(__file__).parents[1]) + os.sep
WRONG_CALL = re.compile(r"\(\) (takes|got|missing) ")  # Python's words where arguments do not fit a signature


class Tail(io.TextIOBase):
    """Keeps the end of what a submission prints, however much that is, and from several threads."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text = (self.text + text)[-1000:]
        return len(text)

    def reconfigure(self, **options):
        """As a program on Windows asks of its stdout."""


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
        message = words(error) if raised_by_a_check(error) else explain(error, parts, exercise)
        case = getattr(error, "case", "")
    return f"{case}: {message}" if case else message


def raised_by_a_check(error):
    """And not by the submission, or by a library that it calls."""
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, AssertionError) and frames[-1].filename.startswith(PACKAGE)


def words(error):
    """The message of an exception, which may be a class of the submission's own."""
    try:
        text = str(error).strip()
    except BaseException:
        return ""
    return text if len(text) <= 2000 else text[:2000] + "..."


def explain(error, parts, exercise):
    """An exception as one line with the student's own line in it."""
    what = f"{type(error).__name__}: {words(error)}".removesuffix(": ")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in parts]
    if not frames and isinstance(error, TypeError) and WRONG_CALL.search(what):
        wanted = ", ".join(exercise.signatures())
        return f"{what}; wanted: {wanted}, see python -m minitrans.grading stub {exercise.name}"
    if not frames:
        return f"{what}, while the result was being checked; did a function return something unusual?"
    if isinstance(error, NotImplementedError):
        what = "not written yet"
    return f"{what} ({frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name})"


def compiled(tree, part):
    try:
        return compile(tree, part, "exec")
    except SyntaxError as error:  # what the parser lets through, such as a `return` outside a function
        raise UserError(f"{part}, line {error.lineno}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise UserError(f"{part}: too deeply nested for Python") from None


def load(file, parts):
    """Run a file of the submission -> its namespace.  The names of its parts are added to `parts`."""
    module = types.ModuleType(f"submission {file.stem}")  # a name that hides no other module
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # where dataclasses look for it
    for part, tree in parse(file):
        parts.append(part)
        if file.suffix == ".py":
            exec(compiled(tree, part), vars(module))
            continue
        for node in tree.body:
            if kept_of_a_notebook(node):
                try:
                    exec(compiled(ast.Module([node], []), part), vars(module))
                except Exception:
                    # An assignment may lean on statements that are left out; a definition that fails is a fault.
                    if not isinstance(node, ASSIGNMENT):
                        raise
    return vars(module)


class Worker:
    """Reads a submission, loads what a request needs and runs its stage."""

    def __init__(self, folder, backend, seed):
        sys.path.append(folder)  # last, so that no file of a submission hides a module of Python's
        self.seed, self.xp = seed, get_backend(backend)
        self.parts, self.loaded, self.tail = [], {}, Tail()

    def read(self, path, allow_imports):
        """Where the functions are; before anything of the submission has run."""
        try:
            where = read_submission(Path(path), allow_imports).where
        except UserError as error:
            return dict(message=words(error))
        return dict(message="", where={name: str(file) for name, file in where.items()})

    def check(self, exercise, stage, where):
        """The message for the student and the end of what was printed."""
        # Always the same object: a thread of the submission may be printing, which Python survives only if it lasts.
        sys.stdout = sys.stderr = self.tail
        self.tail.text = ""
        message = self.message(EXERCISES[exercise], stage, where)
        return dict(message=message, printed=self.tail.text)

    def message(self, exercise, stage, where):
        try:
            functions = [self.find(name, where[name]) for name in exercise.names()]
        except UserError as error:
            return words(error)
        except BaseException as error:
            return explain(error, self.parts, exercise)
        return "" if stage == "load" else run_stage(exercise, stage, functions, self.seed, self.xp, self.parts)

    def find(self, name, file):
        if file not in self.loaded:
            self.loaded[file] = load(Path(file), self.parts)
        if not callable(self.loaded[file].get(name)):
            raise UserError(f"{name} in {Path(file).name} is not a function")
        return self.loaded[file][name]


def main():
    """Requests and answers have descriptors of their own, out of reach of `print` and `input`."""
    incoming, outgoing = os.fdopen(guarded_requests()), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    itself, worker = os.getpid(), None
    try:
        for line in incoming:
            number, request = json.loads(line)
            if worker is None:
                worker, answer = Worker(**request), {}
            else:
                answer = worker.check(**request) if "stage" in request else worker.read(**request)
            if os.getpid() != itself:
                os._exit(0)  # a copy, made by a fork in the submission: only one may answer
            outgoing.write(json.dumps([number, answer]) + "\n")
            outgoing.flush()
    finally:
        end()


def guarded_requests():
    """A descriptor of the requests, which a guard hands on.

    The guard sees the end of the grader and ends everything.  It is a process, as no thread runs beside a C function
    that keeps Python's lock; where processes cannot be copied it is a thread.
    """
    requests, handed_on = os.pipe()
    if os.name != "posix":
        threading.Thread(target=hand_on, args=(os.dup(0), handed_on), daemon=True).start()
    elif os.fork() == 0:
        os.close(1)  # so that an answer that does not come is noticed
        hand_on(0, handed_on)
    else:
        os.close(handed_on)
    return requests


def hand_on(source, target):
    try:
        while data := os.read(source, 1 << 16):
            os.write(target, data)
    finally:
        end()


def end():
    """End this process, whatever it is doing, and those that it started."""
    if os.name == "posix" and os.getsid(0) == os.getpgrp():  # the session that the grader made
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
