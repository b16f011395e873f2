"""Runs the stages of a submission in a child process, which may end at any time."""

import os
import tempfile
import weakref
from dataclasses import fields
from pathlib import Path

from ...backend import get_backend
from ...system.errors import UserError, plain
from ..exercises import EXERCISES, unknown_exercise
from ..exercises.finding import Finding
from ..variants import find_exercise
from .child import FORGED, Child, Lost, NoChild, remove
from .handed_in import collect
from .limits import TIME_LIMIT
from .report import Result, as_gradescope

NOT_RUN = Finding("not run")
FIELDS = {each.name: list if each.type is tuple else each.type for each in fields(Finding)}  # the types in JSON
UNREAD = "submission"  # stands for an exercise in the results of what cannot be read


class Unwritten(UserError):
    """A submission defines nothing that an exercise asks for."""


def prepare(option, path):
    """The grader of a submission.  UserError if nothing can be graded."""
    for name in option.exercise:
        if name not in EXERCISES:
            raise unknown_exercise(f"--exercise {name}: unknown exercise", name)
    get_backend(option.backend)  # refuse a backend that does not work before anything runs
    try:
        path.lstat()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    grader = SubmissionGrader(path, option.backend, option.seed, option.time_limit, option.variant)
    grader.exercises = option.exercise
    grader.attempt(grader.collect, len(getattr(option, "submissions", "1")) == 1)
    return grader


def stages_of(name, variant):
    """{stage: points}; a submission that cannot be read has a stage of its own"""
    return {"reading": 100} if name == UNREAD else find_exercise(name, variant).stages()


def checked(answer, **types):
    """An answer of the child, which a submission may have forged.  Lost if it has other fields or types"""
    if answer.keys() != types.keys() or not all(isinstance(answer[name], types[name]) for name in types):
        raise Lost(FORGED)
    return answer


class SubmissionGrader:
    """Grades one submission.  It starts a child when it needs one, and kills it when a check takes too long."""

    def __init__(self, path, backend="numpy", seed=0, time_limit=TIME_LIMIT, variant=None):
        self.given, self.path = path, Path(os.path.abspath(path))  # so that `.` has a name too
        self.time_limit, self.variant, self.refusal = time_limit, variant, None
        self.hello = dict(backend=backend, seed=seed)
        self.exercises, self.child, self.where, self.problems = (), None, {}, {}
        self.found = self.clean = None

    def attempt(self, read, *arguments):
        """Take a step of reading.  If it fails, for whatever reason, only this submission is refused."""
        try:
            if not self.refusal:
                read(*arguments)
        except UserError as error:
            self.refuse(str(error))
        except NoChild:
            raise
        except Exception as error:
            self.refuse(f"the grader failed here: {type(error).__name__}: {error}")

    def refuse(self, reason):
        """Give each exercise no points, and this reason."""
        self.exercises, self.refusal = self.exercises or [UNREAD], Finding(reason)
        self.close()

    def collect(self, beside=True):
        """Copy the submission, see `collect`."""
        room = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.clean = weakref.finalize(self, remove, room)  # even if nobody closes this grader
        try:
            self.found = collect(self.path, Path(room.name), beside)
        except OSError as error:  # in writing the copy
            raise NoChild(f"{self.path.name}: cannot be copied ({error.strerror})") from None

    def read(self, exercises=(), allow_imports=False):
        """Find the functions of the submission, and which exercises to grade: by default those that it contains.

        The child does this, because some files crash Python's parser.
        """
        self.exercises = exercises
        if not self.found:
            self.collect()
        found = self.found
        folder = found if found.is_dir() else found.parent
        self.hello |= dict(folder=str(folder), allow_imports=allow_imports)
        try:
            answer = checked(self.ask("read", path=str(found)), message=str, where=dict, variant=int | None)
        except Lost as lost:
            raise UserError(f"{self.path.name} cannot be read: {lost}") from None
        if answer["message"]:
            raise UserError(answer["message"])
        self.where = answer["where"]
        if self.variant is None:
            self.variant = answer["variant"]
        self.exercises = exercises or [name for name, each in EXERCISES.items() if self.where.keys() & each.names()]
        if not self.exercises:
            if found.is_file() and not found.stat().st_size:
                raise UserError(f"{self.path.name}: is empty")
            raise Unwritten(
                f"{self.path.name} defines no function of an exercise, or only ours; see minitrans grading list"
            )

    def planned(self):
        """For each stage a Result without points: the results before anything has run."""
        return [
            Result(name, stage, 0, points, NOT_RUN)
            for name in [*EXERCISES, UNREAD]
            if name in self.exercises
            for stage, points in stages_of(name, self.variant).items()
        ]

    def result(self, planned):
        """Run the stage of a planned Result -> its Result.  NoChild if this machine cannot."""
        name, stage = planned.exercise, planned.stage
        try:
            problem, first = self.problem(name), stage == next(iter(stages_of(name, self.variant)))
            finding = (problem if first else NOT_RUN) if problem else self.run(name, stage)
        except NoChild:
            raise
        except Exception as error:  # a stage that cannot run gets 0 points and stays in the report
            finding = Finding(f"the grader failed here: {type(error).__name__}: {error}")
        return planned._replace(score=0 if finding else planned.max_score, finding=finding)

    def problem(self, exercise):
        """Why an exercise cannot run at all: a Finding, or None."""
        if self.refusal:
            return self.refusal
        if exercise not in self.problems:
            self.problems[exercise] = self.missing(exercise) or self.run(exercise, "load")
        return self.problems[exercise]

    def missing(self, exercise):
        missing = [name for name in EXERCISES[exercise].names() if name not in self.where]
        if not missing:
            return None
        return Finding(
            f"{' and '.join(missing)} missing in {self.path.name}; to see what to write: "
            + find_exercise(exercise, self.variant).stub_command()
        )

    def run(self, exercise, stage):
        """The Finding of a stage; None if it passes."""
        try:
            answer = self.ask("check", exercise=exercise, stage=stage, where=self.where, variant=self.variant)
            values = checked(answer, finding=dict | None)["finding"]
            return None if values is None else Finding(**checked(values, **FIELDS))
        except Lost as lost:
            return Finding(str(lost))

    def why_not_started(self):
        """Why the program of this folder cannot be imported; "" if it can"""
        self.hello |= dict(folder=str(self.path))
        try:
            return checked(self.ask("import_program", program=str(self.path)), why=str)["why"]
        except Lost as lost:
            return str(lost)

    def ask(self, do, **request):
        """do: a method of the Worker -> the child's answer.  Lost if it gives none."""
        if self.child is None:
            self.start_child()
        try:
            return self.child.ask(self.time_limit, do=do, **request)
        except Lost:
            self.child = None
            raise

    def start_child(self):
        """Start a child.  NoChild if the machine cannot, because that is no fault of the submission."""
        try:
            self.child = Child(**self.hello)
        except (OSError, Lost) as error:
            raise NoChild(f"the child process that runs a submission did not start: {error}") from None

    def close(self):
        if self.child is not None:
            self.child.close()
            self.child = None
        if self.clean:
            self.clean()

    def title(self):
        """The heading of its results"""
        return plain(str(self.given)) + ("" if self.variant is None else f", variant {self.variant}")

    def report(self, name, results, seconds):
        return as_gradescope(plain(name), results, seconds, self.variant)
