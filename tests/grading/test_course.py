"""The list of exercises, stubs, `grade` in a notebook, the small exercises, and the zip for Gradescope."""

import inspect
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from minitrans.grading import grade, inline
from minitrans.grading.exercises import EXERCISES
from minitrans.grading.exercises.exercise import STAGES
from minitrans.grading.questions import SMALL
from minitrans.grading.runner.stub import stub, unwritten
from minitrans.grading.runner.worker import run_stage

from .solved import SOFTMAX, solution
from .test_mutants import changed

every_exercise = pytest.mark.parametrize("name", EXERCISES)


@pytest.fixture
def graded(capsys):
    """graded(...): the text that `grade` prints."""

    def printed(*arguments, **options):
        assert grade(*arguments, **options) is None
        return capsys.readouterr().out

    return printed


@every_exercise
def test_points_of_an_exercise(name):
    points = EXERCISES[name].stages()
    assert sum(points.values()) == 100
    assert list(points) == [stage for stage in STAGES if stage in points]
    assert list(points.values()) == list(STAGES.values()) or set(STAGES) - set(points)


@every_exercise
def test_stub_fails_at_every_stage_and_shows_no_solution(name):
    text = stub(EXERCISES[name])
    defined = {}
    exec(compile(text, "stub.py", "exec"), defined)
    functions = [defined[wanted] for wanted in EXERCISES[name].names()]
    for stage in EXERCISES[name].stages():
        assert not run_stage(EXERCISES[name], stage, functions, parts=["stub.py"]).written
    assert "minitrans.ops" not in text and "return y, " not in text


@pytest.mark.parametrize("name, solved", [("cross_entropy", "- q"), ("dropout", "constant"), ("attention", "merging")])
def test_stub_of_a_backward_ends_before_its_derivation(name, solved):
    assert solved in inspect.getdoc(EXERCISES[name].wants[1])
    assert solved not in stub(EXERCISES[name]).partition("_backward")[2]


def test_list_prints_a_name_first_and_then_the_signatures(command):
    ended = command("grading", "list")
    lines = ended.out.splitlines()
    assert ended.code == 0 and [line.split()[0] for line in lines] == [*EXERCISES, *SMALL]
    assert "softmax_forward(x, mask=None)  softmax_backward(dy, cache)" in ended.out
    assert "did you mean layer_norm?" in command("grading", "stub", "layernorm").err


def test_without_docstrings_there_is_one_line():
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "minitrans", "grading", "list"], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 2 and done.stderr.startswith("error: python -OO") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("seed", [-1, 10**30])
def test_autograder_with_an_impossible_seed_is_refused(tmp_path, command, seed):
    ended = command("grading", "zip", "softmax", "--output", tmp_path / "x.zip", "--seed", seed)
    assert ended.code == 2 and ended.err.startswith(f"error: --seed {seed}: must be") and ended.err.count("\n") == 1
    assert not (tmp_path / "x.zip").exists()


def test_grade_shows_the_report_inline(graded):
    forward, backward = solution("softmax")
    assert "softmax  100 / 100" in graded("softmax", forward, backward)
    wrong = graded("softmax", forward, lambda dy, cache: (-backward(dy, cache)[0],))
    assert "gradient       0 / 30" in wrong and "the sign" in wrong and "differences give" in wrong


def test_grade_of_a_class_that_raises_names_the_line(graded):
    class Adam:
        def __init__(self, *arguments, **options):
            raise ValueError("mine")

    line = Adam.__init__.__code__.co_firstlineno + 1
    assert f"ValueError: mine (test_course.py, line {line}, in __init__" in graded("adam", Adam)


@pytest.mark.parametrize(
    ("name", "answers", "words"),
    [
        ("tape", (3,), "needs a class Tensor"),
        ("tape", (lambda x: x,), "needs a class Tensor"),
        ("softmax", (3, 4), "needs a function softmax_forward(x, mask=None), not 3"),
        ("softmax", (max,), "softmax_backward(dy, cache)"),
        ("05/1", (), "a number"),
        ("sofmax", (max,), "'sofmax' is no exercise; did you mean softmax?"),
        ("5/2", (0,), "'5/2' is no exercise; did you mean 05/2?"),
        ("xyz", (max,), "'xyz' is no exercise; minitrans grading list prints all"),
    ],
)
def test_answer_that_cannot_be_graded_is_refused_in_a_line(refusal, name, answers, words):
    assert words in refusal(grade, name, *answers)


