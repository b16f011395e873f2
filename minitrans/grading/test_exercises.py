"""The tests of `pytest --pyargs minitrans.grading`: one per stage of each exercise, on a submission or the library."""

import pytest

from .exercises import EXERCISES
from .runner.child import NoChild
from .runner.grader import NOT_RUN, prepare
from .runner.report import told


def pytest_generate_tests(metafunc):
    """One test per stage of the exercises to grade, and one skipped test for each other exercise."""
    config = metafunc.config
    if not hasattr(config, "grader"):
        config.grader = prepare(config.option, None)
    tests = [pytest.param(each, id=f"{each.exercise}-{each.stage}") for each in config.grader.planned()]
    absent = pytest.mark.skip(reason="not in this submission")
    tests += [pytest.param(None, id=name, marks=absent) for name in EXERCISES if name not in config.grader.exercises]
    metafunc.parametrize("planned", tests)


def test_stage(planned, pytestconfig):
    try:
        result = pytestconfig.graded[planned] = pytestconfig.grader.result(planned)
    except NoChild as error:
        pytest.exit(str(error), pytest.ExitCode.INTERNAL_ERROR)
    if result.finding is NOT_RUN:
        pytest.skip("see the first stage of this exercise")
    if result.finding:
        pytest.fail(told(result.finding), pytrace=False)
