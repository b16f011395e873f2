"""The results of a submission as text, as Gradescope's JSON, and as a row in the table of a class."""

import csv
import io
from typing import NamedTuple

from ...system.errors import plain
from ...system.files import read_json


class Result(NamedTuple):
    """The result of one stage of one exercise.  message: '' if the stage passed."""

    exercise: str
    stage: str
    score: float
    max_score: float
    message: str
    order: tuple = ()  # (exercise number, stage number), because tests may run in any order


def as_text(results, full=True):
    """A block of lines per exercise.  full: whole messages; otherwise their first lines and probable causes."""
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


def as_gradescope(submission, results, seconds, variant=None):
    """The dictionary that Gradescope reads from results.json.  `as_csv` reads it too.  seconds: time of the grading."""
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
        "extra_data": {"submission": submission} | ({} if variant is None else {"variant": variant}),
    }


def as_csv(reports):
    """The table of a class as CSV: a row per submission, a column per exercise.  reports: see `as_gradescope`."""
    rows = []
    for report in reports:
        scores = {}
        for test in report["tests"]:
            exercise = test["extra_data"]["exercise"]
            scores[exercise] = scores.get(exercise, 0) + test["score"]
        rows.append({"submission": report["extra_data"]["submission"], **scores, "total": report["score"]})
    exercises = dict.fromkeys(name for row in rows for name in row if name not in ("submission", "total"))
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")  # a list separator may be ;
    writer.writerow(["submission", *map(cell, exercises), "total"])
    for row in rows:
        writer.writerow([cell(row.get(name, 0)) for name in ("submission", *exercises, "total")])
    return text.getvalue()


def cell(value):
    """A value that a spreadsheet shows as text or a number, and never runs as a formula."""
    if isinstance(value, int | float):
        return value
    text = plain(str(value)).replace("\n", "\\n")
    return "'" + text if text.startswith(tuple("=+-@\t＝＋－＠")) else text


def read_report(path):
    """Read a report that --report has written.  ValueError if the file is none."""
    try:
        report = read_json(path)
        as_csv([report])
        scores = [report["score"], *(test["score"] for test in report["tests"])]
        if not all(type(score) in (int, float) for score in scores):
            raise ValueError("a score is not a number")
    except (KeyError, TypeError):
        raise ValueError("not written by --report") from None
    return report
