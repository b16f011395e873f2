"""What `pytest --pyargs minitrans.grading` runs: every stage of every exercise, on a submission or on the library."""

import pytest

from .exercises import EXERCISES
from .grader import prepare
from .report import Result


def pytest_generate_tests(metafunc):
    """A test for each stage of the exercises that are graded, one to be skipped for each of the others."""
    config = metafunc.config
    if not hasattr(config, "grading"):
        config.grading = prepare(config.option)
    _, graded = config.grading
    tests = []
    for i, name in enumerate([*EXERCISES, "submission"]):
        stages = EXERCISES[name].stages() if name in EXERCISES else {"reading": 100}
        if name in graded:
            tests += [
                pytest.param(name, stage, points, (i, j), id=f"{name}-{stage}")
                for j, (stage, points) in enumerate(stages.items())
            ]
        elif name in EXERCISES:
            absent = pytest.mark.skip(reason="not in this submission")
            tests.append(pytest.param(name, "", 0, (i, 0), id=name, marks=absent))
    metafunc.parametrize(("exercise", "stage", "points", "order"), tests)


@pytest.fixture(scope="module")
def grader(pytestconfig):
    grader, _ = pytestconfig.grading
    yield grader
    grader.close()


def test_stage(exercise, stage, points, order, grader, record_property):
    problem = grader.problem(exercise)
    if problem and order[1] > 0:
        message = "not run"
    else:
        message = problem or grader.run(exercise, stage)
    record_property("grading", Result(exercise, stage, 0 if message else points, points, message, order)._asdict())
    if message == "not run":
        pytest.skip("see the first stage of this exercise")
    if message:
        pytest.fail(message, pytrace=False)
