"""The library passes the stages of every exercise; and the grader as tests of pytest."""

import re

import pytest

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.folder import start
from minitrans.grading.runner.worker import run_stage

from .solved import SOFTMAX, WRONG, write_parts

STAGES = [(name, stage) for name, exercise in EXERCISES.items() for stage in exercise.stages()]


@pytest.mark.parametrize(("name", "stage"), STAGES, ids=" ".join)
def test_library_passes(name, stage, xp):
    assert run_stage(EXERCISES[name], stage, EXERCISES[name].wants, 0, xp) is None


def passed(run, *flags, cwd):
    """(exit code, {outcome: number of tests}, what it has printed)"""
    done = run("pytest", "-q", "-o", "addopts=", "-p", "no:cacheprovider", *flags, cwd=cwd)
    last = done.stdout.strip().splitlines()[-1]
    return (
        done.returncode,
        {what: int(n) for n, what in re.findall(r"(\d+) (passed|failed|skipped)", last)},
        done.stdout,
    )


@pytest.mark.slow
@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one process", "two"])
def test_grader_as_tests(run, tmp_path, workers):
    (tmp_path / "mine.py").write_text(WRONG, encoding="utf-8")
    (tmp_path / "right.py").write_text(SOFTMAX, encoding="utf-8")
    flags = ["-p", "minitrans.grading.plugin", "--pyargs", "minitrans.grading", *workers, "--submission"]
    assert passed(run, *flags, "right.py", cwd=tmp_path)[:2] == (0, {"passed": 6})
    code, counts, text = passed(run, *flags, "mine.py", cwd=tmp_path)
    assert code == 1 and counts["failed"] and "the sign: " in text
    code, counts, text = passed(run, *flags, "nowhere.py", cwd=tmp_path)
    assert code == 1 and counts == {"failed": 1}


@pytest.mark.slow
def test_pytest_in_a_program_checks_what_is_written(run, tmp_path):
    start(folder := tmp_path / "my_transformer")
    assert passed(run, cwd=folder)[:2] == (0, {"skipped": 1})
    write_parts(folder, "softmax")
    assert passed(run, cwd=folder)[:2] == passed(run, cwd=tmp_path)[:2] == (0, {"passed": 6})


@pytest.mark.slow
def test_other_sessions_of_pytest_do_not_notice_minitrans(run, tmp_path):
    (tmp_path / "test_other.py").write_text(
        "import sys\n\ndef test_it():\n    assert not any(name.startswith('minitrans') for name in sys.modules)\n",
        encoding="utf-8",
    )
    assert passed(run, cwd=tmp_path)[:2] == (0, {"passed": 1})
