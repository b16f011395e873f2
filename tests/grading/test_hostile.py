"""Submissions that harm the grader, on purpose or not: they lose points, and neither the grader nor its report."""

import csv
import os
import py_compile
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import pytest

from minitrans.grading import grade
from minitrans.grading.folder import start
from minitrans.grading.runner.child import NoChild
from minitrans.grading.runner.grader import SubmissionGrader

from .solved import LINE, SOFTMAX, STAGES, WRONG, text_of, with_line

pytestmark = pytest.mark.slow  # each test starts graders of its own

has_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")


WRITES = """
def writes(fd):
    try:
        return os.write(fd, b"[4, 5]\\n") < 0
    except OSError:
        pass
"""
LOST = "ended in the middle of this check"
HOSTILE = {
    "exception": ("raise KeyError(7)", f"KeyError: 7 (my_work.py, line {LINE}, in softmax_forward)"),
    "exit": ("raise SystemExit(0)", f"SystemExit: 0 (my_work.py, line {LINE}"),
    "death": ("import os; os._exit(0)", f"{LOST} (exit code 0)"),
    "own assertion": ("assert x is None, 'mine'", f"AssertionError: mine (my_work.py, line {LINE}"),
    "assertion of NumPy": ("np.testing.assert_equal(1, 2)", f"(my_work.py, line {LINE}"),
    "input": ("input()", "EOFError"),
    "recursion": ("softmax_forward(x, mask)", "RecursionError"),
    "rubbish": ("print('rubbish' * 10**6); raise ValueError", "rubbish"),
    "long message": ("raise ValueError('long' * 10**7)", "ValueError: long"),
    "no message": ("raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})", f"Odd (my_work.py, line {LINE}"),
    "broken channel": ("import os; os.closerange(0, 99); raise ValueError", LOST),
    "forged answer": ("global os; import os; any(writes(fd) for fd in range(3, 99))", "wrote where the grader expects"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_submission_fails_and_the_grader_goes_on(submit, kind):
    line, words = HOSTILE[kind]
    graded = submit(with_line(line) + WRITES + text_of("linear"))
    assert graded.code == 1 and graded.report["score"] == 100
    assert all(words in graded.messages[f"softmax: {stage}"] for stage in STAGES)
    assert all(len(message) < 2500 for message in graded.messages.values())


ODD = {
    "silent": "import builtins\nbuiltins.print = lambda *args, **options: None\n",
    "its own stdout": "import sys\nsys.stdout.reconfigure(encoding='utf-8')\nsys.stdout = None\n",
    "a dataclass": "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    "@dataclass\nclass Shape:\n    rows: int\n",
    "two of it": "import os\nos.fork()\n",
    "a thread": "import threading\ndef talk():\n    while True: print('x' * 1000)\n"
    "threading.Thread(target=talk).start()\n",
    "folders": "import os\nfor _ in range(1200):\n    os.mkdir('d')\n    os.chdir('d')\n",
    "end": "import atexit, time\natexit.register(time.sleep, 1000)\n",
}


@pytest.mark.parametrize("kind", ODD)
def test_odd_submission_that_is_right_has_all_points(submit, kind):
    graded = submit(ODD[kind] + SOFTMAX)
    assert graded.report["score"] == 100 and graded.code == 0, graded.out


def test_submission_cannot_replace_its_report(tmp_path, submit):
    """The child is killed before the report is written, so nothing of the submission writes after it."""
    report = str(tmp_path / "report.json")
    writes = f"import threading, time\ndef write():\n    while True:\n        open({report!r}, 'w').write('{{}}')\n"
    writes += "        time.sleep(0.01)\nthreading.Thread(target=write).start()\n"
    assert submit(writes + WRONG).report["score"] == 40


def test_endless_loop_is_stopped_at_each_check(submit):
    graded = submit(SOFTMAX.replace("return (y", "while True: print('x')\n    return (y"), "--time-limit", "1")
    assert graded.code == 1
    assert [graded.scores[f"softmax: {stage}"] for stage in STAGES] == [0, 20, 0, 0, 0, 0]
    assert graded.messages["softmax: gradient"] == "stopped after 1 seconds: an endless loop?"


def test_submission_that_gives_no_answer_and_does_not_end_is_killed(submit):
    graded = submit(f"import os\nos.closerange(0, 99)\nwhile True: pass\n{SOFTMAX}")
    assert LOST in graded.messages["softmax: interface"]


def test_terminal_is_not_steered(submit):
    text = "\x1b[2J\x1b]0;mine\x07\r\x9b\u202e"
    graded = submit(with_line(f"print({text!r}); raise ValueError({text!r})"), name="my\x1b[31m.py")
    for shown in (graded.out, *graded.messages.values(), graded.report["output"], str(graded.report["extra_data"])):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", shown)
    assert r"ValueError: \x1b[2J" in graded.messages["softmax: forward"]
    assert "it printed:\n\\x1b[2J" in graded.messages["softmax: forward"]


@pytest.fixture
def at_start(tmp_path, monkeypatch):
    """at_start(line): each child of the grader runs it when its Python starts."""

    def planted(line):
        source = f"import os, sys, time\nif 'minitrans.grading.runner.worker' in sys.orig_argv:\n    {line}\n"
        (tmp_path / "sitecustomize.py").write_text(source, encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)

    return planted


def test_a_slow_start_is_no_fault_of_a_submission(submit, at_start):
    at_start("time.sleep(6)")
    assert submit(SOFTMAX, "--time-limit", "5").report["score"] == 100


def test_grader_that_cannot_start_grades_nothing(tmp_path, run, at_start):
    at_start("os._exit(1)")
    (tmp_path / "mine.py").write_text(SOFTMAX, encoding="utf-8")
    done = run("minitrans", "grade", "mine.py", "--report", "report.json", cwd=tmp_path)
    assert done.returncode == 3 and "did not start" in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "report.json").exists()


def test_a_folder_that_cannot_be_removed_stays(tmp_path, monkeypatch):
    """A submission can make its files immutable; its points are right all the same."""
    (tmp_path / "mine.py").write_text(SOFTMAX, encoding="utf-8")
    grader = SubmissionGrader(tmp_path / "mine.py")
    grader.read()
    folder, process = grader.child.folder, grader.child.process
    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", mock.Mock(side_effect=PermissionError))
        grader.close()
    assert Path(folder.name).is_dir() and process.returncode is not None
    for left in (Path(folder.name), grader.found.parents[2]):
        shutil.rmtree(left)


def test_asserts_of_a_submission_count(submit, monkeypatch):
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    graded = submit(with_line("assert x is None, 'mine'"))
    assert "AssertionError: mine" in graded.messages["softmax: forward"]


def test_a_notebook_is_not_steered_either(capsys):
    def softmax_forward(x, mask=None):
        raise ValueError("\x1b[31mred")

    grade("softmax", softmax_forward, None)
    grade("03/1", "\x1b[31mred")
    assert "\x1b" not in capsys.readouterr().out


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@has_proc
@pytest.mark.parametrize("end", ["TERM", "KILL", "INT", None])
def test_nothing_outlives_the_grader(tmp_path, end):
    """Neither the child, in a function that keeps Python's lock, nor what it has started."""
    start = "import os, subprocess; other = subprocess.Popen(['sleep', '600'])"
    tell = "open(FILE + '.pids', 'w').write(f'{os.getpid()} {other.pid} .')"
    source = f"FILE = {str(tmp_path / 'mine')!r}\n{start}\n{tell}\n{'sum(range(10**13))' if end else ''}\n{SOFTMAX}"
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "minitrans", "grade", "mine.py", "--time-limit", "60"]
    (tmp_path / "temporary").mkdir()
    environment = os.environ | dict(TMPDIR=str(tmp_path / "temporary"))
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    grader = subprocess.Popen(command, cwd=tmp_path, env=environment, **quiet)
    pids = []
    try:
        told = tmp_path / "mine.pids"
        assert until(lambda: told.exists() and told.read_text().endswith("."))
        if end:
            grader.send_signal(signal.Signals[f"SIG{end}"])
        grader.wait(60)
        pids = [int(pid) for pid in told.read_text().split()[:2]]
        assert until(lambda: not any(map(alive, pids)))
        assert end == "KILL" or not list((tmp_path / "temporary").iterdir())
    finally:
        grader.kill()
        grader.wait()
        for pid in filter(alive, pids):
            os.kill(pid, signal.SIGKILL)


