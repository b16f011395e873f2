"""Late days and a gradebook, from the table that `minitrans grade class/* --csv class.csv` has written.  Needs pandas.

python examples/class_marks.py class.csv --dates dates.csv --deadline "2026-11-20 23:59" --zone Europe/Berlin > late.csv
python examples/class_marks.py class.csv --gradebook exported.csv --student "SIS Login ID" --mark "Homework 2" > new.csv
"""

import argparse
import re
import sys

import pandas as pd

TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?")  # 11/12 may be in November


def end(why):
    print(f"error: {why}", file=sys.stderr)
    sys.exit(2)


def read(path, *needed):
    try:
        lines = pd.read_csv(path, header=None, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        end(f"{path}: cannot be read as a table ({str(error).strip()})")
    titles = [title.strip() for title in lines.iloc[0]]
    if wrong := [title for title in (*needed, *titles) if titles.count(title) != 1]:
        end(f"{path}: needs one column {wrong[0]!r}; it has {', '.join(titles)}")
    return lines[1:].set_axis(titles, axis=1)


def by_student(table, ids, path, wanted=()):
    """The table with the ids of its students as index.  A student that is there twice or missing ends it."""
    ids = ids.str.strip()
    if twice := sorted(set(ids[ids.duplicated() & (ids != "")])):
        end(f"{path}: twice: {', '.join(twice)}")
    if unknown := sorted(set(wanted) - set(ids)):
        end(f"{path}: does not have {', '.join(unknown)}")
    return table.set_index(ids)


def in_zone(times, zone, path):
    """Times as a clock in this zone shows them, so that a day is a day in the week when clocks change too."""
    if wrong := [each for each in times if not TIME.fullmatch(each.strip())]:
        end(f"{path}: write a time as 2026-11-20 23:59 or 2026-11-20 23:59+01:00, not {wrong[0]!r}")
    try:
        zoned = [each if each.tzinfo else each.tz_localize(zone) for each in map(pd.Timestamp, times)]
        return pd.Series([each.tz_convert(zone).tz_localize(None).floor("min") for each in zoned])
    except (ValueError, KeyError) as error:  # no such day or zone, or an hour that the clock shows twice or never
        end(f"{path}: --zone {zone}: {error}")


def add_late_days(marks, path, deadline, zone):
    """A column of the days after the deadline, of which one that has begun counts as a whole one."""
    dates = read(path, "student", "submitted")
    dates = by_student(dates, dates["student"], path, marks.index).loc[marks.index]
    due = [each or deadline for each in dates.get("deadline", [""] * len(dates))]
    late = in_zone(dates["submitted"], zone, path) - in_zone(due, zone, path)
    return marks.assign(**{"late days": [max(0, -(-each // pd.Timedelta(days=1))) for each in late]})


def fill(marks, path, student, mark):
    """The gradebook with the totals in the column `mark`; all other cells are as they were."""
    if mark == student:
        end(f"--mark {mark}: this column says who a student is")
    book = read(path, student)
    book = by_student(book, book[student], path, marks.index)
    print(f"{path}: these keep their mark: {'; '.join(set(book.index) - set(marks.index) - {''})}", file=sys.stderr)
    return book.assign(**{mark: marks["total"].reindex(book.index).fillna(book.get(mark, ""))})


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("marks", metavar="CLASS.csv")
for flag in ("dates", "deadline", "zone", "gradebook", "student", "mark"):
    parser.add_argument(f"--{flag}")
parser.add_argument("--id", default="^([^/.]+)", help="the part of a submission's name (...) that names the student")
given = parser.parse_args()
try:
    if re.compile(given.id).groups != 1:
        end(f"--id {given.id}: give a pattern with one (...)")
except re.error as error:
    end(f"--id {given.id}: is no pattern ({error})")
for flags in (("dates", "deadline", "zone"), ("gradebook", "student", "mark")):
    if len({getattr(given, flag) is None for flag in flags}) > 1:
        end(f"give all of --{', --'.join(flags)}, or none")
table = read(given.marks, "submission", "total")
if wrong := table["submission"][pd.to_numeric(table["total"], errors="coerce").isna()].tolist():
    end(f"{given.marks}: the total of {wrong[0]} is no number")
ids = table["submission"].str.extract(given.id, expand=False)
if not ids.notna().all():
    end(f"{given.marks}: --id {given.id} finds nothing in {', '.join(table['submission'][ids.isna()])}")
table = by_student(table, ids, given.marks)
table = add_late_days(table, given.dates, given.deadline, given.zone) if given.dates else table
table = fill(table, given.gradebook, given.student, given.mark) if given.gradebook else table
print(table.to_csv(index=False), end="")
