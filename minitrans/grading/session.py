"""A pytest session that grades: its options, its grader, and the report of a submission."""

import argparse
import json
import os
import signal
import time
from pathlib import Path

import pytest

from ..system.errors import UserError, plain
from ..system.files import write_output
from .plugin import belongs_to_grading
from .runner.child import NoChild
from .runner.limits import TIME_LIMIT, check_seed, check_time_limit
from .runner.report import Result, as_gradescope, as_text


def pytest_addoption(parser):
    group = parser.getgroup("minitrans", "minitrans: grading, and the backend of its tests")
    group.addoption("--submission", type=Path, metavar="PATH", help="the file, notebook or folder to grade")
    group.addoption(
        "--exercise",
        action="append",
        default=[],
        metavar="NAME",
        help="grade this exercise; if it is missing in the submission, it gets 0 points "
        "(repeatable; default: every exercise in the submission)",
    )
    group.addoption("--report", type=Path, metavar="FILE", help="write the result to FILE, as JSON for Gradescope")
    group.addoption("--seed", type=int, default=0, help="seed of the random test data (default: 0)")
    group.addoption(
        "--variant",
        type=int,
        metavar="SEED",
        help="grade the variant SEED of each exercise that has variants (default: the line VARIANT = SEED of the stub)",
    )
    group.addoption("--backend", choices=["numpy", "cupy"], default="numpy", help="array library (default: numpy)")
    group.addoption(
        "--time-limit",
        type=float,
        default=TIME_LIMIT,
        metavar="SECONDS",
        help=f"time limit of each check (default: {TIME_LIMIT})",
    )
    group.addoption("--allow-imports", action="store_true", help="let a submission import minitrans or torch")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config, parser, args):
    """Let a session that only grades depend on its command line alone.

    The folder where pytest starts may belong to another project.  Its conftest.py may define the same options, and its
    settings may leave out the tests of grading.
    """
    given = list(map(os.fspath, early_config.invocation_params.args))
    named = parser.parse_known_args(given)
    if named.file_or_dir and all(map(belongs_to_grading, named.file_or_dir)):
        args[:] = [*given, "--noconftest"]
        for settings in ("inicfg", "_inicfg", "_inicache"):  # pytest 8 has the first, pytest 9 the second
            vars(early_config).get(settings, {}).clear()
        early_config.known_args_namespace = parser.parse_known_args(args)
    try:
        yield
        parser.parse_known_args(args)  # pytest 8 does not refuse two options of the same name until it parses them
    except (ValueError, argparse.ArgumentError) as error:
        if "already" not in str(error) and "conflicting" not in str(error):
            raise
        reason = "a conftest.py defines an option that minitrans.grading has too; run the two in separate sessions"
        raise pytest.UsageError(f"{reason} ({error})") from None


def pytest_configure(config):
    """Check the options.  What cannot be graded at all is a usage error before any test runs."""
    option = config.option
    try:
        check_seed(option.seed)
        if option.variant is not None:
            check_seed(option.variant, "--variant")
        check_time_limit(option.time_limit)
        if option.report:
            check_report(option)
        if option.submission or option.exercise or option.variant is not None or option.backend != "numpy":
            from .runner.grader import prepare  # imported late, because it imports the whole library

            if option.submission:
                config.pluginmanager.register(Summary(config))
                signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the grader cleans up before it ends
            config.grading = prepare(option)
    except UserError as error:
        raise pytest.UsageError(str(error)) from None
    except NoChild as error:
        pytest.exit(str(error), pytest.ExitCode.INTERNAL_ERROR)


def pytest_unconfigure(config):
    if hasattr(config, "grading"):
        grader, _ = config.grading
        grader.close()


def check_report(option):
    path = option.report
    if not option.submission:
        raise UserError("--report needs --submission: it holds the result of a submission")
    try:
        if path.is_dir():
            raise UserError(f"--report {path}: this is a folder, not a file")
        if not path.absolute().parent.is_dir():
            raise UserError(f"--report {path}: there is no folder {path.absolute().parent}")
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise UserError(f"--report {path}: no permission to write")
    except OSError as error:
        raise UserError(f"--report {path}: {error.strerror}") from None


class Summary:
    """Collects the results of a submission, shows them, and writes the report if --report asks for one."""

    def __init__(self, config):
        self.config, self.start, self.recorded, self.last_line = config, time.time(), {}, ""

    def pytest_runtest_logreport(self, report):
        """Keep the result that a test has recorded."""
        for name, value in report.user_properties:
            if name == "grading":
                result = Result(**value)
                self.recorded[result.exercise, result.stage] = result

    def results(self):
        """All results, with 0 points for stages that did not run."""
        from .runner.grader import planned

        _, graded = self.config.grading
        return [self.recorded.get((result.exercise, result.stage), result) for result in planned(graded)]

    def variant(self):
        """The seed of the variant that was graded, or None."""
        return getattr(self.config.grading[0], "variant", None)

    def pytest_sessionfinish(self, session, exitstatus):
        """Write the report, unless the session was interrupted.  If that is impossible, the session fails."""
        path = self.config.option.report
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) and not self.recorded:
            self.last_line = "ERROR: nothing was graded: the options of pytest have left out all checks"
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
            return
        self.config.grading[0].close()  # before the report is written, so that the submission cannot replace it
        if not path or not self.recorded or exitstatus >= pytest.ExitCode.INTERRUPTED:
            return
        name, seconds = plain(self.config.option.submission.name), time.time() - self.start
        report = as_gradescope(name, self.results(), seconds, self.variant())
        try:
            write_output(path, json.dumps(report, indent=2).encode() + b"\n")
            self.last_line = f"report: {path}"
        except UserError as error:
            self.last_line = f"ERROR: there is no report: {error}"
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def pytest_terminal_summary(self, terminalreporter):
        if self.recorded:
            variant = "" if self.variant() is None else f", variant {self.variant()}"
            terminalreporter.section(plain(f"{self.config.option.submission}{variant}"))
            terminalreporter.line(as_text(self.results(), full=False))
        if self.last_line:
            terminalreporter.line(plain(self.last_line))