@pytest.mark.parametrize("seed", [-1, 1.5, 10**30])
def test_seed_that_is_none_is_refused(refusal, seed):
    assert "must be a whole number from 0" in refusal(lambda: grade("softmax", max, max, seed=seed))


def test_strict_causal_mask_is_never_called_an_inverted_mask():
    strict = changed("attention", ("k.shape[2], dtype", "k.shape[2], -1, dtype"))
    for stage in ("forward", "adversarial"):
        finding = run_stage(EXERCISES["attention"], stage, strict)
        assert "causal hides the word itself too" in finding.cause and "inverted" not in finding.cause


def test_adam_that_makes_a_new_array_is_not_told_of_moments(graded):
    (right,) = solution("adam")

    class Adam(right):
        def update(self, flat, gradient, step, rate):
            super().update(flat.copy(), gradient, step, rate)

    shown = graded("adam", Adam)
    assert "flat keeps its values: change it in place" in shown and "after its use" not in shown


def test_loop_over_a_class_survives_any_name(tmp_path, package):
    """The command of the page, with a program in place of docker that writes a file for each name."""
    page = package / "../docs/teaching/container.md"
    (loop,) = re.findall(r"^\(cd submissions.*?(?=^minitrans)", page.read_text(encoding="utf-8"), re.M | re.S)
    names = [
        "Sean O'Brien.py",
        'a "b".py',
        "-x.py",
        "$HOME.py",
        "`id`.py",
        "a\nb.py",
        "é.py",
        "é.py",
        "a;b&c.py",
        "{}.py",
    ]
    for folder in ("submissions", "grades", "bin"):
        (tmp_path / folder).mkdir()
    for each in names:
        (tmp_path / "submissions" / each).write_text("", encoding="utf-8")
    script = '#!/bin/sh\nfor last; do :; done; last=${last#/}; touch "${last%.json}"\n'
    (tmp_path / "bin" / "docker").write_text(script, encoding="utf-8")
    (tmp_path / "bin" / "docker").chmod(0o755)
    environment = os.environ | dict(PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    done = subprocess.run(["sh", "-c", loop], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "grades").iterdir()} == set(names)


@pytest.mark.parametrize("name", SMALL)
def test_small_exercise_refuses_wrong_answers(graded, name):
    """tests/test_chapters.py runs the right answers, which are in the chapters."""
    for wrong in (0.123, [1, 2], "text", lambda *_: 0.5):
        assert graded(name, wrong).startswith(f"{name}  not yet: ")


@pytest.mark.parametrize("name", SMALL)
def test_small_exercise_without_an_answer_waits(graded, name):
    def stub(*_):
        raise NotImplementedError

    for answer in (None, ..., [..., ...], lambda *_: None, lambda *_: ..., lambda *_: (..., ...), stub):
        assert graded(name, answer) == f"{name}  waiting for your answer\n"


@every_exercise
@pytest.mark.parametrize("body", ["raise NotImplementedError", "...", "pass", "return None", "return ..., ..."])
def test_exercise_without_an_answer_waits(graded, name, body):
    defined = {}
    exec(stub(EXERCISES[name]).replace("raise NotImplementedError", body), defined)
    functions = [defined[wanted] for wanted in EXERCISES[name].names()]
    assert graded(name, *functions) == f"{name}  waiting for your answer\n"


