"""The marks of a class after grading: late days, what a second grading has changed, and the gradebook of an LMS."""

import csv
import io
import math
import re
import unicodedata
from datetime import datetime, timedelta

from ..system.errors import UserError, say
from ..system.files import read_file, reading
from .runner.report import FORMULA, as_csv

POINTS = "Points Possible"  # stands in Canvas's gradebook for a name
NO_EXERCISE = "submission", "late days", "total before", "total"


class Table:
    """A CSV file that `minitrans grade`, a spreadsheet or an LMS has saved.  UserError if it lacks a needed column.

    titles: of its columns;  exercises: those of them that are exercises;  rows: {title: cell}, the cells as text
    """

    def __init__(self, path, *needed):
        with reading(path, "not a table; save it as CSV, in UTF-8"):
            text = read_file(path).decode("utf-8-sig")
            delimiter = max(",;\t", key=text.partition("\n")[0].count)
            try:
                lines = [line for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if any(line)]
            except csv.Error as error:
                raise ValueError(error) from None
        self.path, self.titles = path, [title.strip() for title in lines[0]] if lines else []
        if missing := [title for title in needed if title not in self.titles]:
            raise UserError(f"{path}: has no column {missing[0]}; it has {', '.join(self.titles) or 'none'}")
        self.exercises = [title for title in self.titles if title not in NO_EXERCISE]
        blank = [""] * len(self.titles)  # a spreadsheet may leave out empty cells
        self.rows = [dict(zip(self.titles, [*map(text_of, line), *blank], strict=False)) for line in lines[1:]]

    def of(self, submissions, titles):
        """The row of each submission's student; None if none or several could be it.  Says whom it did not find.

        titles: of the columns that may name a student
        """
        rows, found = [], {}
        for i, row in enumerate(self.rows):
            cells = [row[title] for title in titles]
            names = {*cells, " ".join(cells[:2])}  # Moodle has first and last names, and Canvas "last, first"
            names |= {" ".join(reversed(each.split(", "))) for each in cells}
            names |= {each.partition("@")[0] for each in cells if "@" in each}
            for name in map(simple, names):
                found.setdefault(name, set()).add(i)
        for submission, *levels in zip(submissions, named_in(submissions), named_in(submissions, "_"), strict=True):
            places = (set().union(*(found[n] for n in names if len(found.get(n, ())) == 1)) for names in levels)
            hits = next(filter(None, places), set())
            rows.append(self.rows[hits.pop()] if len(hits) == 1 else None)
            if rows[-1] is None:
                say(f"{submission}: names no student of {self.path}, or more than one")
        left = [" ".join(row[title] for title in titles[:2]) for row in self.rows if row not in rows]
        if left := [name for name in left if name.strip() and POINTS not in name]:
            say(f"in {self.path}, without a submission: {'; '.join(left)}")
        return rows


def text_of(cell):
    """The text of a cell, without the sign that keeps it from being a formula"""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def simple(name):
    return unicodedata.normalize("NFC", name).casefold().strip()


def named_in(submissions, separator=None):
    """What may name the student in each path, such as ann of ann/hw, and with "_" also 17 of ann_17_204_hw.zip, as
    Canvas calls it: the parts that not all paths have"""
    parts = [re.sub(r"\.(py|ipynb|zip)$", "", path).split("/") for path in submissions]
    names = [{simple(name) for part in path for name in part.split(separator or "/")} - {""} for path in parts]
    shared = set.intersection(*names) if len(names) > 1 else set()
    return [each - shared for each in names]


def number(text):
    """The number that a text is, which may have a decimal comma; or the text itself, such as 007 or 1,000"""
    if not re.fullmatch(r"-?(0|[1-9]\d{0,8})(\.\d+|,\d\d?)?", text.strip()):
        return text
    value = float(text.replace(",", "."))
    return int(value) if value.is_integer() else value


