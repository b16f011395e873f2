"""What instructors are given: every number in an answer is computed, and plans leave time."""

import contextlib
import io
import math
import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises import EXERCISES
from minitrans.grading.program import OURS

ROOT = Path(__file__).parents[1]
TEACHING = ROOT / "docs" / "teaching"
QUIZZES = sorted(path.stem for path in (TEACHING / "quizzes").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def text_of(path):
    return path.read_text(encoding="utf-8")


def printed(blocks):
    """What the blocks print, run one after another as a reader would."""
    out, names = io.StringIO(), {}
    with contextlib.redirect_stdout(out):
        for block in blocks:
            exec(block, names)
    return out.getvalue().splitlines()


def shown(blocks):
    """The comments behind `print`, which say what it prints."""
    return [comment for block in blocks for comment in re.findall(r"^print\(.*\)  # (.*)$", block, re.M)]


@pytest.mark.parametrize("name", QUIZZES)
def test_numbers_in_answers_are_what_their_code_prints(name):
    for block in BLOCK.findall(text_of(TEACHING / "answers" / f"{name}.md")):
        assert printed([block]) == shown([block]) != []


@pytest.mark.parametrize("name", QUIZZES)
def test_every_question_has_its_answer(name):
    quiz, answers = (text_of(TEACHING / folder / f"{name}.md") for folder in ("quizzes", "answers"))
    questions = re.findall(r"^\*\*(\d+)\*\* \*\((\w+)\)\*", quiz, re.M)
    parts = re.split(r"^\*\*(\d+)\*\* ", answers, flags=re.M)[1:]
    assert [number for number, _ in questions] == parts[::2]
    assert 4 <= len(questions) <= 6
    assert "predict" in dict(map(reversed, questions))
    for (number, kind), answer in zip(questions, parts[1::2], strict=True):
        assert kind in ("number", "choice", "predict", "short")
        assert kind != "number" or BLOCK.search(answer), number
        assert kind != "choice" or re.match(r"\*\*[abc]\*?\*?\.?", answer), number
    assert "```" not in quiz  # code would be half the answer


def test_every_chapter_has_a_quiz_and_aims():
    chapters = {path.stem.partition("_")[0] for path in (ROOT / "chapters").glob("[0-9]*.ipynb")}
    assert chapters <= set(QUIZZES)
    sections = re.split(r"^## ", text_of(TEACHING / "aims.md"), flags=re.M)[1:]
    titles = {title for title in (section.split()[0] for section in sections) if title[0].isdigit()}
    assert titles == {name.removeprefix("0") for name in QUIZZES}
    for section in sections:
        assert 3 <= len(re.findall(r"^- ", section, re.M)) <= 5, section


def test_appendix_prints_what_it_says():
    blocks = BLOCK.findall(text_of(ROOT / "chapters" / "appendix_mathematics.md"))
    assert printed(blocks) == shown(blocks)
    assert len(blocks) >= 5


def test_a_week_leaves_time_to_read():
    """chapters/minutes.py adds up the minutes of a week; tests/test_chapters.py compares."""
    totals = re.findall(r"^\| \d+ \|.* (\d+) \|$", text_of(TEACHING / "weeks.md"), re.M)
    assert len(totals) == 12 and max(map(int, totals)) <= 375  # "four to six hours"


def test_homework_is_set_with_exercises_that_exist():
    homework = re.findall(r"`stub ([a-z_ ]+?)(?: --variant SEED)?`", text_of(TEACHING / "weeks.md"))
    assert set(" ".join(homework).split()) == set(EXERCISES)


def test_rubric_has_each_part_of_the_program_and_100_points():
    rows = re.findall(r"^\| `(\w+)`( \*)? \| (\w+) \| (\d+) \| \w", text_of(TEACHING / "rubric.md"), re.M)
    assert {name: chapter for name, _, chapter, _ in rows} == {name: part.chapter for name, (_, part) in OURS.items()}
    assert len(rows) == len(OURS) and sum(int(points) for *_, points in rows) == 100
    assert [name for name, star, *_ in rows if not star] == [name for name, *_ in rows if name in EXERCISES]
    course = re.findall(r"^\| (`.+`) \| (\w+) \|", text_of(ROOT / "docs" / "course.md"), re.M)
    said = {name: chapter for names, chapter in course for name in re.findall(r"\w+", names)}
    assert all(said[name] == chapter for name, star, chapter, _ in rows if not star)


def test_links_lead_to_files():
    pages = [*TEACHING.rglob("*.md"), ROOT / "chapters" / "README.md", ROOT / "chapters" / "appendix_mathematics.md"]
    for page in pages:
        for target in re.findall(r"\]\((?!https:)([^)#]+)(?:#[^)]*)?\)", text_of(page)):
            assert (page.parent / target).exists(), (page, target)


def test_rms_norm_is_what_its_formula_says():
    rng = np.random.default_rng(0)
    names = runpy.run_path(str(TEACHING / "rms_norm.py"))
    x, sublayer, gamma, beta = (rng.standard_normal(shape) for shape in ((4, 6), (4, 6), 6, 6))
    y, _ = names["add_norm_forward"](x, sublayer, gamma, beta, eps=0)
    for row, total in zip(y, x + sublayer, strict=True):
        root = math.sqrt(sum(value**2 for value in total) / 6)
        assert row.tolist() == pytest.approx(
            [g * value / root + b for g, value, b in zip(gamma, total, beta, strict=True)]
        )
    check(names["add_norm_forward"], names["add_norm_backward"], [x, sublayer, gamma, beta])


@pytest.mark.slow
def test_hidden_sentences_are_new_and_of_known_words(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["hidden_test.py", "7", str(tmp_path / "a.en"), str(tmp_path / "a.de")])
    runpy.run_path(str(TEACHING / "hidden_test.py"), run_name="__main__")
    for side in ("en", "de"):
        train, valid, test = (text_of(ROOT / "data" / "toy" / f"{each}.{side}") for each in ("train", "valid", "test"))
        hidden = text_of(tmp_path / f"a.{side}").splitlines()
        assert len(hidden) == len(set(hidden)) == 500
        assert set(hidden).isdisjoint((train + valid + test).splitlines())
        assert set(re.findall(r"\w+", " ".join(hidden))) <= set(re.findall(r"\w+", train))


def test_image_of_the_grader_takes_the_package_and_no_solutions():
    copied = re.findall(r"^COPY (.+) /source\S*$", text_of(TEACHING / "Dockerfile"), re.M)
    sources = " ".join(copied).split()
    assert {"pyproject.toml", "setup.cfg", "setup.py", "minitrans", "data"} <= set(sources)
    assert all((ROOT / source).exists() for source in sources)
    assert not {"tests", "chapters", "."} & set(sources)
