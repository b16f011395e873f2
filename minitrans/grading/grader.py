"""Runs the stages of a submission, in a child process that may be lost at any time."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

import minitrans

from ..backend import get_backend
from ..errors import UserError
from .exercises import EXERCISES
from .submission import read_submission
from .worker import run_stage

START_LIMIT = 300  # seconds, for Python, NumPy and this library, on a busy machine


def prepare(option):
    """The options of pytest -> (grader, names of the exercises that are graded)"""
    for name in option.exercise:
        if name not in EXERCISES:
            raise UserError(f"--exercise {name}: unknown; see python -m minitrans.grading list")
    if option.submission is None:
        return LibraryGrader(option.backend, option.seed), option.exercise or list(EXERCISES)
    get_backend(option.backend)  # refuse one that does not work before anything runs
    if not option.submission.exists():
        raise UserError(f"--submission {option.submission}: there is no such file or folder")
    try:
        submission = read_submission(option.submission, option.allow_imports)
        attempted = [name for name, e in EXERCISES.items() if not submission.where.keys().isdisjoint(e.names())]
        if not attempted and not option.exercise:
            name = option.submission.name
            raise UserError(f"{name} defines no function of an exercise; see python -m minitrans.grading list")
    except UserError as error:
        return RefusedGrader(str(error)), option.exercise or ["submission"]
    return SubmissionGrader(submission, option.backend, option.seed, option.time_limit), option.exercise or attempted


class RefusedGrader:
    """For a submission that cannot be graded: it fails, with the reason, as every other fault does."""

    def __init__(self, reason):
        self.reason = reason

    def problem(self, exercise):
        return self.reason

    def close(self):
        pass


class LibraryGrader:
    """The same checks on the library's own functions, in this process."""

    def __init__(self, backend, seed):
        self.xp, self.seed = get_backend(backend), seed

    def problem(self, exercise):
        return ""

    def run(self, exercise, stage):
        return run_stage(EXERCISES[exercise], stage, EXERCISES[exercise].wants, self.seed, self.xp)

    def close(self):
        pass


class SubmissionGrader:
    """Grades one submission.  Its child is started when needed and killed when a check takes too long."""

    def __init__(self, submission, backend, seed, time_limit):
        self.submission, self.time_limit = submission, time_limit
        folder = submission.path if submission.path.is_dir() else submission.path.parent
        where = {name: str(file.resolve()) for name, file in submission.where.items()}
        self.hello = dict(folder=str(folder.resolve()), where=where, backend=backend, seed=seed)
        self.child, self.problems = None, {}

    def problem(self, exercise):
        """Why an exercise cannot be run at all, or ''."""
        if exercise not in self.problems:
            self.problems[exercise] = self.missing(exercise) or self.run(exercise, "load")
        return self.problems[exercise]

    def missing(self, exercise):
        missing = [name for name in EXERCISES[exercise].names() if name not in self.submission.where]
        if not missing:
            return ""
        return (
            f"{' and '.join(missing)} missing in {self.submission.path.name}; what is wanted: "
            f"python -m minitrans.grading stub {exercise}"
        )

    def run(self, exercise, stage):
        """'' if the stage passes, else the message for the student."""
        if self.child is None:
            self.start()
        try:
            print(json.dumps(dict(exercise=exercise, stage=stage)), file=self.child.stdin, flush=True)
            answer = self.answers.get(timeout=self.time_limit)
        except queue.Empty:
            self.close()
            return f"stopped after {self.time_limit:g} seconds: an endless loop?"
        except OSError:
            answer = None
        if answer is None:
            self.child.wait()
            code = self.child.returncode
            self.close()
            return f"the program ended in the middle of this check (exit code {code})"
        answer = json.loads(answer)
        if answer["message"] and answer["printed"].strip():
            return f"{answer['message']}\n  it printed:\n{answer['printed'].rstrip()}"
        return answer["message"]

    def start(self):
        """A child that is ready.  A machine that has none ends the session: no submission is to blame for that."""
        self.folder = tempfile.TemporaryDirectory()  # whatever it writes in its working directory goes with it
        paths = [str(Path(minitrans.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        one_thread = dict(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
        self.child = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "minitrans.grading.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder.name,
            env=os.environ | one_thread | dict(PYTHONPATH=os.pathsep.join(filter(None, paths))),
            encoding="utf-8",
        )
        self.answers = queue.Queue()
        threading.Thread(target=listen, args=(self.child.stdout, self.answers), daemon=True).start()
        try:
            print(json.dumps(self.hello), file=self.child.stdin, flush=True)
            ready = self.answers.get(timeout=START_LIMIT)
        except (OSError, queue.Empty):
            ready = None
        if ready is None:
            self.close()
            pytest.exit("the child process that runs a submission did not start", pytest.ExitCode.INTERNAL_ERROR)

    def close(self):
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            with contextlib.suppress(OSError):  # of what it has not read
                self.child.stdin.close()
            self.child = None
            self.folder.cleanup()


def listen(pipe, answers):
    """Hand on each line of the child, and None when it has ended."""
    with pipe:
        for line in pipe:
            answers.put(line)
    answers.put(None)