def marks(table, before=None, dates=None, deadline=None):
    """The table of a class as CSV, with late days if there are dates, and with the totals before.  Says what changed.

    before: the Table of an earlier grading;  dates: a Table with the columns student and submitted, and with a column
    deadline if some students have one of their own;  deadline: that of the others, as text
    """
    names, added = [row["submission"] for row in table.rows], []
    if dates:
        added.append("late days")
        for row, date in zip(table.rows, dates.of(names, ["student"]), strict=True):
            row["late days"] = late_days(date, deadline, dates.path) if date and date["submitted"].strip() else ""
    if before:
        added.append("total before")
        earlier = {row["submission"]: row for row in before.rows}
        for name, row in zip(names, table.rows, strict=True):
            old = earlier.pop(name, None)
            row["total before"] = old["total"] if old else ""
            if changed := changes(row, old, table.exercises) if old else f"is not in {before.path}":
                say(f"{name}: {changed}")
        for name in earlier:
            say(f"{name}: is in {before.path}, and not in {table.path}")
    titles = ["submission", *table.exercises, *added, "total"]
    return as_csv([titles, *([number(row[title]) for title in titles] for row in table.rows)])


def changes(row, old, titles):
    pairs = [(title, old.get(title, "-"), row[title]) for title in (*titles, "total")]
    return ", ".join(f"{title} {old} -> {new}" for title, old, new in pairs if number(old) != number(new))


def late_days(date, deadline, path):
    """The days after the deadline, as text: one that has begun counts as a whole one, and seconds do not count"""
    where, due = f"{path}, {date['student']}", time_of(deadline, "--deadline")
    if own := date.get("deadline", "").strip():
        due = time_of(own, where, due.tzinfo)
    submitted = time_of(date["submitted"], where, due.tzinfo)
    if submitted.tzinfo and not due.tzinfo:
        raise UserError(f"{where}: this time has a zone, and the deadline has none; give it one: {due}+01:00")
    return str(max(0, math.ceil((submitted - due) / timedelta(days=1))))


def time_of(text, where, zone=None):
    """A time without its seconds; if it names no zone, it is in the given one.  UserError if it is no time.

    Python 3.10 knows neither Z nor the zones of Gradescope, as in 2026-11-20 23:59:00 -0800.
    """
    text = text.strip()
    try:
        time = datetime.fromisoformat(re.sub(r" ?([+-]\d\d):?(\d\d)$", r"\1:\2", text.replace("Z", "+00:00")))
        if len(text) < len("2026-11-20 23:59"):
            raise ValueError
    except ValueError:
        raise UserError(f"{where}: {text!r} is no time; write 2026-11-20 23:59 or 2026-11-20 23:59+01:00") from None
    return time.replace(second=0, microsecond=0, tzinfo=time.tzinfo or zone)


def fill(book, table, column):
    """Write the totals of a class into the gradebook that an LMS has exported -> (CSV, whether all have found a place)

    column: the name of an assignment, without what Canvas and Moodle add to it, or of a new one.  Of other columns,
    Canvas gets those that name the student, so that it cannot change other marks.
    """
    person = book.titles[: book.titles.index("Section") + 1] if "Section" in book.titles else book.titles
    known = [title for title in book.titles if column in (title, re.sub(r"^\w+: | \([^()]*\)$", "", title))]
    if len(known) > 1:
        raise UserError(f"{book.path}: {column!r} could be {' or '.join(known)}; give --column the whole title")
    title, entered = known[0] if known else column, {}
    points = next((row for row in book.rows if POINTS in row[person[0]]), {})
    possible = number(points.get(title, ""))
    points.setdefault(title, 100 * len(table.exercises))
    for row, found in zip(table.rows, book.of([row["submission"] for row in table.rows], person), strict=True):
        name, total = row["submission"], number(row["total"])
        if isinstance(total, str):
            raise UserError(f"{table.path}: the total of {name} is {total!r}, not a number")
        if not isinstance(possible, str) and total > possible:
            raise UserError(f"{name} has {total} points, and {title} has {possible} in {book.path}: change one of them")
        if found is None:
            continue
        if id(found) in entered:
            raise UserError(f"{entered[id(found)]} and {name}: are of one student; take one out of {table.path}")
        entered[id(found)], found[title] = name, total
    titles = [*person, *([] if title in person else [title])]
    rows = [[row.get(each, "") for each in titles] for row in book.rows]
    return as_csv([titles, *rows]), len(entered) == len(table.rows)
