"""examples/class_marks.py: a mark goes to the student whom the named column names, or the program ends."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

pandas = pytest.importorskip("pandas")

SCRIPT = Path(__file__).parents[2] / "examples" / "class_marks.py"
CLASS = "submission,softmax,total\nann/my_transformer,100,100\nbob/my_transformer,70,70\n"
BOOK = """Student,ID,SIS User ID,SIS Login ID,Section,Homework (17)
    Points Possible,,,,,100
"Kurz, Bob",20417,300018,bob,1,
"Love, Ann",20999,884120,ann,1,5
"Diaz, Cleo",20533,20417,cleo,1,33
"""


@pytest.fixture
def marks(tmp_path):
    """marks(*flags, table, FILE=text) -> (the table that is printed, or None; the standard error)"""

    def run(*flags, table=CLASS, **files):
        for name, text in (files | {"class": table}).items():
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        command = [sys.executable, SCRIPT, "class.csv", *flags]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == (0 if done.stdout else 2) and "Traceback" not in done.stderr, done.stderr
        return done.stdout and pandas.read_csv(io.StringIO(done.stdout), dtype=str, keep_default_na=False), done.stderr

    return run


def late(marks, deadline, *submitted):
    dates = "student,submitted,deadline\n" + "".join(f"{each}\n" for each in submitted)
    flags = "--dates", "dates.csv", "--deadline", deadline, "--zone", "Europe/Berlin"
    table, error = marks(*flags, dates=dates)
    return error if table is None or isinstance(table, str) else list(table["late days"])


def test_totals_go_into_the_named_column_and_nothing_else_changes(marks):
    table, said = marks("--gradebook", "b.csv", "--student", "SIS Login ID", "--mark", "Homework (17)", b=BOOK)
    before = pandas.read_csv(io.StringIO(BOOK), dtype=str, keep_default_na=False)
    assert list(table["Homework (17)"]) == ["100", "70", "100", "33"]
    assert table.drop(columns="Homework (17)").equals(before.drop(columns="Homework (17)")) and "cleo" in said


@pytest.mark.parametrize(
    ("flags", "table", "word"),
    [
        (["SIS Login ID", "New"], CLASS.replace("ann", "eve"), "eve"),  # nobody there
        (["Section", "New"], CLASS, "twice"),
        (["SIS Login ID", "New"], CLASS + "ann/other,1,1\n", "twice"),  # two submissions of one student
        (["SIS Login ID", "SIS Login ID"], CLASS, "--mark"),
        (["Login", "New"], CLASS, "Login"),
        (["SIS Login ID", "New"], CLASS.replace("softmax", "total"), "one column"),
        (["ID", "New", "--id", r"_(\d+)_"], "submission,total\nann_20999_884120_softmax.py,9\nbob,1\n", "bob"),
    ],
)
def test_whatever_is_not_found_or_found_twice_ends_it(marks, flags, table, word):
    student, mark, *more = flags
    printed, error = marks("--gradebook", "b.csv", "--student", student, "--mark", mark, *more, table=table, b=BOOK)
    assert printed == "" and word in error and error.count("\n") == 1


def test_a_number_of_one_column_is_none_of_another(marks):
    """Cleo's SIS number is Bob's Canvas number."""
    table = "submission,total\nkurzbob_20417_884121_softmax.py,70\n"
    flags = "--gradebook", "b.csv", "--student", "ID", "--mark", "New", "--id", r"_(\d+)_\d+_"
    assert list(marks(*flags, table=table, b=BOOK)[0]["New"]) == ["", "70", "", ""]


@pytest.mark.parametrize(
    ("deadline", "submitted", "days"),
    [
        ("2026-11-20 23:59", ["ann,2026-11-20 23:59:59,", "bob,2026-11-21 00:00,"], ["0", "1"]),
        ("2026-11-20 23:59", ["ann,2026-11-20 22:59:00 UTC,", "bob,2026-11-22T23:59Z,2026-11-22 23:59"], ["0", "1"]),
        # The clock goes back on 25 October and forward on 29 March.
        ("2026-10-24 20:00+02:00", ["ann,2026-10-25 19:30+01:00,", "bob,2026-10-25 20:30+01:00,"], ["1", "2"]),
        ("2026-03-28 23:59+01:00", ["ann,2026-03-29 23:59+02:00,", "bob,2026-03-30 00:30+02:00,"], ["1", "2"]),
    ],
)
def test_late_days(marks, deadline, submitted, days):
    assert late(marks, deadline, *submitted) == days


@pytest.mark.parametrize("time", ["today?", "now", "", "nan", "11/12/2026 10:00", "12.11.2026 10:00", "2026-11-20"])
def test_times_of_two_meanings_or_none_end_it(marks, time):
    """pandas reads 11/12 as a day in November, and none as no day late."""
    assert "write a time" in late(marks, "2026-11-20 23:59", f"ann,{time},", "bob,2026-11-20 23:59,")


def test_dates_that_are_none(marks):
    assert "does not have bob" in late(marks, "2026-11-20 23:59", "ann,2026-11-20 23:59,")
    assert "02:30" in late(marks, "2026-10-25 02:30", "ann,2026-11-20 23:59,", "bob,2026-11-20 23:59,")


@pytest.mark.parametrize(
    ("table", "flags", "word"),
    [
        ("", [], "cannot be read"),
        (CLASS + "eve/x,1,2,3,4\n", [], "cannot be read"),
        (CLASS.replace("70\n", "\n"), [], "total of bob"),
        (CLASS.replace("70\n", "7O\n"), [], "total of bob"),
        (CLASS, ["--id", "["], "pattern"),
        (CLASS, ["--id", "x"], "pattern"),
    ],
)
def test_a_table_or_a_pattern_that_is_none_ends_it(marks, table, flags, word):
    error = marks(*flags, table=table)[1]
    assert word in error and error.count("\n") == 1
