"""The child process that runs a submission.  It reads one request per line on stdin and answers each on stdout.

A request is [number, {...}] as JSON, and its answer is [the same number, {...}].  The first answer only says that the
child is ready, so that the time it needs to start does not count as the time of a check.
"""

import importlib
import io
import json
import os
import signal
import sys
import threading
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from ...backend import get_backend
from ...gradcheck.contract import Fault
from ...system.errors import UserError
from ..exercises.exercise import RandomData
from ..exercises.finding import LONGEST, FailedCase, Finding
from ..folder import is_program
from ..variants import find_exercise
from .explaining import NOT_WRITTEN, explain, message_of
from .limits import TIME_LIMIT, TooLong, stopped_after
from .loading import find, has_cells, load
from .stub import unwritten
from .submission import read_submission


class Tail(io.TextIOBase):
    """Keeps the end of what a submission prints, which may go on without end and come from several threads."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text = (self.text + text)[-1000:]
        return len(text)

    def reconfigure(self, **options):
        """Programs on Windows call this on their stdout."""


def run_stage(exercise, stage, functions, seed=0, xp=np, parts=()):
    """Run one stage of an exercise -> its Finding, or None if it passes

    parts: the names of the submission's files and cells, as they appear in a traceback
    """
    try:
        with np.errstate(all="ignore"):
            # The first stage reports results that are no plain arrays; in the others they cannot deceive anybody.
            functions = functions if stage == "interface" else exercise.with_plain_results(*functions)
            getattr(exercise, stage)(RandomData(seed, exercise.xp or xp), *functions)
        return None
    except (KeyboardInterrupt, TooLong):  # in a notebook, from a person who does not want to wait, or from the limit
        raise
    except BaseException as error:  # SystemExit too, because the grader must go on whatever a submission does
        case, error = (str(error), error.__cause__) if isinstance(error, FailedCase) else ("", error)
        finding = found(error) or explain(error, parts, exercise)
        return replace(finding, where=finding.where or case, asked=exercise.asked)


def findings(exercise, functions, seed=0, parts=()):
    """Run all stages in this process, each within the time limit -> an iterator of (stage, points, Finding or None)"""
    for stage, points in exercise.stages().items():
        try:
            with stopped_after(TIME_LIMIT):
                finding = run_stage(exercise, stage, functions, seed, parts=parts)
        except TooLong as error:
            finding = Finding(str(error))
        yield stage, points, finding


def found(error):
    """The Finding of a check, also of a gradient check; None for any other exception"""
    if isinstance(error, Fault):
        return Finding(error.what, cause=error.cause, measured=True)
    return error if isinstance(error, Finding) else None


class Worker:
    """Reads a submission, loads the files that a request needs, and runs the stage."""

    def __init__(self, folder, backend, seed, allow_imports=False):
        sys.path.append(folder)  # last, so that no file of a submission hides one of Python's modules
        self.seed, self.xp, self.allow_imports = seed, get_backend(backend), allow_imports
        self.parts, self.loaded, self.tail = [], {}, Tail()

    def read(self, path):
        """Find the files that define the functions, without running them."""
        try:
            submission = read_submission(Path(path), self.allow_imports)
        except UserError as error:
            return dict(message=str(error), where={}, variant=None)
        where = {name: str(file) for name, file in submission.where.items()}
        return dict(message="", where=where, variant=submission.variant)

    def check(self, exercise, stage, where, variant):
        """Run a stage and return its finding, with the end of what was printed."""
        # Always the same object: a thread of an earlier check may still print to it, and crashes Python if it is gone.
        sys.stdout = sys.stderr = self.tail
        self.tail.text = ""
        finding = self.finding(find_exercise(exercise, variant), stage, where)
        return dict(finding=finding and asdict(replace(finding, printed=self.tail.text)))

    def import_program(self, program):
        """Import the main module of a program as `python -m` would -> why that fails, or "" """
        sys.stdout = sys.stderr = self.tail
        sys.path.insert(0, os.path.dirname(program))
        try:
            importlib.import_module(f"{os.path.basename(program)}.command")
        except BaseException as error:
            return dict(why=f"{type(error).__name__}: {error}".rstrip(": ")[:LONGEST])
        return dict(why="")

    def finding(self, exercise, stage, where):
        try:
            functions = [self.find(exercise, name, Path(where[name])) for name in exercise.names()]
        except UserError as error:
            return Finding(message_of(error))
        except BaseException as error:
            return explain(error, self.parts, exercise)
        if stage == "load":
            return Finding(NOT_WRITTEN, written=False) if all(map(unwritten, functions)) else None
        return run_stage(exercise, stage, functions, self.seed, self.xp, self.parts)

    def find(self, exercise, name, file):
        key = file, exercise.name if is_program(file.parent) or has_cells(file) else ""
        if key not in self.loaded:
            self.loaded[key] = load(file, self.parts, self.allow_imports, key[1])
        return find(self.loaded[key], name, file)


def main():
    """Answer requests.  They and the answers use descriptors of their own, which `print` and `input` cannot reach."""
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
                answer = getattr(worker, request.pop("do"))(**request)
            if os.getpid() != itself:
                os._exit(0)  # this process is a fork that the submission made, and only the original may answer
            outgoing.write(json.dumps([number, answer]) + "\n")
            outgoing.flush()
    finally:
        end()


def guarded_requests():
    """A descriptor from which to read the requests.  A guard copies them there from stdin.

    When the grader ends, stdin closes.  The guard sees this and ends this process and all that it has started.  The
    guard is a process, because a C function that holds Python's global lock stops every thread.  Windows cannot fork,
    so there the guard is a thread.
    """
    requests, handed_on = os.pipe()
    if os.name != "posix":
        threading.Thread(target=hand_on, args=(os.dup(0), handed_on), daemon=True).start()
    elif os.fork() == 0:
        os.close(1)  # otherwise the grader would not see the pipe close when the child dies
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
    """End this process and those that it started, whatever they are doing."""
    if os.name == "posix" and os.getsid(0) == os.getpgrp():  # the session that the grader made
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
