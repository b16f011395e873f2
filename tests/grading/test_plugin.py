"""The pytest plugin: its options exist in sessions that grade, and other projects do not notice it."""

import json
import re
from pathlib import Path

import pytest

from .solved import SOFTMAX, SOLUTIONS

pytestmark = pytest.mark.slow

CONFTEST = """
def pytest_addoption(parser):
    for name in {names}:
        parser.addoption(name, default="mine")
"""
TEST = """
def test_values(pytestconfig):
    assert [pytestconfig.getoption(name) for name in {names}] == {values}
"""
OPTIONS = ["--backend", "--seed", "--report"]
QUIET = ["pytest", "-q", "-p", "no:cacheprovider"]


@pytest.fixture
def project(tmp_path):
    """project(names): a folder whose conftest.py defines options with these names, and a test of their values."""

    def write(names):
        values = ["given", *["mine"] * (len(names) - 1)]
        (tmp_path / "conftest.py").write_text(CONFTEST.format(names=names), encoding="utf-8")
        (tmp_path / "test_values.py").write_text(TEST.format(names=names, values=values), encoding="utf-8")
        return tmp_path

    return write


@pytest.mark.parametrize("names", [OPTIONS, ["--submission"]], ids=" ".join)
def test_other_project_may_define_the_same_options(run, project, names):
    done = run(*QUIET, names[0], "given", cwd=project(names))
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.quick
@pytest.mark.parametrize("names", [OPTIONS, ["--submission"]], ids=" ".join)
def test_documented_command_works_in_the_folder_of_another_project(run, project, names):
    folder = project(names)
    flags = ["--submission", SOLUTIONS / "softmax.py", "--report", "report.json", "--seed", 7]
    done = run(*QUIET, "--pyargs", "minitrans.grading", *flags, cwd=folder)
    assert done.returncode == 0 and "softmax  100 / 100" in done.stdout, done.stdout + done.stderr
    assert (folder / "report.json").exists()


def test_conftest_in_the_folder_of_a_submission_does_not_run(run, tmp_path):
    homework = tmp_path / "homework"
    homework.mkdir()
    (homework / "softmax.py").write_text(SOFTMAX, encoding="utf-8")
    for folder in (tmp_path, homework):
        (folder / "conftest.py").write_text("raise SystemExit('this ran')", encoding="utf-8")
    done = run(*QUIET, "--pyargs", "minitrans.grading", "--submission", "homework/softmax.py", cwd=tmp_path)
    assert done.returncode == 0 and "this ran" not in done.stdout + done.stderr, done.stdout + done.stderr


SETTINGS = {
    "pytest.ini": "[pytest]\npython_files = *_test.py\npython_functions = check_*\n",
    "tox.ini": "[pytest]\naddopts = -k smoke --strict-config\nno_such_setting = 1\n",
    "setup.cfg": "[tool:pytest]\naddopts = -m slow --deselect x\nnorecursedirs = *\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--collect-only --ignore-glob=*'\n",
    ".pytest.ini": "[pytest]\naddopts = tests -x --rootdir=/\ntestpaths = nowhere\nusefixtures = none\n",
    "conftest.py": "collect_ignore_glob = ['*']\ndef pytest_collection_modifyitems(items): items.clear()\n",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_of_the_folder_do_not_leave_out_the_tests_of_grading(run, tmp_path, name):
    (tmp_path / name).write_text(SETTINGS[name], encoding="utf-8")
    flags = ["--submission", SOLUTIONS / "softmax.py", "--report", "report.json"]
    done = run(*QUIET, "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    assert done.returncode == 0 and "softmax  100 / 100" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "report.json").exists()


@pytest.mark.parametrize("flags", [["-k", "smoke"], ["-p", "no:python"], ["--collect-only"]], ids=" ".join)
def test_session_that_grades_nothing_says_so(run, tmp_path, flags):
    flags = [*flags, "--submission", SOLUTIONS / "softmax.py", "--report", "report.json"]
    done = run(*QUIET, "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    assert done.returncode == 3 and not (tmp_path / "report.json").exists()
    assert "ERROR: nothing was graded" in done.stdout


def test_maximum_counts_what_was_not_run(run, tmp_path):
    wrong = SOFTMAX.replace("    total =", "    1 / 0\n    total =")
    (tmp_path / "mine.py").write_text(wrong, encoding="utf-8")
    flags = ["-x", "--submission", "mine.py", "--report", "report.json"]
    done = run(*QUIET, "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert done.returncode == 1 and "softmax  0 / 100" in done.stdout
    assert sum(test["max_score"] for test in report["tests"]) == 100 and report["tests"][-1]["output"] == "not run"


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--submission", "nowhere.py"], "No such file"),
        (["--report", "x.json"], "needs --submission"),
        (["--variant", "3"], "--variant needs --submission"),
        (["--submission", ".", "--time-limit", "1e10"], "at most"),
    ],
)
def test_error_of_usage_is_one_line(tmp_path, run, flags, words):
    done = run(*QUIET, "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    assert done.returncode == 4
    assert words in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_report_that_cannot_be_written_is_one_line_after_the_score(tmp_path, run):
    flags = ["--submission", SOLUTIONS / "softmax.py", "--report", "/dev/full"]
    done = run(*QUIET, "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    assert done.returncode == 3 and done.stderr == "" and "softmax  100 / 100" in done.stdout
    assert len(re.findall(r"^ERROR: there is no report: /dev/full: cannot .*$", done.stdout, re.MULTILINE)) == 1


@pytest.mark.parametrize("flags", [["--pyargs", "minitrans.grading"], ["-p", "minitrans.grading.plugin"]], ids=" ".join)
def test_help_lists_the_options(run, tmp_path, flags):
    done = run(*QUIET, *flags, "--help", cwd=tmp_path)
    assert done.returncode == 0
    for option in ("submission", "exercise", "report", "seed", "backend", "time-limit", "allow-imports"):
        assert done.stdout.count(f"\n  --{option}") == 1


@pytest.mark.parametrize("name", ["minitrans", "minitrans.grading.test_exercises"])
def test_parts_of_the_package_count_as_grading(run, tmp_path, name):
    done = run(*QUIET, "--pyargs", name, "--exercise", "softmax", cwd=tmp_path)
    assert done.returncode == 0 and "6 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["grading", "grading/test_exercises.py", "grading/test_exercises.py::test_stage"])
def test_paths_in_the_package_count_as_grading(run, tmp_path, name, package):
    done = run(*QUIET, "-o", "addopts=", f"{package}/{name}", "--exercise", "softmax", cwd=tmp_path)
    assert done.returncode == 0 and "6 passed" in done.stdout, done.stdout + done.stderr
