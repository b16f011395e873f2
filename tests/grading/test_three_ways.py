"""A notebook has the same points when its cells run, when it is handed in, and when its answer is kept."""

import re
from contextlib import closing, suppress
from pathlib import Path

import pytest

from minitrans.grading import grade
from minitrans.grading.runner.grader import SubmissionGrader
from minitrans.grading.runner.notebook import OTHER_LANGUAGE, without_ipython

from .solved import SOFTMAX, WRONG, text_of, with_line
from .solved import notebook as as_notebook
from .test_keeping import KEPT, POWER, RATE, notebook
from .test_submissions import CHAPTER, FORMS

__all__ = ["notebook"]  # a fixture
GRADE = 'grade("softmax", softmax_forward, softmax_backward)'
HIGH = with_line("x = np.minimum(x, high)")
CALLED = ["{}", "right = {}", "for seed in range(3):\n    {}", "if True:\n    print({})"]
LOOP = "table = {}\nfor k in range(3):\n    table[k] = 1.0\nwhile len(table) < 5:\n    table[len(table)] = 1.0"
FIRST, BACKWARD, SECOND = SOFTMAX.partition("def softmax_backward")
MIXED = [
    "%matplotlib inline\nfrom minitrans.grading import planted_mistake\n!ls",
    FIRST,
    "1 / 0",
    "x = never_defined",
    BACKWARD + SECOND,
    GRADE,
    "%%bash\nls",
    "case = planted_mistake('softmax')\ncase.grade('a')",
]
IPYTHON = [
    f"softmax_forward?\nnp.exp??\n?softmax_forward\nfiles = !ls\na, b = !ls\nx = %timeit -o 3\n{FIRST}",
    f"%%time\n\n{BACKWARD}{SECOND}",
    "%%timeit -n 1\nx = 1",
    "!pip install a \\\n    b \\\n    c",
    "if True:\n    %run a.py \\\n -x\n    y = 1\nassert y",
    "\n\n%%bash\nfor each in a; do",
    "%%timeline\n<svg>",
    "%%html\n<b>",
]
LIKE_IPYTHON = [
    "ten = (13\n       % 11 + 8)\ntext = '''\n!ls\n%ls\n'''\nrest = 5 \\\n  % 3\n!ls (",
    SOFTMAX,
    "def softmax_forward(x, mask=None, *, forward=softmax_forward):\n"
    "    assert (ten, text, rest) == (10, '\\n!ls\\n%ls\\n', 2)\n    return forward(x, mask)",
]
GIVEN = [
    ("high = np.inf", HIGH, GRADE, "high = 0.1"),  # for a picture
    (SOFTMAX, GRADE, "def softmax_forward(x, mask=None): return x, x"),  # an experiment
    ("def softmax_forward(x, mask=None): return x, x", WRONG, GRADE, SOFTMAX, GRADE),
]
RENAMED = 'grade("learning_rate", rate_at)'
HALF = POWER.replace("-0.5", "HALF")
IMPORTS = "import numpy as np"
CELLS = {
    **{f"kept {i}": [*cells, RENAMED] for i, (cells, _) in enumerate(KEPT)},
    **{f"given to grade {i}": [IMPORTS, *cells] for i, cells in enumerate(GIVEN)},
    **{
        f"in the form {form}": [text, "if True:\n    x = 1 / 0", GRADE]
        for form, text in FORMS.items()
        if form != "except"
    },
    **{
        f"graded in the form {form}": [
            CHAPTER,
            SOFTMAX.replace("def softmax_", "def my_"),
            "check = library.softmax_forward",
            form.format("grade('softmax', my_forward, my_backward)"),
            "my_forward = 0",
        ]
        for form in CALLED
    },
    "definitions beside what fails": MIXED,
    "lines of IPython": [*IPYTHON, GRADE],
    "what looks like them": [*LIKE_IPYTHON, GRADE],
    "a loop": [LOOP, with_line("assert len(table) == 5"), GRADE],
    "wrong": [WRONG, GRADE],
    "wrong in one case": [with_line("x = np.minimum(x, 0.1)"), GRADE],
    "a name that is used again": ["HALF = -0.5", HALF, RATE, RENAMED, "HALF = 1e4"],
    "a name that was used before": ["HALF = 1e4", "big = HALF", "HALF = -0.5", HALF, RATE, RENAMED],
    "a helper called before it is made anew": [
        "def half():\n    return -0.5",
        "HALF = half()",
        "def half():\n    0 / 0",
        HALF,
        RATE,
        RENAMED,
    ],  # fmt: skip
    "a constant that was made of another": ["n = -1", "HALF = n / 2", "n = 7", HALF, RATE, RENAMED],
    "a partial function": [
        "from functools import partial\nHALF = -0.5\ndef of(p, x):\n    return x ** (HALF + p)",
        "power = partial(of, 0)",
        RATE,
        RENAMED,
    ],  # fmt: skip
    "a global that a call makes": ["def begin():\n    global HALF\n    HALF = -0.5", "begin()", HALF, RATE, RENAMED],
    "a global that the answer makes": [
        POWER,
        RATE.replace("0):\n", "0):\n    global last\n    last = step\n"),
        "rate_at(1, 4, 5)\nprint(last)",
        RENAMED,
    ],  # fmt: skip
    "an item that changes": ["powers = [0]", "powers[0] = -0.5", POWER.replace("-0.5", "powers[0]"), RATE, RENAMED],
    "a class with a class": [
        "class Base:\n    HALF = -0.5",
        "class Own(Base):\n    pass",
        POWER.replace("-0.5", "Own.HALF"),
        RATE,
        RENAMED,
    ],  # fmt: skip
    "import * that it does not need": ["from colorsys import *", POWER, RATE, RENAMED],
    "import * that it needs": ["from math import *", POWER.replace("x**-0.5", "1 / sqrt(x)"), RATE, RENAMED],
    "a wrong one, and then a right one": [WRONG, GRADE, SOFTMAX, GRADE],
    "two answers": [SOFTMAX, text_of("linear"), GRADE, 'grade("linear", linear_forward, linear_backward)'],
    "printing and plots": [
        IMPORTS,
        "np.set_printoptions(precision=3)",
        "show = []\nshow.append(np.eye(3))",
        SOFTMAX,
        "print(softmax_forward(np.eye(3))[0])",
        GRADE,
    ],  # fmt: skip
}


def points(path, name):
    with closing(SubmissionGrader(path)) as grader:
        grader.attempt(grader.read, [name])
        return sum(grader.result(planned).score for planned in grader.planned())


@pytest.mark.slow
@pytest.mark.parametrize("case", CELLS)
def test_points_are_the_same_in_all_three_ways(notebook, capsys, case):
    notebook.names["grade"] = lambda *answers: grade(*answers, draft=True)
    for cell in CELLS[case]:
        notebook.history_manager.input_hist_raw.append(cell)
        with suppress(Exception):  # IPython shows it, and goes on
            exec("" if OTHER_LANGUAGE.match(cell) else without_ipython(cell), notebook.names)
    name, live = re.findall(r"^(\w+)  (\d+) / 100$", said := capsys.readouterr().out, re.M)[-1]
    Path("mine.ipynb").write_text(as_notebook(*CELLS[case]), encoding="utf-8")
    drafts = sorted(Path("my_transformer").glob(f"drafts/{name}-*.py"))
    kept = Path("my_transformer") if "\nkept in " in said else drafts[-1]
    assert (points(Path("mine.ipynb"), name), points(kept, name)) == (int(live), int(live))
