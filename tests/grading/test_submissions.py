"""Grading as an instructor does it: pytest in another folder, on submissions that are right, wrong, or hostile."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

SOLUTIONS = Path(__file__).parent / "solutions"
SOFTMAX = (SOLUTIONS / "softmax.py").read_text(encoding="utf-8")
STAGES = "interface forward gradient adversarial invariants integration".split()


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


def run(*arguments, cwd):
    command = [sys.executable, "-m", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8")


@pytest.fixture
def grade(tmp_path):
    """grade(path, *flags) -> Graded, in a folder that has nothing to do with the library."""

    def graded(path, *flags):
        report = tmp_path / "report.json"
        options = ["-q", "-p", "no:cacheprovider", "--pyargs", "minitrans.grading", "--report", report, *flags]
        done = run("pytest", *options, "--submission", path, cwd=tmp_path)
        assert done.stderr == ""
        return Graded(done.returncode, done.stdout, json.loads(report.read_text(encoding="utf-8")))

    return graded


@pytest.fixture
def submit(tmp_path, grade):
    """submit(source, *flags): a file with this text, graded."""

    def submitted(source, *flags, name="my_work.py"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return grade(path, *flags)

    return submitted


def with_line(line):
    """The softmax solution with a line put into its forward."""
    return SOFTMAX.replace("    total =", f"    {line}\n    total =")


def test_right_submission_has_all_points(submit):
    graded = submit(SOFTMAX)
    assert graded.code == 0 and graded.report["score"] == 100
    assert list(graded.scores) == [f"softmax: {stage}" for stage in STAGES]
    assert "softmax  100 / 100" in graded.out
    assert re.search(r"6 passed, \d+ skipped", graded.out)


def test_wrong_submission_loses_the_stages_it_fails_and_is_told_why(submit):
    graded = submit(SOFTMAX.replace("return (y", "return (-y"))
    assert graded.code == 1
    assert [stage for stage in STAGES if not graded.scores[f"softmax: {stage}"]] == [
        "gradient",
        "adversarial",
        "integration",
    ]
    assert "the sign: it is right times -1" in graded.messages["softmax: gradient"]
    assert graded.out.count("the sign: it is right times -1") >= 2  # in full, and in the table of points


@pytest.mark.parametrize(
    ("old", "new", "points", "words"),
    [
        ("backward(dy, y):", "backward(dy, y=0, *, z):", 20, "missing 1 required keyword-only argument: 'z'"),
        ("backward(dy, y):", "backward(dy):", 20, "takes 1 positional argument but 2 were given"),
        ("forward(x, mask=None):", "forward(x):\n    mask = None", 0, "unexpected keyword argument 'mask'"),
    ],
)
def test_wrong_signature_is_named_and_the_right_one_too(submit, old, new, points, words):
    graded = submit(SOFTMAX.replace(old, new))
    assert graded.report["score"] == points
    message = graded.messages["softmax: interface"]
    assert words in message and "wanted: softmax_forward(x, mask=None), softmax_backward(dy, cache)" in message
    assert all("something unusual" not in message for message in graded.messages.values())


def test_missing_function_is_one_clear_failure(submit):
    graded = submit(SOFTMAX[: SOFTMAX.index("def softmax_backward")])
    assert graded.code == 1 and graded.report["score"] == 0
    assert re.search(r"1 failed, \d+ skipped", graded.out)
    assert "softmax_backward missing in my_work.py" in graded.messages["softmax: interface"]


def test_exercise_that_is_asked_for_counts_when_it_is_absent_and_no_other_does(submit):
    graded = submit(SOFTMAX, "--exercise", "layer_norm")
    assert graded.code == 1 and set(graded.scores.values()) == {0}
    assert all(name.startswith("layer_norm") for name in graded.scores)


HOSTILE = {
    "exception": ("raise KeyError(7)", "KeyError: 7 (my_work.py, line 9, in softmax_forward)"),
    "exit": ("raise SystemExit(0)", "SystemExit: 0 (my_work.py, line 9"),
    "death": ("import os; os._exit(0)", "ended in the middle of this check (exit code 0)"),
    "own assertion": ("assert x is None, 'mine'", "AssertionError: mine (my_work.py, line 9"),
    "input": ("input()", "EOFError"),
    "recursion": ("softmax_forward(x, mask)", "RecursionError"),
    "rubbish": ("print('rubbish' * 10**6); raise ValueError", "rubbish"),
    "broken channel": ("import os; os.closerange(0, 99); raise ValueError", "ended in the middle of this check"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_submission_fails_and_the_grader_goes_on(submit, kind):
    line, words = HOSTILE[kind]
    graded = submit(with_line(line) + "\n" + (SOLUTIONS / "linear.py").read_text(encoding="utf-8"))
    assert graded.code == 1 and graded.report["score"] == 100
    assert all(words in graded.messages[f"softmax: {stage}"] for stage in STAGES)
    assert all(len(message) < 2000 for message in graded.messages.values())


def test_endless_loop_is_stopped_at_each_check(submit):
    graded = submit(SOFTMAX.replace("return (y", "while True: print('x')\n    return (y"), "--time-limit", "1")
    assert graded.code == 1
    assert [graded.scores[f"softmax: {stage}"] for stage in STAGES] == [0, 20, 0, 0, 0, 0]
    assert graded.messages["softmax: gradient"] == "stopped after 1 seconds: an endless loop?"


@pytest.fixture
def at_start(tmp_path, monkeypatch):
    """at_start(line): each child of the grader runs it when its Python starts."""

    def planted(line):
        source = f"import os, sys, time\nif 'minitrans.grading.worker' in sys.orig_argv:\n    {line}\n"
        (tmp_path / "sitecustomize.py").write_text(source, encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)

    return planted


def test_a_slow_start_is_no_fault_of_a_submission(submit, at_start):
    at_start("time.sleep(6)")
    assert submit(SOFTMAX, "--time-limit", "5").report["score"] == 100


def test_grader_that_cannot_start_grades_nothing(tmp_path, at_start):
    at_start("os._exit(1)")
    (tmp_path / "mine.py").write_text(SOFTMAX, encoding="utf-8")
    flags = ["--submission", "mine.py", "--report", "report.json"]
    done = run("pytest", "-q", "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    assert done.returncode == 3 and "did not start" in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "report.json").exists()


@pytest.mark.parametrize("line", ["while True: pass", "1 / 0", "exit()"])
def test_file_that_cannot_be_loaded_is_one_failure(submit, line):
    graded = submit(f"{SOFTMAX}\n{line}\n", "--time-limit", "2")
    assert graded.code == 1 and graded.report["score"] == 0
    assert re.search(r"1 failed, \d+ skipped", graded.out)


REFUSED = {
    "star": "from minitrans.ops.softmax import *",
    "module": "import minitrans.ops as ops\nsoftmax_forward = ops.softmax_forward",
    "inside a function": "def softmax_forward(x):\n    from minitrans import ops",
    "by name": "import importlib\nops = importlib.import_module('minitrans.ops.softmax')",
    "grade in a file": "from minitrans.grading import grade, inline",
    "another framework": "import torch",
    "in a try": "try:\n    import jax.numpy as jnp\nexcept ImportError:\n    pass",
    "syntax": "def softmax_forward(x:",
    "nothing asked for": "x = 1",
    "not text": "\0",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_submission_scores_nothing_and_says_why(submit, kind):
    graded = submit(REFUSED[kind])
    assert graded.code == 1 and graded.report["score"] == 0
    (message,) = graded.messages.values()
    assert "\n" not in message and "my_work.py" in message


def test_instructor_may_allow_imports(submit):
    assert submit("from minitrans.ops.softmax import *", "--allow-imports").report["score"] == 0  # defines nothing
    source = "from minitrans import ops\nsoftmax_forward, softmax_backward = ops.TABLE['softmax']"
    assert submit(source, "--allow-imports").report["score"] == 100
    assert submit(source).report["score"] == 0


def notebook(*sources):
    cells = [dict(cell_type="markdown", source="# mine")] + [dict(cell_type="code", source=each) for each in sources]
    return json.dumps(dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5))


def test_notebook_is_graded_by_its_definitions_alone(submit):
    first, second = SOFTMAX.split("def softmax_backward")
    cells = ["%matplotlib inline\nfrom minitrans.grading import grade\n!ls", first, "1 / 0", "x = never_defined"]
    cells += [f"def softmax_backward{second}", "grade('softmax', softmax_forward, softmax_backward)", "%%bash\nls"]
    assert submit(notebook(*cells), name="mine.ipynb").report["score"] == 100


def test_lines_of_ipython_are_no_fault_of_a_notebook(submit):
    first, second = SOFTMAX.split("def softmax_backward")
    lines = ["softmax_forward?", "np.exp??", "?softmax_forward", "files = !ls", "a, b = !ls", "x = %timeit -o 3"]
    cells = ["\n".join([*lines, first]), f"%%time\n\ndef softmax_backward{second}", "%%timeit -n 1\nx = 1"]
    graded = submit(notebook(*cells, "%%timeline\n<svg>", "%%html\n<b>"), name="mine.ipynb")
    assert graded.report["score"] == 100, graded.out


IN_A_BLOCK = textwrap.indent(SOFTMAX, "    ")
FORMS = {
    "annotated": SOFTMAX.replace(
        "def softmax_backward(dy, y):\n    return", "softmax_backward: object = lambda dy, y:"
    ),
    "if": f"if True:\n{IN_A_BLOCK}",
    "except": f"try:\n    import no_such_module\nexcept ImportError:\n{IN_A_BLOCK}",
    "with": f"import warnings\nwith warnings.catch_warnings():\n{IN_A_BLOCK}",
}


@pytest.mark.parametrize("form", FORMS)
def test_definition_may_have_any_form(submit, form):
    assert submit(FORMS[form]).report["score"] == 100
    block_that_fails = "if True:\n    x = 1 / 0"
    assert submit(notebook(FORMS[form], block_that_fails), name="mine.ipynb").report["score"] == 100


def test_fault_in_a_notebook_is_named_by_cell(submit):
    graded = submit(notebook("import numpy as np", with_line("1 / 0")), name="mine.ipynb")
    assert "mine.ipynb, cell 3, line 9" in graded.messages["softmax: forward"]


def test_folder_is_one_submission_whose_files_may_use_each_other(tmp_path, grade):
    folder = tmp_path / "homework"
    folder.mkdir()
    trial = "if __name__ == '__main__':\n    x = 1\n"
    (folder / "my_softmax.py").write_text(SOFTMAX + trial, encoding="utf-8")
    attention = "from my_softmax import softmax_forward as s, softmax_backward as ds\n"
    attention += (SOLUTIONS / "linear.py").read_text(encoding="utf-8")
    (folder / "my_linear.py").write_text(attention + trial, encoding="utf-8")
    graded = grade(folder)
    assert graded.code == 0 and graded.report["score"] == 200
    (folder / "again.py").write_text(SOFTMAX, encoding="utf-8")
    assert "defined twice" in next(iter(grade(folder).messages.values()))


def test_seed_changes_the_data(submit):
    wrong = SOFTMAX.replace("return (y", "return (-y")
    messages = [submit(wrong, "--seed", seed).messages["softmax: gradient"] for seed in (0, 0, 1)]
    assert messages[0] == messages[1] != messages[2]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--submission", "nowhere.py"], "No such file"),
        (["--exercise", "sofmax"], "sofmax: unknown"),
        (["--report", "x.json"], "needs --submission"),
        (["--submission", ".", "--report", "nowhere/x.json"], "no folder"),
        (["--submission", ".", "--report", "."], "is a folder"),
        (["--submission", ".", "--seed", "-1"], "must be a whole number from 0"),
        (["--submission", ".", "--time-limit", "0"], "must be a positive number"),
        (["--submission", ".", "--time-limit", "inf"], "must be a positive number"),
    ],
)
def test_error_of_usage_is_one_line(tmp_path, flags, words):
    done = run("pytest", "-q", "--pyargs", "minitrans.grading", *flags, cwd=tmp_path)
    assert done.returncode == 4
    assert words in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_reports_of_a_class_become_one_table(tmp_path, submit):
    reports = []
    for student, source in dict(ann=SOFTMAX, bob=SOFTMAX.replace("return (y", "return (-y")).items():
        graded = submit(source, name=f"{student}.py")
        reports.append(tmp_path / f"{student}.json")
        reports[-1].write_text(json.dumps(graded.report), encoding="utf-8")
    table = run("minitrans.grading", "csv", *reports, cwd=tmp_path).stdout
    assert list(csv.DictReader(io.StringIO(table))) == [
        dict(submission="ann.py", softmax="100", total="100"),
        dict(submission="bob.py", softmax="40", total="40"),
    ]
    (tmp_path / "bad.json").write_text("[]", encoding="utf-8")
    done = run("minitrans.grading", "csv", "bad.json", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("error: bad.json") and done.stderr.count("\n") == 1