def test_what_does_something_is_no_stub():
    def loop(x):
        while True:
            pass

    class Inherits(Counter):
        pass

    functions = loop, lambda x: x, lambda x: 0, lambda x: "text", lambda x: print(x), max
    assert not any(map(unwritten, [*functions, Inherits, 0, [], [..., 1], np.eye(2)]))


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("11/4", lambda live, finished, *_: max(finished) > 0, "empty sequence, for [-2.0], [], 10, 0.6, 1"),
        ("05/5", lambda x, *others: x @ x, "for an array (3, 6), an array (5, 6), an array (6, 4)"),
        ("08b/2", lambda f, ids: f(ids[9]), "for past, array([[ 7,"),
        ("08/1", lambda target: target.sort(), "the function returns nothing for [9, 7, 8]"),
        ("08/1", lambda target: target.reverse() or 1, "has changed its arguments for [9, 7, 8]: work on a copy"),
    ],
)
def test_fault_of_a_call_names_its_arguments_and_takes_no_hint(graded, monkeypatch, name, answer, words):
    monkeypatch.setattr(inline, "attempts", Counter())
    assert words in graded(name, answer)
    assert not inline.attempts[name]


def endless(*_, **__):
    while True:
        try:
            time.sleep(1)
        except Exception:
            pass


@pytest.fixture
def short(monkeypatch):
    """A short time limit."""
    monkeypatch.setattr(inline, "TIME_LIMIT", 0.1)
    monkeypatch.setattr("minitrans.grading.runner.worker.TIME_LIMIT", 0.1)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no timer that stops Python")
def test_endless_loop_is_stopped_and_the_timer_of_others_restored(graded, short):
    handler = signal.getsignal(signal.SIGALRM)
    before = signal.setitimer(signal.ITIMER_REAL, 500)
    try:
        assert graded("02/4", endless) == "02/4  not yet: stopped after 0.1 seconds: an endless loop?\n"
        shown = graded("softmax", endless, solution("softmax")[1])
        assert shown.count("stopped after 0.1 seconds: an endless loop?") == len(EXERCISES["softmax"].stages())
        assert signal.getsignal(signal.SIGALRM) == handler and signal.getitimer(signal.ITIMER_REAL)[0] > 400
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)


def test_in_another_thread_answers_are_graded_without_a_limit(short):
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(inline.grade_inline, "02/4", [lambda x: time.sleep(0.2) or x])
    assert "not yet" in answer.result() and "stopped" not in answer.result()


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("13/1", 7, "1.75"),
        ("14/1", 7, "10.2"),
        ("14/2", 7, "20"),
        ("14/6", 7, "2.67"),
        ("15/1", 7, "256"),
        ("16/1", [7, 7, 7], "60"),
    ],
)
def test_no_hint_gives_the_answer(graded, monkeypatch, name, wrong, right):
    monkeypatch.setattr(inline, "attempts", Counter())
    hints = {graded(name, wrong) for _ in range(3)}
    assert len(hints) > 1 and not any(right in hint for hint in hints), hints


def test_autograder_of_gradescope_grades_a_submission(tmp_path, command):
    """Runs its two scripts, with other paths than in Gradescope's image."""
    ended = command("grading", "zip", "softmax", "--output", tmp_path / "autograder.zip")
    assert ended.code == 0
    source, submission, results = (tmp_path / name for name in ("source", "submission", "results"))
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        assert archive.getinfo("run_autograder").external_attr >> 16 & 0o111
        archive.extractall(source)
    submission.mkdir()
    results.mkdir()
    (submission / "mine.py").write_text(SOFTMAX, encoding="utf-8")
    script = (source / "run_autograder").read_text(encoding="utf-8")
    script = script.replace("/autograder/env/bin/python", sys.executable).replace("/autograder", str(tmp_path))
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": ""})
    report = json.loads((results / "results.json").read_text(encoding="utf-8"))
    assert report["score"] == 100, done.stdout + done.stderr
    assert all({"name", "score", "max_score", "status", "output"} <= set(test) for test in report["tests"])
    setup = (source / "setup.sh").read_text(encoding="utf-8")
    assert re.search(r" --exclude-newer \d{4}-\d\d-\d\d 'numpy>=2.0' ", setup) and "cupy" not in setup


def test_ctrl_c_is_no_fault_of_a_submission():
    """In a notebook it ends `grade`, and does not become a stage's message."""

    def forward(x, mask=None):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade("softmax", forward, forward)
