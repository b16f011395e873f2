"""A pytest session that grades: `minitrans grade` as tests, one for each stage."""

import os
import signal
import time
from pathlib import Path

import pytest

from ..system.errors import UserError, plain
from .plugin import belongs_to_grading
from .runner.child import NoChild
from .runner.options import add_options, check_options
from .runner.report import as_text, write_report


def pytest_addoption(parser):
    group = parser.getgroup("minitrans", "minitrans: grading, and the backend of its tests")
    group.addoption("--submission", type=Path, metavar="PATH", help="the file, notebook or folder to grade")
    add_options(group.addoption)


@pytest.hookimpl(tryfirst=True)
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


def pytest_configure(config):
    """Check the options.  What cannot be graded at all is a usage error before any test runs."""
    option, config.graded, config.start = config.option, {}, time.time()
    try:
        check_options(option)
        if option.report and not option.submission:
            raise UserError("--report needs --submission: it holds the result of a submission")
        if option.variant is not None and not option.submission:
            raise UserError("--variant needs --submission: the library itself has the conventions of the book")
        if option.submission or option.exercise or option.backend != "numpy":
            from .runner.grader import prepare  # imported late, because it imports the whole library

            signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the grader cleans up before it ends
            config.grader = prepare(option, option.submission)
            config.grader.attempt(config.grader.read, option.exercise, option.allow_imports)
    except UserError as error:
        raise pytest.UsageError(str(error)) from None
    except NoChild as error:
        pytest.exit(str(error), pytest.ExitCode.INTERNAL_ERROR)


def pytest_unconfigure(config):
    if hasattr(config, "grader"):
        config.grader.close()


def pytest_sessionfinish(session, exitstatus):
    """Write the report of a submission, unless the session was interrupted."""
    config, option = session.config, session.config.option
    if not option.submission or pytest.ExitCode.INTERRUPTED <= exitstatus <= pytest.ExitCode.USAGE_ERROR:
        return
    config.grader.close()  # before the report is written, so that the submission cannot replace it
    try:
        if not config.graded:
            raise UserError("nothing was graded: the options of pytest have left out all checks")
        if option.report:
            write_report(option.report, config.grader.report(results(config), time.time() - config.start))
            config.last_line = f"report: {option.report}"
    except UserError as error:
        config.last_line, session.exitstatus = f"ERROR: {error}", pytest.ExitCode.INTERNAL_ERROR


def results(config):
    """All results, with 0 points for stages that did not run."""
    return [config.graded.get(planned, planned) for planned in config.grader.planned()]


def pytest_terminal_summary(terminalreporter, config):
    if config.option.submission and config.graded:
        terminalreporter.section(config.grader.title())
        terminalreporter.line(as_text(results(config), full=False))
    if getattr(config, "last_line", ""):
        terminalreporter.line(plain(config.last_line))
