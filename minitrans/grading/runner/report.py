"""A finding in words, and results as text, as Gradescope's JSON, and as a row in the table of a class."""

import csv
import io
import json
from typing import NamedTuple

from ...system.errors import UserError, plain
from ...system.files import read_json, reading, write_output
from ..exercises import EXERCISES
from ..exercises.finding import Finding

FORMULA = tuple("=+-@\t＝＋－＠")  # characters with which a formula begins in a spreadsheet


class Result(NamedTuple):
    """The result of one stage of one exercise.  finding: None if the stage passed."""

    exercise: str
    stage: str
    score: float
    max_score: float
    finding: Finding | None


def told(finding, full=True):
    """A finding in words, see `Finding.sentence`; '' for None"""
    return "" if finding is None else finding.sentence(full)


def as_text(results, full=True):
    """A block of lines per exercise.  full: whole messages; otherwise their first lines and probable causes."""
    lines = []
    for exercise in dict.fromkeys(result.exercise for result in results):
        stages = [result for result in results if result.exercise == exercise]
        score, max_score = sum(r.score for r in stages), sum(r.max_score for r in stages)
        lines.append(f"{exercise}  {score:g} / {max_score:g}")
        for r in stages:
            first, *rest = told(r.finding, full).splitlines() or ["passed"]
            lines.append(f"  {r.stage:<12} {r.score:>3g} / {r.max_score:<3g}  {first}")
            lines += [" " * 26 + line.strip() for line in rest]
    return "\n".join(lines)


def as_gradescope(submission, results, seconds, variant=None):
    """The dictionary that Gradescope and `class_table` read from results.json.  seconds: of the grading"""
    return {
        "score": sum(r.score for r in results),
        "execution_time": round(seconds, 1),
        "visibility": "visible",
        "output": as_text(results, full=False),
        "tests": [
            {
                "name": f"{r.exercise}: {r.stage}",
                "score": r.score,
                "max_score": r.max_score,
                "status": "failed" if r.finding else "passed",
                "output": told(r.finding),
                "extra_data": {"exercise": r.exercise, "stage": r.stage},
            }
            for r in results
        ],
        "extra_data": {"submission": submission} | ({} if variant is None else {"variant": variant}),
    }


def write_report(path, report):
    """UserError if it cannot be written"""
    try:
        write_output(path, json.dumps(report, indent=2).encode() + b"\n")
    except UserError as error:
        raise UserError(f"there is no report: {error}") from None


def class_table(reports):
    """The rows of the table of a class, the titles first: a column per exercise.  reports: see `as_gradescope`"""
    rows = []
    for report in reports:
        scores = {}
        for test in report["tests"]:
            exercise = test["extra_data"]["exercise"]
            scores[exercise] = scores.get(exercise, 0) + test["score"]
        rows.append(scores | {"submission": report["extra_data"]["submission"], "total": report["score"]})
    graded = dict.fromkeys([*EXERCISES, *(name for row in rows for name in row)])  # in the order of the course
    exercises = [name for name in graded if name not in ("submission", "total") and any(name in row for row in rows)]
    titles = ["submission", *exercises, "total"]
    return [titles, *([row.get(name, 0) for name in titles] for row in rows)]


def as_csv(rows):
    """A table as CSV in which a spreadsheet finds no formula to run.  rows: the titles, and the values"""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")  # a list separator may be ;
    writer.writerows([cell(value) for value in row] for row in rows)
    return text.getvalue()


def as_columns(reports):
    """The table of a class for a terminal."""
    rows = [[line(value) for value in row] for row in class_table(reports)]
    first, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = [[name.ljust(first), *map(str.rjust, values, widths)] for name, *values in rows]
    return "\n".join(map("  ".join, lines))


def line(value):
    """A value as text in one line"""
    return f"{value:g}" if isinstance(value, int | float) else plain(str(value)).replace("\n", "\\n")


def cell(value):
    """A value that a spreadsheet shows as text or a number, and never runs as a formula."""
    if isinstance(value, int | float):
        return value
    text = line(value)
    return "'" + text if text.startswith(FORMULA) and text != "-" else text


def read_report(path):
    """Read a report that --report has written.  UserError if the file is none."""
    with reading(path, "not a report that --report has written"):
        report = read_json(path)
        class_table([report])
        if not all(type(each["score"]) in (int, float) for each in (report, *report["tests"])):
            raise ValueError("a score is not a number")
    return report
