"""Wrong answers from which no case was made are not taken as right.  docs/teaching/wrong_answers.md lists them all.

`python tests/grading/chapters/test_wrong_answers.py` writes the list into that page.
"""

import runpy
from collections import Counter
from pathlib import Path

import pytest

from minitrans.grading.questions import SMALL

HERE = Path(__file__).parents[1] / "wrong_answers"
PAGE = Path(__file__).parents[3] / "docs" / "teaching" / "wrong_answers.md"
HEAD = "| exercise | wrong answers |\n|---|---|\n"
FILES = [runpy.run_path(path) for path in sorted(HERE.glob("chapter*.py"))]
MENDED = [answer for file in FILES for answer in file.get("MENDED", [])]
ANSWERS = [answer for file in FILES for answer in file["WRONG"]] + MENDED


def rows():
    """The rows of the page: one per exercise; in bold what an earlier version has taken as right."""
    for name in SMALL:
        words = [f"**{words}**" for number, words, _ in MENDED if number == name]
        words += [words for number, words, _ in ANSWERS[: -len(MENDED)] if number == name]
        yield f"| {name} | {'; '.join(words).replace('|', '&#124;')} |\n"


@pytest.mark.filterwarnings("ignore")  # a warning must not be what refuses an answer
@pytest.mark.parametrize(("name", "words", "answer"), ANSWERS, ids=[" ".join(answer[:2]) for answer in ANSWERS])
def test_wrong_answer_is_not_taken_as_right(verdict, name, words, answer):
    assert verdict(name, answer).startswith(f"{name}  not yet: ")


def test_each_exercise_has_two_of_them():
    assert min(Counter(name for name, *_ in ANSWERS)[name] for name in SMALL) >= 2


def test_page_lists_them():
    assert PAGE.read_text(encoding="utf-8").partition(HEAD)[2] == "".join(rows()), f"run python {__file__}"


if __name__ == "__main__":
    PAGE.write_text(PAGE.read_text(encoding="utf-8").partition(HEAD)[0] + HEAD + "".join(rows()), encoding="utf-8")