def until(condition, seconds=30):
    """Whether it comes true."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


WORKER = "import sys\nworker = sys.modules['__main__']\n"
SPOILS = """
from pathlib import Path
for each in Path(__file__).parents[1].glob("*/*.py"):
    each.write_text("x = 1")
"""
HELPED = "from helper import f\n" + with_line("f()")
FORGED = f"{WORKER}worker.Worker.check = lambda *a, **k: dict(finding=dict(what='x', printed=5))\n{SOFTMAX}"
ODD_CLASS = {  # {name: (its points, {file: its text, or where a link leads})}
    "ann": (100, {"softmax.py": SOFTMAX}),
    "eve": (100, {"softmax.py": SPOILS + SOFTMAX}),
    "fay": (0, {"softmax.py": "../ann/softmax.py"}),
    "gil": (0, {".": "ann"}),
    "hal": (0, {".": "nowhere"}),
    "ivy": (0, {"softmax.py": f"{WORKER}worker.run_stage = lambda *a, **k: ''\n{SOFTMAX}"}),
    "joe": (0, {"softmax.py": FORGED}),
    "kim": (0, {"softmax.py": HELPED, "helper.py": "def f():\n    raise ValueError\n"}),
    "amy": (0, {"softmax.py": "def softmax_forward(x):\n    ...\n\n\ndef softmax_backward(dy, cache):\n    ...\n"}),
    "zoe": (100, {"softmax.py": HELPED, "helper.py": "def f():\n    pass\n"}),
}


def test_no_submission_changes_the_points_of_another(tmp_path, run):
    for name, (_, files) in ODD_CLASS.items():
        for file, text in files.items():
            path = tmp_path / name / file
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8") if "\n" in text else path.symlink_to(text)
    compiled = tmp_path / "kim" / "__pycache__" / f"helper.{sys.implementation.cache_tag}.pyc"
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(tmp_path / "zoe" / "helper.py", compiled, invalidation_mode=unchecked)
    (tmp_path / "bad.zip").write_bytes(b"PK")
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    done = run("minitrans", "grade", *ODD_CLASS, "bad.zip", "--csv", "t.csv", cwd=tmp_path)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()))
    expected = {name: points for name, (points, _) in ODD_CLASS.items()} | {"bad.zip": 0}
    assert {row["submission"]: float(row["total"]) for row in rows} == expected
    assert done.stderr.count("is a link") == 3 and done.stderr.count("cannot be unpacked") == 1
    assert "amy  0  softmax is not written yet\n" in done.stderr
    after = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    assert after.pop(tmp_path / "t.csv") and after == before


@pytest.mark.parametrize("step", ["read", "problem"])
def test_what_is_graded_is_written_at_once(tmp_path, monkeypatch, command, step):
    """Also if the machine cannot go on; any other fault of the grader costs one submission its points, and not all."""
    names = ["ann.py", "bob.py", "cleo.py"]
    for name in names:
        (tmp_path / name).write_text(SOFTMAX, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    faults, right = (
        {"bob.py": OverflowError("too long"), "cleo.py": NoChild("no child")},
        getattr(SubmissionGrader, step),
    )

    def failing(self, *arguments):
        if self.path.name in faults:
            raise faults[self.path.name]
        return right(self, *arguments)

    monkeypatch.setattr(SubmissionGrader, step, failing)
    ended = command("grade", *names, "--csv", "t.csv")
    assert ended.code == 3 and ended.err.endswith("error: no child\n")
    rows = csv.DictReader((tmp_path / "t.csv").read_text(encoding="utf-8").splitlines())
    assert [(row["submission"], row["total"]) for row in rows] == [("ann.py", "100"), ("bob.py", "0")]
    ended = command("grade", "bob.py")
    assert ended.code == 1 and "the grader failed here: OverflowError: too long" in ended.out


STARTS = {
    "while True: pass": "stopped after 1 seconds: an endless loop?",
    "while True: print('x' * 1000)": "stopped after 1 seconds: an endless loop?",
    "import os; os._exit(0)": "ended in the middle of this check (exit code 0)",
    "raise SystemExit('mine')": "SystemExit: mine",
    "assert False": "AssertionError",
}


@pytest.mark.parametrize("line", STARTS)
def test_program_that_does_not_start_is_ended(tmp_path, command, line):
    start(tmp_path / "mine")
    with (tmp_path / "mine" / "translator.py").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    ended = command("grade", tmp_path / "mine", "--time-limit", "1")
    assert ended.code == 1 and ended.out.splitlines()[-1].startswith("python -m mine does not start: ")
    assert ended.out.endswith(f"{STARTS[line]}\n")


@pytest.mark.parametrize("name", ["my_transformer (1)", "os; open('PWNED','w') #", "-c", "a'b", "__import__('os')"])
def test_name_of_a_folder_is_no_code(tmp_path, monkeypatch, command, name):
    monkeypatch.chdir(tmp_path)
    start(Path("mine"))
    Path("mine").rename(name)
    ended = command("grade", f"./{name}")
    assert ended.code == 0 and "does not start" not in ended.out and list(tmp_path.iterdir()) == [tmp_path / name]
