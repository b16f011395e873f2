"""Runs the stages of a submission in a child process, which may end at any time."""

import os
from pathlib import Path

from ...backend import get_backend
from ...system.errors import UserError, plain
from ..exercises import EXERCISES, unknown_exercise
from ..exercises.finding import Finding
from ..variants import find_exercise
from .child import Child, Lost, NoChild
from .handed_in import find_files
from .limits import TIME_LIMIT
from .report import Result, as_gradescope

NOT_RUN = Finding("not run")
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
        path.stat()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    grader = SubmissionGrader(path, option.backend, option.seed, option.time_limit, option.variant)
    try:
        grader.read(option.exercise, option.allow_imports)
    except UserError as error:
        grader.refuse(str(error))
    return grader


def stages_of(name):
    """{stage: points}; a submission that cannot be read has a stage of its own"""
    return {"reading": 100} if name == UNREAD else EXERCISES[name].stages()


class SubmissionGrader:
    """Grades one submission.  It starts a child when it needs one, and kills it when a check takes too long."""

    def __init__(self, path, backend="numpy", seed=0, time_limit=TIME_LIMIT, variant=None):
        self.given, self.path = path, Path(os.path.abspath(path))  # so that `.` has a name too
        self.time_limit, self.variant, self.refusal = time_limit, variant, None
        self.hello = dict(backend=backend, seed=seed)
        self.exercises, self.child, self.where, self.problems = (), None, {}, {}

    def refuse(self, reason):
        """Give no points to any exercise, and the reason to each."""
        self.exercises, self.refusal = self.exercises or [UNREAD], Finding(reason)
        self.close()

    def read(self, exercises=(), allow_imports=False):
        """Find the functions of the submission, and which exercises to grade: by default those that it contains.

        The child does this, because some files crash Python's parser.
        """
        self.exercises, found = exercises, find_files(self.path)
        self.folder = found if found.is_dir() else found.parent
        self.hello |= dict(folder=str(self.folder), allow_imports=allow_imports)
        try:
            answer = self.ask(path=str(found))
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
        """A Result without points for each stage: the results before anything has run."""
        return [
            Result(name, stage, 0, points, NOT_RUN)
            for name in [*EXERCISES, UNREAD]
            if name in self.exercises
            for stage, points in stages_of(name).items()
        ]

    def result(self, planned):
        """Run the stage of a planned Result -> its Result.  NoChild if this machine cannot."""
        name, stage = planned.exercise, planned.stage
        try:
            problem, first = self.problem(name), stage == next(iter(stages_of(name)))
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
            f"minitrans grading stub {exercise}{find_exercise(exercise, self.variant).stub_flags}"
        )

    def run(self, exercise, stage):
        """The Finding of a stage; None if it passes."""
        try:
            answer = self.ask(exercise=exercise, stage=stage, where=self.where, variant=self.variant)
        except Lost as lost:
            return Finding(str(lost))
        return answer["finding"] and Finding(**answer["finding"])

    def ask(self, **request):
        """The child's answer.  Lost if it gives none."""
        if self.child is None:
            self.start()
        try:
            return self.child.ask(self.time_limit, **request)
        except Lost:
            self.child = None
            raise

    def start(self):
        """Start a child.  NoChild if the machine cannot, because that is no fault of the submission."""
        try:
            self.child = Child(**self.hello)
        except (OSError, Lost) as error:
            raise NoChild(f"the child process that runs a submission did not start: {error}") from None

    def close(self):
        if self.child is not None:
            self.child.close()
            self.child = None

    def title(self):
        """The heading of its results"""
        return plain(str(self.given)) + ("" if self.variant is None else f", variant {self.variant}")

    def report(self, results, seconds):
        return as_gradescope(plain(self.path.name), results, seconds, self.variant)
