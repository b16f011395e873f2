"""`minitrans grading marks` and `gradebook`: late days, changes, and the gradebooks of Canvas and Moodle."""

import csv
from pathlib import Path

import pytest

from minitrans.grading.marks import Table, fill, marks

pytestmark = pytest.mark.usefixtures("elsewhere")
DEADLINE = "2026-11-20 23:59+01:00"
CLASS = "submission,softmax,linear,total\nann/hw,100,40,140\n'=bo/hw,0,0,0\nZoë Ek/hw,100,100,200\n"


@pytest.fixture
def table():
    """table(text, name): a Table of a file with this text"""

    def written(text, name="x.csv", encoding="utf-8"):
        Path(name).write_text(text, encoding=encoding)
        return Table(Path(name))

    return written


def rows_of(text):
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize(
    ("submitted", "own", "days"),
    [
        ("2026-11-20 23:59:59", "", "0"),  # in the zone of the deadline; seconds do not count
        ("2026-11-20T22:59:00Z", "", "0"),
        ("2026-11-20 15:00:00 -0800", "", "1"),  # midnight, as Gradescope writes it
        ("2026-11-21 00:00", "", "1"),
        ("2026-11-21 23:59+01:00", "", "1"),
        ("2026-11-22 00:00", "", "2"),
        ("2026-11-22 00:00", "2026-11-23 12:00", "0"),
        ("2026-11-19 08:00", "2026-11-18 12:00Z", "1"),
        ("", "", ""),
    ],
)
def test_late_days(table, submitted, own, days):
    dates = table(f"student,submitted,deadline\nANN,{submitted},{own}\n")
    [row] = rows_of(marks(table("submission,total\nann.py,1\n", "class.csv"), None, dates, DEADLINE))
    assert row["late days"] == days and row["total"] == "1"


@pytest.mark.parametrize(
    ("deadline", "submitted", "words"),
    [
        ("2026-11-20", "2026-11-20 10:00", "--deadline: '2026-11-20' is no time; write 2026-11-20 23:59"),
        (DEADLINE, "yesterday", "x.csv, ann: 'yesterday' is no time"),
        ("2026-11-20 23:59", "2026-11-20 10:00Z", "x.csv, ann: this time has a zone, and the deadline has none"),
    ],
)
def test_a_time_that_cannot_be_compared_names_its_student(table, refusal, deadline, submitted, words):
    dates = table(f"student,submitted\nann,{submitted}\n")
    assert words in refusal(marks, table("submission,total\nann,1\n", "class.csv"), None, dates, deadline)


def test_what_a_second_grading_has_changed(table, capsys):
    old = table(CLASS.replace("ann/hw,100,40,140", "ann/hw,60,40,100").replace("Zoë Ek", "dan"), "old.csv")
    rows = rows_of(marks(table(CLASS), old))
    assert [(row["submission"], row["total before"], row["total"]) for row in rows] == [
        ("ann/hw", "100", "140"),
        ("'=bo/hw", "0", "0"),
        ("Zoë Ek/hw", "", "200"),
    ]
    assert capsys.readouterr().err.splitlines() == [
        "ann/hw: softmax 60 -> 100, total 100 -> 140",
        "Zoë Ek/hw: is not in old.csv",
        "dan/hw: is in old.csv, and not in x.csv",
    ]


CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Quiz (7),Homework (12),Final Score
,,,,,Manual Posting,,(read only)
"    Points Possible",,,,,10,200,(read only)
"Ek, Zoë",101,007,ze,S 1,9,,50
"Lee, Ann",102,008,ann,S 1,9,,50
"Lee, Bo",103,009,=bo,S 1,9,5,50
"Lee, Cy",104,010,cy,S 1,9,5,50
"""


def test_gradebook_of_canvas(table, capsys):
    """What identifies a student stays as it is, and of the assignments there is one: Canvas would change the others."""
    text, whole = fill(table(CANVAS, "canvas.csv"), table(CLASS), "Homework")
    lines = list(csv.reader(text.splitlines()))
    assert whole and lines[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Homework (12)"]
    assert lines[2] == ["    Points Possible", "", "", "", "", "200"]
    assert [line[2] for line in lines[3:]] == ["007", "008", "009", "010"]
    assert [line[5] for line in lines[3:]] == ["200", "140", "0", "5"]
    assert "in canvas.csv, without a submission: Lee, Cy 104\n" == capsys.readouterr().err
    text, _ = fill(table(CANVAS, "canvas.csv"), table(CLASS), "New")
    assert [row["New"] for row in rows_of(text)] == ["", "200", "200", "140", "0", ""]


MOODLE = """First name;Last name;ID number;Email address;Assignment: Homework (Real)
Zoë;Ek;007;z.ek@uni.example;-
Ann;Lee;008;ann@uni.example;-
Hw;Lee;009;=bo@uni.example;-
"""


def test_gradebook_of_moodle(table):
    """Saved by a spreadsheet, with a mark at its beginning; Hw, whose name is in all paths, is no one of them."""
    text, whole = fill(table(MOODLE, encoding="utf-8-sig"), table(CLASS, "class.csv"), "Homework")
    rows = rows_of(text)
    assert whole and [row["Assignment: Homework (Real)"] for row in rows] == ["200", "140", "0"]
    assert [row["ID number"] for row in rows] == ["007", "008", "009"] and rows[2]["Email address"][:2] == "'="


@pytest.mark.parametrize(
    "names",
    [
        ["ekzoe_101_5501_hw.zip", "leeann_LATE_102_5502_hw.zip"],  # a download from Canvas
        ["Zoë Ek_77_assignsubmission_file_", "Ann Lee_78_assignsubmission_file_"],  # and from Moodle
        ["Zoe\u0308 Ek.py", "ANN.py"],
        ["s1/ze/hw", "s1/ann/hw"],
    ],
)
def test_names_of_submissions(table, names):
    text = "submission,total\n" + "".join(f"{name},{i}\n" for i, name in enumerate(names, 1))
    filled, whole = fill(table(CANVAS, "canvas.csv"), table(text), "Homework")
    assert whole and [row["Homework (12)"] for row in rows_of(filled)][2:4] == ["1", "2"]


@pytest.mark.parametrize("name", ["lee", "nobody", "ze_102", "cy/ann"])
def test_a_name_of_none_or_of_several_gets_no_mark_and_is_said(table, command, name):
    table(CANVAS, "canvas.csv")
    table(f"submission,total\n{name},9\n", "class.csv")
    ended = command("grading", "gradebook", "class.csv", "canvas.csv", "--column", "Homework")
    assert ended.code == 1 and f"{name}: names no student of canvas.csv, or more than one" in ended.err
    assert [row["Homework (12)"] for row in rows_of(ended.out)] == ["", "200", "", "", "5", "5"]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (CLASS.replace("200", "201"), "Homework", "Zoë Ek/hw has 201 points, and Homework (12) has 200 in canvas.csv"),
        (CLASS.replace("200", "many"), "New", "x.csv: the total of Zoë Ek/hw is 'many', not a number"),
        (CLASS + "ann/again,1,1,2\n", "New", "ann/hw and ann/again: are of one student; take one out of x.csv"),
    ],
)
def test_marks_that_cannot_be_entered(table, refusal, text, column, words):
    assert words in refusal(fill, table(CANVAS, "canvas.csv"), table(text), column)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["marks", "nowhere.csv"], "nowhere.csv: cannot be read (No such file"),
        (["marks", "empty.csv"], "empty.csv: has no column submission; it has none"),
        (["marks", "latin.csv"], "latin.csv: not a table; save it as CSV, in UTF-8"),
        (["marks", "class.csv", "--dates", "class.csv"], "--dates and --deadline belong together"),
        (["marks", "class.csv", "--since", "dates.csv"], "dates.csv: has no column submission; it has student, when"),
        (["gradebook", "class.csv", "class.csv"], "are required: --column"),
    ],
)
def test_error_of_usage_is_one_line(table, command, arguments, words):
    table("", "empty.csv")
    table(CLASS, "class.csv")
    table("student,when\n", "dates.csv")
    Path("latin.csv").write_bytes(CLASS.encode("latin-1"))
    ended = command("grading", *arguments)
    assert (ended.code, ended.out) == (2, "") and words in ended.err and ended.err.count("\n") == 1
