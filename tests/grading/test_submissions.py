"""Grading as an instructor does it, in another folder, on submissions that are right, wrong, or refused."""

import csv
import io
import json
import re
import textwrap

import pytest

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.runner.stub import stub

from .solved import LINE, SOFTMAX, STAGES, WRONG, notebook, text_of, with_line

pytestmark = pytest.mark.slow


def test_right_submission_has_all_points(submit):
    graded = submit(SOFTMAX)
    assert graded.code == 0 and graded.report["score"] == 100
    assert list(graded.scores) == [f"softmax: {stage}" for stage in STAGES]
    assert "softmax  100 / 100" in graded.out


def test_wrong_submission_loses_the_stages_it_fails_and_is_told_why(submit):
    graded = submit(WRONG)
    assert graded.code == 1
    assert [stage for stage in STAGES if not graded.scores[f"softmax: {stage}"]] == [
        "gradient",
        "adversarial",
        "integration",
    ]
    assert "the sign: it is right times -1" in graded.messages["softmax: gradient"] and "the sign" in graded.out


@pytest.mark.parametrize(
    ("old", "new", "points", "words"),
    [
        ("backward(dy, cache):", "backward(dy, cache=0, *, z):", 20, "missing 1 required keyword-only argument: 'z'"),
        ("backward(dy, cache):", "backward(dy):", 20, "takes 1 positional argument but 2 were given"),
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
    assert "softmax_backward missing in my_work.py" in graded.messages["softmax: interface"]


def test_exercise_that_is_asked_for_counts_when_it_is_absent_and_no_other_does(submit):
    graded = submit(SOFTMAX, "--exercise", "layer_norm")
    assert graded.code == 1 and set(graded.scores.values()) == {0}
    assert all(name.startswith("layer_norm") for name in graded.scores)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("while True: pass", "an endless loop?"),
        ("softmax_forward = 1 / 0\ndel softmax_forward", "ZeroDivisionError: division by zero (my_work.py, line"),
        ("softmax_forward = np.eye(2)", "softmax_forward in my_work.py is not a function"),
        ("class softmax_forward: pass", "softmax_forward in my_work.py is not a function"),
    ],
)
def test_file_without_its_functions_is_one_failure(submit, line, words):
    graded = submit(f"{SOFTMAX}\n{line}\n", "--time-limit", "5")
    assert graded.code == 1 and graded.report["score"] == 0
    assert words in graded.messages["softmax: interface"]


COLAB = "from google.colab import drive\ndrive.mount('/content/drive')"
EXPORTED = (
    "# In[1]:\nget_ipython().run_line_magic('matplotlib', 'inline')\nfrom minitrans.views.book import show\nshow('a')"
)
BESIDE = {
    "from Colab": COLAB,
    "a missing package": "import no_such_module as pd\nfrom no_such_module import *\ntable = pd.read_csv('x.csv')",
    "a plot": "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
    "for a person": "name = input('your name? ')\ndisplay(name)",
    "a relative import": "from . import no_such_file\nfrom .other import thing",
    "an exception": "1 / 0",
    "an exit": "exit()",
    "an exported notebook": EXPORTED,
    "lines of IPython": "!pip install numpy\n%matplotlib inline\nwhile True: pass",
    "a return": "return 5",
}


@pytest.mark.parametrize("kind", BESIDE)
def test_what_stands_beside_the_functions_may_fail(submit, kind):
    assert submit(f"{BESIDE[kind]}\n{SOFTMAX}").report["score"] == 100


def test_name_that_is_missing_is_traced_to_the_line_that_failed(submit):
    uses = "from google.colab import numpy as gnp\ngreat = gnp.inf\n" + with_line("great")
    for graded in (submit(uses), submit(notebook(*uses.split("\n", 1)), name="mine.ipynb")):
        message = graded.messages["softmax: forward"]
        assert "name 'great' is not defined" in message and graded.report["score"] == 0
        assert "the line that makes great was left out: ModuleNotFoundError: No module named 'google'" in message


def test_loop_that_makes_what_a_function_needs_is_run(submit):
    made = "table = {}\nfor k in range(3):\n    table[k] = 1.0\nwhile len(table) < 5:\n    table[len(table)] = 1.0"
    changed = f'"""\n% of a comment\n"""\n{made}\nid(table.pop(4))\n' + with_line("assert 4 not in table")
    assert submit(changed).report["score"] == 100


def test_cell_that_is_no_python_harms_nobody(submit):
    beside = "for i in range(3)", "My answer: because.", "def plot(", "  x = 1\n y = 2"
    assert submit(notebook(*beside, SOFTMAX), name="mine.ipynb").report["score"] == 100
    (message,) = submit(notebook(SOFTMAX.replace("):", ")", 1)), name="mine.ipynb").messages.values()
    assert re.match(r"mine.ipynb, cell 2, line \d+: ", message)
    graded = submit(notebook("import numpy as np", with_line("1 / 0")), name="mine.ipynb")
    assert f"mine.ipynb, cell 3, line {LINE}" in graded.messages["softmax: forward"]


CHAPTER = "from minitrans.ops import softmax as library\nfrom minitrans.views.book import show\nshow('a picture')"


def test_answer_that_is_made_below_the_call_of_grade_is_graded(submit):
    call = 'grade("softmax", softmax_forward, softmax_backward)'
    assert submit(notebook(call, SOFTMAX), "--exercise", "softmax", name="mine.ipynb").report["score"] == 100


