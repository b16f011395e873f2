"""Late days and a gradebook, from the table that `minitrans grade class/* --csv class.csv` has written.  Needs pandas.

python examples/class_marks.py class.csv --dates dates.csv --deadline "2026-11-20 23:59" --zone Europe/Berlin > late.csv
python examples/class_marks.py class.csv --gradebook exported.csv --student "SIS Login ID" --mark "Homework 2" > new.csv
"""

import re
import sys
from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter

import pandas as pd

TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?")  # 11/12 may be in November
LATE, BOOK = ("dates", "deadline", "zone"), ("gradebook", "student", "mark")
parser = ArgumentParser(usage=SUPPRESS, description=__doc__, formatter_class=RawDescriptionHelpFormatter)
parser.add_argument("marks", metavar="CLASS.csv")
for flag in LATE + BOOK:
    parser.add_argument(f"--{flag}")
parser.add_argument("--id", default="^([^/.]+)", help="the part of a submission's name (...) that names the student")


def read(path, *needed):
    try:
        lines = pd.read_csv(path, header=None, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        parser.error(f"{path}: cannot be read as a table ({str(error).strip()})")
    titles = [title.strip() for title in lines.iloc[0]]
    if wrong := [title for title in (*needed, *titles) if titles.count(title) != 1]:
        parser.error(f"{path}: needs one column {wrong[0]!r}; it has {', '.join(titles)}")
    return lines[1:].set_axis(titles, axis=1)


def by_student(table, ids, path, wanted=()):
    """The table with the ids of its students as index.  A student who occurs twice or is missing ends the program."""
    ids = ids.str.strip()
    if twice := sorted(set(ids[ids.duplicated() & (ids != "")])):
        parser.error(f"{path}: twice: {', '.join(twice)}")
    if unknown := sorted(set(wanted) - set(ids)):
        parser.error(f"{path}: does not have {', '.join(unknown)}")
    return table.set_index(ids)


def in_zone(times, zone, path):
    """Times as a clock in this zone shows them, so that a day is a day in the week when clocks change too."""
    if wrong := [each for each in times if not TIME.fullmatch(each.strip())]:
        parser.error(f"{path}: write a time as 2026-11-20 23:59 or 2026-11-20 23:59+01:00, not {wrong[0]!r}")
    try:
        zoned = [each if each.tzinfo else each.tz_localize(zone) for each in map(pd.Timestamp, times)]
        return pd.Series([each.tz_convert(zone).tz_localize(None).floor("min") for each in zoned])
    except (ValueError, KeyError) as error:  # no such day or zone, or an hour that the clock shows twice or never
        parser.error(f"{path}: --zone {zone}: {error}")


given = parser.parse_args()
if any(len({getattr(given, flag) is None for flag in flags}) > 1 for flags in (LATE, BOOK)):
    parser.error(f"give all of --{', --'.join(LATE)}, or none; and all of --{', --'.join(BOOK)}, or none")
table = read(given.marks, "submission", "total")
if wrong := table["submission"][pd.to_numeric(table["total"], errors="coerce").isna()].tolist():
    parser.error(f"{given.marks}: the total of {wrong[0]} is no number")
try:
    (ids,) = table["submission"].str.extract(given.id).to_dict("series").values()
except (ValueError, re.error) as error:
    parser.error(f"--id {given.id}: give a pattern with one (...) ({error})")
if not ids.notna().all():
    parser.error(f"{given.marks}: --id {given.id} finds nothing in {', '.join(table['submission'][ids.isna()])}")
table = by_student(table, ids, given.marks)
if given.dates:
    dates = read(given.dates, "student", "submitted")
    dates = by_student(dates, dates["student"], given.dates, table.index).loc[table.index]
    due = [each or given.deadline for each in dates.get("deadline", [""] * len(dates))]
    late = in_zone(dates["submitted"], given.zone, given.dates) - in_zone(due, given.zone, given.dates)
    table["late days"] = [max(0, -(-each // pd.Timedelta(days=1))) for each in late]  # a day that has begun counts
if given.gradebook:
    if given.mark == given.student:
        parser.error(f"--mark {given.mark}: this column says who a student is")
    book = read(given.gradebook, given.student)
    book = by_student(book, book[given.student], given.gradebook, table.index)
    print(f"{given.gradebook}: these keep their mark:", *book.index.difference([*table.index, ""]), file=sys.stderr)
    table = book.assign(**{given.mark: table["total"].reindex(book.index).fillna(book.get(given.mark, ""))})
print(table.to_csv(index=False), end="")
