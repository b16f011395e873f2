"""What `pytest --pyargs minitrans.grading` collects: see plugin.py."""

from .plugin import check, stages


def pytest_generate_tests(metafunc):
    metafunc.parametrize(("grader", "planned"), stages(metafunc.config.option.submission))


def test_stage(grader, planned):
    check(grader, planned)
