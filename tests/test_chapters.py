"""Every chapter runs from top to bottom, gives what it shows, and its exercises can be solved as it says."""

import ast
import importlib.util
import os
import re
from functools import reduce
from pathlib import Path

import nbformat
import pytest

from minitrans.data.catalog import corpus
from minitrans.data.corpora import find
from minitrans.grading.exercises import COURSE, EXERCISES
from minitrans.grading.questions import SMALL

from . import prose_numbers

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted((ROOT / "chapters").glob("[0-9]*.ipynb"))
APPENDICES = sorted((ROOT / "chapters").glob("appendix_*.ipynb"))  # without exercises
NEEDS = {"appendix_pytorch": "torch"}  # packages that minitrans does not depend on
SOLUTION = re.compile(r"<details><summary>Solution</summary>.*?```python\n(.*?)```.*?</details>", re.DOTALL)
SMALL_MODEL = "## What the small model can do now"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def program(name):
    """A program of the folder of the chapters, which is no package"""
    specification = importlib.util.spec_from_file_location(name, ROOT / "chapters" / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


chapters, minutes = program("execute"), program("minutes")

each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
each_notebook = pytest.mark.parametrize("path", CHAPTERS + APPENDICES, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, as_version=4)


def text_of(notebook):
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def printed(cell):
    """What a cell has put out as text."""
    outputs = cell.get("outputs", [])
    streams = [output.text for output in outputs if output.output_type == "stream"]
    values = [output.data for output in outputs if "data" in output and "image/png" not in output.data]
    return "".join(streams + [value.get("text/plain", "") for value in values])


def normal(source):
    """Lines without what stands before and behind them"""
    return "\n".join(line.strip() for line in source.splitlines() if line.strip())


LIBRARY = [*(ROOT / "minitrans").rglob("*.py"), *(ROOT / "examples").glob("*.py")]
SOURCE = "\n".join(normal(path.read_text(encoding="utf-8")) for path in LIBRARY)

SHORTER = {  # trainings of minutes, whose results have the tag `varies`.  MINITRANS_WHOLE=1 runs them as they are.
    "STEPS, losses, snapshots = 2000": "STEPS, losses, snapshots = 1000",
    "STEPS = 2000": "STEPS = 80",
    "    for _ in training_loop(model, training, steps=600": "    for _ in training_loop(model, training, steps=200",
    "(mine, training, steps=600": "(mine, training, steps=200",
    "model.loss(repeats(rng, 32)": "model.loss(repeats(rng, 4)",
    'Path("runs", "chapter18")': "Path(__import__('tempfile').mkdtemp())",
    "--minutes 15": "--minutes 1 --log-steps 1",
    "--steps 600": "--steps 20",
}
EXECUTED = [  # in a group, so that pytest -n executes each chapter once
    pytest.param(path, marks=[pytest.mark.xdist_group(path.stem)] + [pytest.mark.slow] * (path.stem[:2] != "02"))
    for path in CHAPTERS + APPENDICES
]


@pytest.fixture(scope="module", params=EXECUTED, ids=[path.stem for path in CHAPTERS + APPENDICES])
def executed(request):
    """The chapter as committed, and run anew with its solutions behind it."""
    if package := NEEDS.get(request.param.stem):
        pytest.importorskip(package, reason=f"{request.param.name} needs {package}, which is not installed")
    if request.param.stem.startswith("18_"):
        if find(corpus("multi30k-en-de"), "train.en", None) is None:
            pytest.skip("Multi30k is not in the folder MINITRANS_DATA")
    committed, notebook = read(request.param), read(request.param)
    solutions = SOLUTION.findall(text_of(notebook))
    notebook.cells += [nbformat.v4.new_code_cell(source, id=f"solution-{i}") for i, source in enumerate(solutions)]
    for cell in [] if os.environ.get("MINITRANS_WHOLE") else notebook.cells:
        cell.source = reduce(lambda text, change: text.replace(*change), SHORTER.items(), cell.source)
    chapters.execute(notebook)
    return committed, notebook


def test_chapter_runs_without_a_word_on_stderr(executed):
    """An exception has ended the run already; a warning is written to stderr."""
    _, notebook = executed
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output.text


def test_chapter_gives_the_numbers_it_shows(executed):
    """To a percent, on every processor.  Rounding and time change what cells with the tag `varies` show by more."""
    committed, notebook = executed
    for cell, again in zip(committed.cells, notebook.cells, strict=False):
        if "varies" in cell.metadata.get("tags", []) or cell.cell_type != "code":
            continue
        assert_same_output(cell, again, rel=0.01, abs=1e-3)


def assert_same_output(cell, again, **tolerance):
    """The words are equal, and the numbers nearly."""
    shown, found = printed(cell), printed(again)
    assert NUMBER.sub("#", shown) == NUMBER.sub("#", found), cell.source
    numbers, others = ([float(each) for each in NUMBER.findall(text)] for text in (shown, found))
    assert others == pytest.approx(numbers, **tolerance), cell.source


def test_chapter_prints_source_and_grader_as_they_are(executed):
    """To six digits: some of the grader's inputs are from a model."""
    committed, notebook = executed
    for cell, again in zip(committed.cells, notebook.cells, strict=False):
        if cell.cell_type == "code" and ("inspect.getsource(" in cell.source or "grade(" in cell.source):
            assert_same_output(cell, again, rel=1e-6)


def test_solutions_of_the_exercises_are_right(executed):
    _, notebook = executed
    solutions = [cell for cell in notebook.cells if cell.id.startswith("solution-")]
    assert len(solutions) >= 3 or "## Exercises" not in text_of(notebook)
    for cell in solutions:
        assert "grade(" in cell.source
        reports = printed(cell)
        assert "right" in reports or "100 / 100" in reports, reports
        assert "not yet" not in reports, reports
        assert ("kept in " in reports) == ("keep=True" in cell.source), reports


@pytest.mark.slow
def test_execution_meets_no_program_of_an_earlier_run():
    for _ in range(2):
        notebook = nbformat.v4.new_notebook()
        code = "from minitrans.grading import my_program\nmy_program()\nimport my_transformer.small"
        notebook.cells = [nbformat.v4.new_code_cell(code)]
        chapters.execute(notebook)
        said = printed(notebook.cells[0])
        assert "in this folder" in said and "All 27 parts are ours" in said


def test_a_cell_shows_the_numbers_in_sentences():
    """tests/prose_numbers.txt has the others, for the eye: a new line may be a sentence that its output contradicts."""
    kept, now = prose_numbers.FILE.read_text(encoding="utf-8"), prose_numbers.written()
    assert kept.splitlines() == now.splitlines(), "python tests/prose_numbers.py writes it anew: read what is new"


@each_notebook
def test_chapter_is_committed_as_run_and_light(path):
    notebook = read(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    for cell, digest in chapters.digests(notebook):
        assert cell.metadata.get("ran") == digest, f"execute {path.name} anew: {cell.source}"
    assert path.stat().st_size <= 500_000
    assert sum("image/png" in output.get("data", {}) for cell in code for output in cell.outputs) >= 2


@each_notebook
def test_source_of_the_library_in_an_output_is_that_of_today(path):
    for cell in read(path).cells:
        if cell.cell_type == "code" and "inspect.getsource(" in cell.source:
            for shown in re.split(r"^ +\.\.\.\n|^(?= *(?:def|class) )", printed(cell), flags=re.M)[1:]:
                shown = re.match(r"(?:.*\n)(?:(?:[ )].*)?\n)*", shown)[0]  # up to what is not indented
                assert normal(shown) in SOURCE, f"execute {path.name} anew: {shown}"


@each_notebook
def test_code_is_short_and_code_that_draws_is_folded(path):
    """JupyterLab folds by the first mark, Jupyter Book by the second."""
    for cell in read(path).cells:
        if cell.cell_type != "code":
            continue
        folded = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        assert folded == ("hide-input" in cell.metadata.get("tags", [])), cell.source
        assert folded or not re.search(r"^( *show|slide|here)\(", cell.source, re.M), cell.source
        pictures = [output for output in cell.outputs if "image/png" in output.get("data", {})]
        assert pictures or "show(" in cell.source or not folded, cell.source
        assert len(cell.source.splitlines()) <= (60 if folded else 32), cell.source


@each_notebook
def test_every_picture_has_a_text(path):
    for cell in read(path).cells:
        for output in cell.get("outputs", []):
            for kind in {"image/png", "image/svg+xml"} & output.get("data", {}).keys():
                assert len(output.metadata.get(kind, {}).get("alt", "")) >= 40, cell.source


@each_notebook
def test_labels_of_a_slider_are_in_a_dict(path):
    """The pairs (label, value) of a list would go to the function that draws."""
    for cell in read(path).cells:
        if cell.cell_type == "code" and "slide(" in cell.source:
            calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
            values = [each.value for call in calls if getattr(call.func, "id", "") == "slide" for each in call.keywords]
            for value in values:
                entries = value.elts if isinstance(value, ast.List) else [getattr(value, "elt", None)]
                assert not any(isinstance(entry, ast.Tuple) for entry in entries), cell.source


@each_chapter
def test_layout_of_a_chapter(path):
    notebook = read(path)
    text = text_of(notebook)
    headings = re.findall(r"^## (.+)$", text, re.M)
    last = [heading for heading in headings if heading not in SMALL_MODEL]
    assert last[-3:] == ["Exercises", "What to remember", "What to read next"]
    assert re.search(r"^\*\*Question\.\*\*", text, re.M)
    name = path.stem.partition("_")[0].removeprefix("0")  # "0", "0b", "1"
    place = f"here({name})" if name.isdigit() else f'here("{name}")'
    assert place in [cell.source.splitlines()[-1] for cell in notebook.cells if cell.source]
    if 0 < int(path.stem[:2]) < 17:
        assert "What the paper says" in headings
        assert {"Hint", "Solution", "Rubric"} <= set(re.findall(r"<summary>(\w+)", text))


@pytest.mark.parametrize("path", APPENDICES, ids=lambda path: path.stem)
def test_layout_of_an_appendix(path):
    text = text_of(read(path))
    assert text.startswith("# Appendix: ")
    assert re.search(r"^\*\*Question\.\*\*", text, re.M)
    assert re.findall(r"^## (.+)$", text, re.M)[-2:] == ["What to remember", "What to read next"]


@each_notebook
def test_what_a_chapter_names_exists(path):
    text = text_of(read(path))
    for file in set(re.findall(r"`((?:minitrans|chapters|data|tests)/[\w/.]+)`", text)):
        assert (ROOT / file).exists(), file
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert "://" in target or (path.parent / target).exists(), target
    for name in re.findall(r"(?<![.])\bgrade\(\"([^\"]+)\"", text):  # and not `case.grade`
        assert name in SMALL or name in EXERCISES, name
    sections = {"1", "2", "3", "4", "5", "6", "7"} | {f"3.{i}" for i in range(1, 6)} | {f"5.{i}" for i in range(1, 5)}
    sections |= {f"6.{i}" for i in range(1, 4)} | {"3.2.1", "3.2.2", "3.2.3"}
    assert set(re.findall(r"[Ss]ections? (\d(?:\.\d)*)", text)) <= sections


def test_every_small_exercise_is_asked_in_its_chapter():
    asked = {
        name
        for path in CHAPTERS
        for name in re.findall(r"grade\(\"(\d\db?/\d+)\"", path.read_text().replace('\\"', '"'))
    }
    assert asked == set(SMALL)


def test_chapters_say_what_becomes_a_part_of_ones_own_program():
    said = {}
    for path in CHAPTERS:
        for line in re.findall(r"^\*\*Into your own Transformer\..*", text_of(read(path)), re.M):
            names = set(re.findall(r"`(\w+)`", line)) & EXERCISES.keys()
            said.setdefault(path.stem.partition("_")[0].removeprefix("0"), set()).update(names)
    assert said == {chapter: {each.name for each in exercises} for chapter, exercises in COURSE.items()}


def test_minutes_are_the_same_wherever_they_stand():
    for path, text in minutes.written().items():
        assert path.read_text(encoding="utf-8") == text, "run python chapters/minutes.py"


@pytest.mark.parametrize(
    "row, filled",
    [
        ("| [2 A](02_a.ipynb) | What? | 1 | | |", "| [2 A](02_a.ipynb) | What? | 1 | 5 min | 20 min |"),
        ("| Monday | 0b, 2 | |", "| Monday | 0b, 2 | 50 min |"),
        ("| One day, without exercises | 0b, 2 | 1 min |", "| One day, without exercises | 0b, 2 | 15 min |"),
        ("| 3 | 2, 0b | 9 | | 30 | 9 |", "| 3 | 2, 0b | 50 | | 30 | 80 |"),
        ("| chapter | needs | reading |", "| chapter | needs | reading |"),
    ],
)
def test_minutes_of_a_row_add_up(row, filled):
    assert minutes.fill(row, {"0b": (10, 30), "2": (5, 20), "02_a.ipynb": (5, 20)}) == filled
