"""Runs the grader like an instructor: `minitrans grade` as a process, in another folder."""

import json
import subprocess
import sys
import types
from pathlib import Path
from typing import NamedTuple

import pytest

import minitrans
from minitrans.grading.exercises import EXERCISES
from minitrans.grading.folder import read_parts

SOLUTIONS = Path(__file__).parent / "solutions"
PACKAGE = "minitrans.grading.my_transformer"  # where `from .heads import ...` in a solution finds the other parts


def defined_in(source, name="mine.py"):
    """What the text of a solution defines."""
    module = types.ModuleType(f"{PACKAGE}.mine")
    module.__package__ = PACKAGE
    exec(compile(source, name, "exec"), vars(module))
    return vars(module)


def solution(name):
    """The functions of a right answer to an exercise."""
    defined = defined_in((SOLUTIONS / f"{name}.py").read_text(encoding="utf-8"))
    return [defined[wanted] for wanted in EXERCISES[name].names()]


def write_parts(folder, **files):
    """Put these solutions into a program, as a reader who edits it would.  files: {part: a file with it}"""
    parts = read_parts(folder)
    for name, file in files.items():
        if name in parts:
            target, part = parts[name]
            text, code = target.read_text(encoding="utf-8"), file.read_text(encoding="utf-8")
            header = f"# Part: {name}, chapter {part.chapter}.  Yours.\n"
            assert text.count(part.code) == 1
            start = text.index(part.code)
            text = text[: text.rindex("# Part:", 0, start)] + header + code + "\n\n" + text[start + len(part.code) :]
            target.write_text(text, encoding="utf-8")


class Graded(NamedTuple):
    code: int
    out: str
    report: dict

    @property
    def scores(self):
        return {test["name"]: test["score"] for test in self.report["tests"]}

    @property
    def messages(self):
        return {test["name"]: test["output"] for test in self.report["tests"]}


@pytest.fixture(scope="session")
def solutions():
    """The folder with one right submission for each exercise."""
    return SOLUTIONS


@pytest.fixture(scope="session")
def package():
    """The folder of the library."""
    return Path(minitrans.__file__).parent


@pytest.fixture(scope="session")
def run():
    """run(module, *arguments, cwd=folder): run `python -m module arguments` as a process."""
    return run_module


def run_module(*arguments, cwd):
    command = [sys.executable, "-m", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8")


@pytest.fixture
def grade(tmp_path):
    """grade(path, *flags) -> Graded.  It runs in an empty folder outside the repository."""

    def graded(path, *flags):
        report = tmp_path / "report.json"
        done = run_module("minitrans", "grade", path, "--report", report, *flags, cwd=tmp_path)
        assert done.stderr == ""
        return Graded(done.returncode, done.stdout, json.loads(report.read_text(encoding="utf-8")))

    return graded


@pytest.fixture
def submit(tmp_path, grade):
    """submit(source, *flags): grade a file with this text."""

    def submitted(source, *flags, name="my_work.py"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return grade(path, *flags)

    return submitted
