"""Runs the grader like an instructor: `minitrans grade` as a process, in another folder."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import minitrans


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
