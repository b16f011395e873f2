"""Runs the stages: of a submission in a child process, which may end at any time, or of the library itself."""

import os
from pathlib import Path

from ...backend import get_backend
from ...system.errors import UserError, plain
from ..exercises import EXERCISES, did_you_mean
from ..variants import find_exercise
from .child import Child, Lost, NoChild
from .handed_in import find_files
from .limits import TIME_LIMIT
from .report import Result
from .worker import run_stage


def prepare(option):
    """From the options of pytest make (the grader, the names of the exercises to grade)."""
    for name in option.exercise:
        if name not in EXERCISES:
            raise UserError(f"--exercise {name}: unknown exercise; {did_you_mean(name)}")
    if option.submission is None:
        if option.variant is not None:
            raise UserError("--variant needs --submission: the library itself has the conventions of the book")
        return LibraryGrader(option.backend, option.seed), option.exercise or list(EXERCISES)
    get_backend(option.backend)  # refuse a backend that does not work before anything runs
    path = Path(os.path.abspath(option.submission))  # so that `.` has a name too
    try:
        path.stat()
    except OSError as error:
        raise UserError(f"--submission {option.submission}: {error.strerror}") from None
    grader = SubmissionGrader(path, option.backend, option.seed, option.time_limit, option.variant)
    try:
        attempted = grader.read(option.allow_imports)
        if not attempted and not option.exercise:
            raise grader.nothing()
    except UserError as error:
        grader.close()
        return RefusedGrader(str(error)), option.exercise or ["submission"]
    return grader, option.exercise or attempted


def planned(graded):
    """A Result without points for each stage of the exercises to grade: the results before anything has run."""
    results = []
    for i, name in enumerate([*EXERCISES, "submission"]):
        if name in graded:
            stages = EXERCISES[name].stages() if name in EXERCISES else {"reading": 100}
            for j, (stage, points) in enumerate(stages.items()):
                results.append(Result(name, stage, 0, points, "not run", (i, j)))
    return results


class RefusedGrader:
    """For a submission that cannot be graded.  Its one stage fails with the reason."""

    def __init__(self, reason):
        self.reason = reason

    def problem(self, exercise):
        return self.reason

    def close(self):
        pass


class LibraryGrader:
    """Runs the same checks on the library's own functions, in this process."""

    def __init__(self, backend, seed):
        self.xp, self.seed = get_backend(backend), seed

    def problem(self, exercise):
        return ""

    def run(self, exercise, stage):
        return run_stage(EXERCISES[exercise], stage, EXERCISES[exercise].wants, self.seed, self.xp)

    def close(self):
        pass


class SubmissionGrader:
    """Grades one submission.  It starts a child when it needs one, and kills it when a check takes too long."""

    def __init__(self, path, backend="numpy", seed=0, time_limit=TIME_LIMIT, variant=None):
        self.path, self.time_limit, self.variant = path, time_limit, variant
        self.hello = dict(backend=backend, seed=seed)
        self.child, self.where, self.problems = None, {}, {}

    def read(self, allow_imports=False):
        """Find the functions of the submission -> the names of their exercises

        The child does this, because some files crash Python's parser.
        """
        found = find_files(self.path)
        self.folder = found if found.is_dir() else found.parent
        self.hello |= dict(folder=str(self.folder), allow_imports=allow_imports)
        answer = self.ask(path=str(found))
        if self.child is None:
            raise UserError(f"{self.path.name} cannot be read: {answer['message']}")
        if answer["message"]:
            raise UserError(answer["message"])
        self.where = answer["where"]
        if self.variant is None:
            self.variant = answer["variant"]
        return [name for name, exercise in EXERCISES.items() if not self.where.keys().isdisjoint(exercise.names())]

    def nothing(self):
        return UserError(f"{self.path.name} defines no function of an exercise; see minitrans grading list")

    def problem(self, exercise):
        """Why an exercise cannot run at all, or ''."""
        if exercise not in self.problems:
            self.problems[exercise] = self.missing(exercise) or self.run(exercise, "load")
        return self.problems[exercise]

    def missing(self, exercise):
        missing = [name for name in EXERCISES[exercise].names() if name not in self.where]
        if not missing:
            return ""
        return (
            f"{' and '.join(missing)} missing in {self.path.name}; to see what to write: "
            f"minitrans grading stub {exercise}{find_exercise(exercise, self.variant).stub_flags}"
        )

    def run(self, exercise, stage):
        """'' if the stage passes, otherwise the message for the student."""
        answer = self.ask(exercise=exercise, stage=stage, where=self.where, variant=self.variant)
        printed = plain(answer["printed"]).strip()
        return f"{answer['message']}\n  it printed:\n{printed}" if answer["message"] and printed else answer["message"]

    def ask(self, **request):
        if self.child is None:
            self.start()
        try:
            return self.child.ask(self.time_limit, **request)
        except Lost as lost:
            self.child = None
            return dict(message=str(lost), printed="")

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
