"""The pytest plugin: options, the grader of the session, and its report.

It is loaded whenever pytest starts in an environment with minitrans, so it imports the rest only when asked to grade.
"""

import json
import math
import time
from pathlib import Path

import pytest

from ..errors import UserError


def pytest_addoption(parser):
    group = parser.getgroup("minitrans", "minitrans: grading, and the backend of its tests")
    group.addoption("--submission", type=Path, metavar="PATH", help="file, notebook or folder to grade")
    group.addoption(
        "--exercise",
        action="append",
        default=[],
        metavar="NAME",
        help="grade this one, which must be in it (repeatable; default: all that are)",
    )
    group.addoption("--report", type=Path, metavar="FILE", help="write the result there, as JSON for Gradescope")
    group.addoption("--seed", type=int, default=0, help="of the data that it is tried on (default 0)")
    group.addoption("--backend", choices=["numpy", "cupy"], default="numpy", help="array library (default numpy)")
    group.addoption("--time-limit", type=float, default=20, metavar="SECONDS", help="for each check (default 20)")
    group.addoption("--allow-imports", action="store_true", help="a submission may import minitrans or torch")


def pytest_configure(config):
    """What cannot be graded at all is an error of usage, before anything runs."""
    option = config.option
    config.started = time.time()
    if option.seed < 0:
        raise pytest.UsageError(f"--seed {option.seed}: must not be negative")
    if not 0 < option.time_limit < math.inf:
        raise pytest.UsageError(f"--time-limit {option.time_limit:g}: must be a positive number of seconds")
    if option.submission or option.exercise or option.backend != "numpy":
        from .grader import prepare

        try:
            config.grading = prepare(option)
        except UserError as error:
            raise pytest.UsageError(str(error)) from None
    if option.report and not option.submission:
        raise pytest.UsageError("--report needs --submission, whose result it is to hold")
    if option.report and option.report.is_dir():
        raise pytest.UsageError(f"--report {option.report}: is a folder, not a file")
    if option.report and not option.report.absolute().parent.is_dir():
        raise pytest.UsageError(f"--report {option.report}: there is no folder {option.report.absolute().parent}")


def pytest_terminal_summary(terminalreporter, config):
    """The points of a submission, and its report if one is wanted."""
    option = config.option
    results = graded(terminalreporter)
    if not option.submission or not results:
        return
    from .report import as_gradescope, as_text

    terminalreporter.section(str(option.submission))
    terminalreporter.line(as_text(results, full=False))
    if option.report:
        report = as_gradescope(option.submission.resolve().name, results, time.time() - config.started)
        option.report.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        terminalreporter.line(f"report: {option.report}")


def graded(terminalreporter):
    """The results that the tests have recorded, in the order of the exercises."""
    reports = [report for kind in ("passed", "failed", "skipped") for report in terminalreporter.stats.get(kind, [])]
    recorded = [value for report in reports for name, value in report.user_properties if name == "grading"]
    if not recorded:
        return []
    from .report import Result

    return sorted((Result(**each) for each in recorded), key=lambda result: result.order)
