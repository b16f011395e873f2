"""`minitrans grade`: one submission in full, a class as one table, and an exit code for each ending."""

import csv
import json
from pathlib import Path

import pytest

from ..grading.solved import SOFTMAX as RIGHT
from ..grading.solved import WRONG

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("elsewhere")]


def write(**files):
    for name, text in files.items():
        Path(f"{name}.py").write_text(text, encoding="utf-8")


@pytest.mark.quick
def test_a_submission_in_full_and_its_report(command):
    write(ann=WRONG)
    ended = command("grade ann.py --exercise softmax --exercise linear --report ann.json")
    assert ended.code == 1 and ended.err == ""
    title, points, *lines, last = ended.out.splitlines()
    assert (title, points, last) == ("ann.py", "softmax  40 / 100", "report: ann.json")
    assert any("the sign: " in line for line in lines)
    assert any("differences give" in line for line in lines) and "linear  0 / 100" in lines
    report = json.loads(Path("ann.json").read_text(encoding="utf-8"))
    assert report["score"] == 40 and sum(test["max_score"] for test in report["tests"]) == 200


def test_all_right_is_zero_also_for_a_folder_where_one_stands(command):
    write(ann=RIGHT)
    ended = command("grade .")
    assert ended.code == 0 and ended.out.startswith(".\nsoftmax  100 / 100\n")


@pytest.mark.quick
def test_a_class_is_one_table(command):
    write(**{"ann": RIGHT, "=bob": WRONG, "c d": "import torch"})
    ended = command("grade ann.py =bob.py", "c d.py", "--csv", "class.csv")
    assert ended.code == 1 and [line.split() for line in ended.out.splitlines()] == [
        ["submission", "softmax", "total"],
        ["ann.py", "100", "100"],
        ["=bob.py", "40", "40"],
        ["c", "d.py", "0", "0"],
    ]
    assert len({len(line) for line in ended.out.splitlines()}) == 1
    assert "c d.py, line 1: " in ended.err
    rows = list(csv.DictReader(Path("class.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["submission"], row["total"]) for row in rows] == [
        ("ann.py", "100"),
        ("'=bob.py", "40"),
        ("c d.py", "0"),
    ]


@pytest.mark.quick
def test_submissions_of_one_name_are_told_apart_by_their_folders(command):
    write(mine=RIGHT)
    for student in ("ann", "bob"):
        Path(student).mkdir()
        Path(student, "mine.py").write_text(RIGHT, encoding="utf-8")
    ended = command("grade ann/mine.py bob/mine.py")
    assert [line.split()[0] for line in ended.out.splitlines()] == ["submission", "ann/mine.py", "bob/mine.py"]
    assert "bob/mine.py  100" in ended.err
    ended = command("grade ann/mine.py mine.py mine.py")
    assert [line.split()[0].rpartition("/")[2] for line in ended.out.splitlines()[1:]] == ["mine.py"] * 3


def test_a_program_that_is_graded_alone_has_the_name_that_it_has_in_its_class(command):
    Path("ann").mkdir()
    assert command("grading start ann/my_transformer").code == 0
    assert command("grade ann/my_transformer --csv ann.csv").code == 1  # nothing is hers yet
    assert Path("ann.csv").read_text(encoding="utf-8").splitlines()[1] == '"ann/my_transformer",0'


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("", "are required: FILE"),
        ("nowhere.py", "nowhere.py: No such file"),
        ("ann.py nowhere.py", "nowhere.py: No such file"),
        ("x" * 300, "too long"),
        ("ann.py --exercise sofmax", "mean softmax?"),
        ("ann.py --report .", "the name of"),
        ("ann.py --report nowhere/x.json", "a folder that"),
        ("ann.py ann.py --report x.json", "--csv for a class"),
        ("ann.py ann.py --csv .", "the name of"),
        ("ann.py --time-limit 0", "a positive number"),
        ("ann.py --seed -1", "number from 0"),
        ("ann.py --variant -1", "--variant -1: "),
    ],
)
def test_error_of_usage_is_one_line_before_anything_runs(command, flags, words):
    write(ann=RIGHT)
    ended = command(f"grade {flags}")
    assert (ended.code, ended.out) == (2, "") and words in ended.err and ended.err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("flag", ["--report", "--csv"])
def test_what_cannot_be_written_comes_after_the_score(command, flag):
    write(ann=RIGHT)
    ended = command("grade ann.py", flag, "/dev/full")
    assert ended.code == 3 and "softmax  100 / 100" in ended.out
    assert "/dev/full: cannot be written" in ended.err and ended.err.count("\n") == 1