@pytest.mark.parametrize(
    "cheat",
    [
        "softmax_forward, softmax_backward = library.softmax_forward, library.softmax_backward",
        "def softmax_forward(*a, **k):\n    return library.softmax_forward(*a, **k)\n\n"
        "softmax_backward = lambda *a: library.softmax_backward(*a)",
        "grade('softmax', library.softmax_forward, library.softmax_backward)",
        "def softmax_forward(*a, **k):\n    from minitrans import ops\n    return ops.softmax_forward(*a, **k)\n\n"
        "softmax_backward = softmax_forward",
        "from minitrans.ops import *",
    ],
)
def test_work_of_the_library_is_refused_in_a_notebook_too(submit, cheat):
    graded = submit(notebook(CHAPTER, cheat), name="mine.ipynb")
    assert graded.report["score"] == 0
    assert "you may not use minitrans" in next(iter(graded.messages.values())), graded.messages


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
    source = "from minitrans import ops\nsoftmax_forward, softmax_backward = ops.TABLE['softmax'][:2]"
    assert submit(source, "--allow-imports").report["score"] == 100
    assert submit(source).report["score"] == 0


def test_notebook_uses_the_program_but_not_for_what_it_makes(submit):
    imports = "from my_transformer.training import Adam, learning_rate\n"
    cells = (imports + text_of("training").replace("from .", "from my_transformer.")).split("\n\n\n")
    assert submit(notebook(*cells), name="mine.ipynb").report["score"] == 100
    own, by_name = "softmax_forward is our version", "name what you import: from my_transformer.softmax import NAME"
    for taken, message in (
        ("from my_transformer.softmax import softmax_forward as s", own),
        ("from my_transformer.softmax import *\ns = softmax_forward", by_name),
        ("from my_transformer import softmax as s", by_name),
        ("import my_transformer.softmax as s", by_name),
    ):
        graded = submit(notebook(taken, "softmax_forward, softmax_backward = s, s"), name="mine.ipynb")
        assert graded.report["score"] == 0 and message in graded.messages["softmax: interface"]


IN_A_BLOCK = textwrap.indent(SOFTMAX, "    ")
FORMS = {
    "annotated": SOFTMAX.replace("def softmax_b", "def b") + "softmax_backward: object = lambda *a: backward(*a)",
    "if": f"if True:\n{IN_A_BLOCK}",
    "except": f"try:\n    import no_such_module\nexcept ImportError:\n{IN_A_BLOCK}",
    "with": f"import warnings\nwith warnings.catch_warnings():\n{IN_A_BLOCK}",
}


@pytest.mark.parametrize("form", FORMS)
def test_definition_may_have_any_form(submit, form):
    assert submit(FORMS[form]).report["score"] == 100


def test_folder_is_one_submission_whose_files_may_use_each_other(tmp_path, grade):
    folder = tmp_path / "homework"
    folder.mkdir()
    trial = "if __name__ == '__main__':\n    x = 1\n"
    for name, text in {
        "helpers": "def keep(x):\n    return x\n",
        "my_softmax": "from .helpers import keep\nfrom . import helpers\n" + with_line("keep(helpers)"),
        "my_linear": "from my_softmax import softmax_forward as s, softmax_backward as ds\n" + text_of("linear"),
    }.items():
        (folder / f"{name}.py").write_text(text + trial, encoding="utf-8")
    graded = grade(folder)
    assert graded.code == 0 and graded.report["score"] == 200
    (folder / "again.py").write_text(SOFTMAX, encoding="utf-8")
    assert "defined twice" in next(iter(grade(folder).messages.values()))


def test_seed_changes_the_data(submit):
    messages = [submit(WRONG, "--seed", seed).messages["softmax: gradient"] for seed in (0, 0, 1)]
    assert messages[0] == messages[1] != messages[2]


def test_reports_of_a_class_become_one_table(tmp_path, run, submit):
    reports = []
    for student, source in dict(ann=SOFTMAX, bob=WRONG).items():
        graded = submit(source, name=f"{student}.py")
        reports.append(tmp_path / f"{student}.json")
        reports[-1].write_text(json.dumps(graded.report), encoding="utf-8")
    table = run("minitrans", "grading", "csv", *reports, cwd=tmp_path).stdout
    assert list(csv.DictReader(io.StringIO(table))) == [
        dict(submission="ann.py", softmax="100", total="100"),
        dict(submission="bob.py", softmax="40", total="40"),
    ]
    (tmp_path / "bad.json").write_text("[]", encoding="utf-8")
    done = run("minitrans", "grading", "csv", "bad.json", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("error: bad.json") and done.stderr.count("\n") == 1


def test_table_runs_no_formula_and_steers_no_terminal(tmp_path, run, submit):
    names = ["=cmd.py", "+1.py", "-1.py", "@x.py", "\t=1.py", "a\x1b[31m.py"]
    report = submit(SOFTMAX).report
    for number, name in enumerate(names):
        report["extra_data"]["submission"] = name
        (tmp_path / f"{number}.json").write_text(json.dumps(report), encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    table = run("minitrans", "grading", "csv", *(f"{number}.json" for number in range(6)), cwd=tmp_path).stdout
    shown = [row["submission"] for row in csv.DictReader(io.StringIO(table))]
    assert shown == ["'=cmd.py", "'+1.py", "'-1.py", "'@x.py", "'\t=1.py", r"a\x1b[31m.py"]
    (tmp_path / "odd.json").write_text(json.dumps(report | dict(score="=1")), encoding="utf-8")
    for name in ("deep.json", "odd.json"):
        done = run("minitrans", "grading", "csv", name, cwd=tmp_path)
        assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_stub_without_an_answer_is_not_written_yet(submit):
    graded = submit(stub(EXERCISES["adam"]))
    first, *others = graded.messages.values()
    assert first == "not written yet" and set(others) == {"not run"} and graded.report["score"] == 0
