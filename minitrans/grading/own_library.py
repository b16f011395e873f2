"""`minitrans train --ops FILE`: grade what a student has written, then train with it; ours fills what is missing."""

import shlex
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np

from ..ops import TABLE
from ..system.errors import UserError, say
from ..training.rescue import resume_command
from ..training.substitutes import Chunked, Substitutes
from .exercises import EXERCISES
from .exercises.compose import WITHOUT_DROPOUT, compose
from .runner.explaining import explain
from .runner.grader import SubmissionGrader
from .runner.loading import find, load
from .runner.report import told
from .table import first_failure
from .variants import find_exercise

NO_ROW = {"post": {"residual", "layer_norm"}, "pre": {"add_norm"}}  # what a model with this norm does not run
MODEL = "linear", "embed", "attention", "feed_forward", "add_norm", "residual", "layer_norm", "project_loss"


class OwnLibrary:
    """The graded work of a student in a file, notebook or folder.  UserError, after the messages, if some is wrong."""

    def __init__(self, path, config):
        self.path, self.parts, loaded = path, [], {}
        if config.backend != "numpy":
            raise UserError(f"--ops {path}: your operations run on NumPy; leave out --backend {config.backend}")
        say(f"grading {path}")
        written, self.grader = graded(path)
        grader = self.grader
        self.where, variant = grader.where, grader.variant
        if config.attention_dropout and (whole := [name for name in WITHOUT_DROPOUT if name in written]):
            raise UserError(f"--ops {path}: your {whole[0]} has no dropout of the weights; add --attention-dropout 0")
        sys.path.append(str(grader.folder))
        for file in dict.fromkeys(self.where.values()):
            loaded[file] = load(Path(file), self.parts)
        functions = {}
        for name in written:
            own = [find(loaded[self.where[each]], each, Path(self.where[each])) for each in EXERCISES[name].names()]
            functions[name] = find_exercise(name, variant).standard(*own)
        self.substitutes, used = substitutes_for(functions, config)
        say(f"  yours: {', '.join(name for name in functions if name in used) or 'nothing'}; the rest is ours")

    @contextmanager
    def explained(self, run):
        """Turn an exception that the student's work has raised during training into one line."""
        try:
            yield
        except (UserError, OSError, MemoryError):
            raise
        except Exception as error:
            what = told(explain(error, self.parts), full=False).splitlines()[0]
            again = f"{resume_command(run)} --ops {shlex.quote(str(self.path))}"
            raise UserError(f"{what}, with your operations in place; correct it, then {again}") from None


def graded(path):
    """Run all stages -> (right exercises, the grader)"""
    try:
        path.stat()
    except OSError as error:
        raise UserError(f"--ops {path}: {error.strerror}") from None
    grader, right, wrong = SubmissionGrader(path), [], []
    try:
        grader.read()
        for name in grader.exercises:
            stage, finding = first_failure(grader, name)
            if finding and finding.written:
                say(f"{name}, {stage}: {told(finding)}")
                wrong.append(name)
            elif not finding:
                right.append(name)
        if wrong:
            command = f"minitrans grade {shlex.quote(str(path))}"
            raise UserError(f"--ops {path}: not right yet: {', '.join(wrong)} (see above); for all stages: {command}")
        return right, grader
    finally:
        grader.stop()


def substitutes_for(functions, config):
    """{exercise: its functions} -> (Substitutes, the exercises that training uses)"""
    rows, inside = compose({name: pair for name, pair in functions.items() if name in TABLE})
    own = Substitutes(rows)
    used = {name for row in MODEL if row not in NO_ROW[config.norm] for name in inside.get(row, [])}
    if "learning_rate" in functions:
        own = own._replace(schedule=functions["learning_rate"][0])
    if "sinusoids" in functions and config.positions == "sinusoidal":
        own = own._replace(sinusoids=functions["sinusoids"][0])
    if "adam" in functions:
        (adam,) = functions["adam"]
        optimizer = adam(np.zeros(3))
        if all(getattr(getattr(optimizer, name, None), "shape", None) == (3,) for name in "mv"):
            own = own._replace(adam=partial(Chunked, adam))
        else:
            say("  ours is used for adam: a checkpoint needs the moments of yours as arrays self.m and self.v")
    theirs = dict(learning_rate=own.schedule, sinusoids=own.sinusoids, adam=own.adam)
    before = Substitutes()
    return own, used | {name for name, each in theirs.items() if each not in (before.schedule, before.adam, None)}
