"""The tests of `pytest --pyargs minitrans.grading`: one per stage of each exercise, on a submission or the library."""

import pytest

from ..system.errors import plain
from .exercises import EXERCISES
from .runner.child import NoChild
from .runner.grader import planned, prepare


def pytest_generate_tests(metafunc):
    """One test per stage of the exercises to grade, and one skipped test for each other exercise."""
    config = metafunc.config
    if not hasattr(config, "grading"):
        config.grading = prepare(config.option)
    _, graded = config.grading
    tests = [pytest.param(result, id=f"{result.exercise}-{result.stage}") for result in planned(graded)]
    absent = pytest.mark.skip(reason="not in this submission")
    tests += [pytest.param(None, id=name, marks=absent) for name in EXERCISES if name not in graded]
    metafunc.parametrize("result", tests)


def test_stage(result, pytestconfig, record_property):
    grader, _ = pytestconfig.grading
    try:
        problem = grader.problem(result.exercise)
        first = result.order[1] == 0
        message = (problem if first else "not run") if problem else grader.run(result.exercise, result.stage)
        message = plain(message)
    except NoChild as error:
        pytest.exit(str(error), pytest.ExitCode.INTERNAL_ERROR)
    except Exception as error:  # a stage that cannot run gets 0 points and stays in the report
        message = plain(f"the grader failed here: {type(error).__name__}: {error}")
    result = result._replace(score=0 if message else result.max_score, message=message)
    record_property("grading", result._asdict())
    if message == "not run":
        pytest.skip("see the first stage of this exercise")
    if message:
        pytest.fail(message, pytrace=False)
