"""What is told about a submission: to a terminal or notebook, to Gradescope, and as a table of a class."""

import csv
import io
import json
from typing import NamedTuple


class Result(NamedTuple):
    """One stage of one exercise.  message: '' if it passed."""

    exercise: str
    stage: str
    score: float
    max_score: float
    message: str
    order: tuple = ()  # place of the exercise and of the stage, as tests may run in any order


def plain(text):
    """Text in which what steers a terminal is spelled out; of the control characters it keeps newline and tab."""
    text = text.replace("\r\n", "\n")
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def as_text(results, full=True):
    """A block for each exercise.  full: whole messages; otherwise their first line and the probable cause."""
    lines = []
    for exercise in dict.fromkeys(result.exercise for result in results):
        stages = [result for result in results if result.exercise == exercise]
        score, max_score = sum(r.score for r in stages), sum(r.max_score for r in stages)
        lines.append(f"{exercise}  {score:g} / {max_score:g}")
        for r in stages:
            first, *rest = r.message.splitlines() or ["passed"]
            rest = rest if full else [line for line in rest if line.strip().startswith("probably")]
            lines.append(f"  {r.stage:<12} {r.score:>3g} / {r.max_score:<3g}  {first}")
            lines += [" " * 26 + line.strip() for line in rest]
    return "\n".join(lines)


def as_gradescope(submission, results, seconds):
    """The dictionary that Gradescope reads from results.json; `csv` below reads it too."""
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
                "status": "failed" if r.message else "passed",
                "output": r.message,
                "extra_data": {"exercise": r.exercise, "stage": r.stage},
            }
            for r in results
        ],
        "extra_data": {"submission": submission},
    }


def as_csv(reports):
    """Reports as dictionaries -> the text of a table: a row for each submission, a column for each exercise."""
    rows = []
    for report in reports:
        scores = {}
        for test in report["tests"]:
            exercise = test["extra_data"]["exercise"]
            scores[exercise] = scores.get(exercise, 0) + test["score"]
        rows.append({"submission": report["extra_data"]["submission"], **scores, "total": report["score"]})
    exercises = dict.fromkeys(name for row in rows for name in row if name not in ("submission", "total"))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["submission", *map(cell, exercises), "total"])
    for row in rows:
        table.writerow([cell(row.get(name, 0)) for name in ("submission", *exercises, "total")])
    return text.getvalue()


def cell(value):
    """What a spreadsheet shows and does not run as a formula."""
    if isinstance(value, int | float):
        return value
    text = plain(str(value)).replace("\n", "\\n")
    return "'" + text if text.startswith(tuple("=+-@\t＝＋－＠")) else text


def read_report(path):
    """A report written with --report; ValueError if it is none."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        as_csv([report])
        scores = [report["score"], *(test["score"] for test in report["tests"])]
        if not all(type(score) in (int, float) for score in scores):
            raise ValueError("a score is no number")
    except (KeyError, TypeError, RecursionError):
        raise ValueError("not written by --report") from None
    return report
