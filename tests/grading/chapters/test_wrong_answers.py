"""Wrong answers from which no case was made are not taken as right."""

import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1] / "wrong_answers"
FILES = [runpy.run_path(path) for path in sorted(HERE.glob("chapter*.py"))]
ANSWERS = [answer for file in FILES for answer in file["WRONG"] + file.get("MENDED", [])]


@pytest.mark.filterwarnings("ignore")  # a warning must not be what refuses an answer
@pytest.mark.parametrize(("name", "words", "answer"), ANSWERS, ids=[" ".join(answer[:2]) for answer in ANSWERS])
def test_wrong_answer_is_not_taken_as_right(verdict, name, words, answer):
    assert verdict(name, answer).startswith(f"{name}  not yet: ")
