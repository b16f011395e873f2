"""The grader as tests: pytest -p minitrans.grading.plugin --pyargs minitrans.grading --submission FILE

Each stage of each exercise in a file, a notebook or a folder is a test.
"""

from pathlib import Path

import pytest

from ..system.errors import UserError
from .runner.grader import NOT_RUN, SubmissionGrader, Unwritten
from .runner.report import told


def pytest_addoption(parser):
    parser.addoption("--submission", type=Path, required=True, metavar="PATH", help="what to grade")


def pytest_ignore_collect(collection_path):
    """Of this package, collect only test_exercises.py, and not the tests of our program."""
    return True if collection_path.name == "test_parts.py" else None


def stages(path):
    """The parameters of `check`, a pytest.param for each stage"""
    grader = SubmissionGrader(path)
    try:
        grader.read()
    except Unwritten as error:
        return [pytest.param(grader, None, marks=pytest.mark.skip(str(error)))]
    except UserError as error:
        grader.refuse(str(error))
    return [pytest.param(grader, each, id=f"{each.exercise}-{each.stage}") for each in grader.planned()]


def check(grader, planned):
    finding = grader.result(planned).finding
    if finding is NOT_RUN:
        pytest.skip("see the first stage of this exercise")
    if finding:
        pytest.fail(told(finding), pytrace=False)
