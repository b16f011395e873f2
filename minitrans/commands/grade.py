"""minitrans grade: points for each function of an exercise, and what is probably wrong."""

import os
import signal
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from ..grading.folder import is_program
from ..grading.progress import show
from ..grading.runner.child import NoChild
from ..grading.runner.grader import prepare
from ..grading.runner.handed_in import LARGEST
from ..grading.runner.limits import TIME_LIMIT, check_seed, check_time_limit
from ..grading.runner.report import as_columns, as_csv, as_text, class_table, plain, told, write_report
from ..system.errors import UserError
from ..system.files import check_outputs, write_output
from .arguments import command_parser
from .program import end


def names_of(paths):
    """The shortest ends of paths that tell them apart, such as ann/my_transformer and bob/my_transformer

    All programs have the same name, so each is shown with the folder above it, even if it is graded alone.
    """
    programs = [path for path in paths if os.path.isfile(path / "__main__.py")]
    parts, count = [path.absolute().parts for path in paths], 2 if programs else 1
    while len({each[-count:] for each in parts}) < len(set(parts)):
        count += 1
    return ["/".join(each[-count:]) for each in parts]


def grade(grader, name, option, alone):
    """Grade a submission -> its report.  alone: print all of it; otherwise one line on standard error"""
    start = time.time()
    with closing(grader):
        grader.attempt(grader.read, option.exercise, option.allow_imports)
        results = [grader.result(planned) for planned in grader.planned()]
    report = grader.report(name, results, time.time() - start)
    if alone:
        print(f"{grader.title()}\n{as_text(results)}", flush=True)
    else:
        stubs = [f"{each.exercise} is not written yet" for each in results if each.finding and not each.finding.written]
        print(f"{plain(name)}  {report['score']:g}  {told(grader.refusal)}{', '.join(stubs)}".rstrip(), file=sys.stderr)
    return report


def main():
    parser = command_parser("grade", __doc__)
    about = "a .py file, a notebook, or a folder or .zip of them; several give one table"
    parser.add_argument("submissions", nargs="+", type=Path, metavar="FILE", help=about)
    about = "grade this exercise, with 0 points if it is missing (repeatable; default: all that are in the submission)"
    parser.add_argument("--exercise", action="append", default=[], metavar="NAME", help=about)
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the result to FILE, as JSON for Gradescope")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random test data (default: 0)")
    about = "grade the variant SEED of each exercise that has variants (default: the line VARIANT = SEED of the stub)"
    parser.add_argument("--variant", type=int, metavar="SEED", help=about)
    parser.add_argument("--backend", choices=["numpy", "cupy"], default="numpy", help="array library (default: numpy)")
    about = "time limit of each check (default: %(default)s)"
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, metavar="SECONDS", help=about)
    parser.add_argument("--allow-imports", action="store_true", help="let a submission import minitrans or torch")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write the table of a class to FILE, after each submission"
    )
    option = parser.parse_args()
    # Refuse wrong flags before anything runs.
    alone = len(option.submissions) == 1
    if option.report and not alone:
        raise UserError("--report is for one submission; use --csv for a class")
    check_seed(option.seed)
    check_seed(option.variant or 0, "--variant")
    check_time_limit(option.time_limit)
    check_outputs(option, kinds=(*LARGEST, ".zip"), report="", csv="")
    # Grade, and print.
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the grader cleans up before it ends
    try:
        of_points = option.report, option.csv, option.exercise, option.allow_imports, option.variant is not None
        if alone and not any(of_points) and option.backend == "numpy" and is_program(option.submissions[0]):
            sys.exit(not show(option.submissions[0], seed=option.seed, time_limit=option.time_limit))
        graders = [prepare(option, path) for path in option.submissions]  # copies of all, before any of them runs
        reports = []
        for grader, name in zip(graders, names_of(option.submissions), strict=True):
            reports.append(grade(grader, name, option, alone))
            if option.csv and (os.path.isfile(option.csv) or not os.path.exists(option.csv)):
                with suppress(UserError):  # saves the grades so far; the end reports a file that cannot be written
                    write_output(option.csv, as_csv(class_table(reports)).encode())
    except NoChild as error:
        end(3, f"error: {error}")
    if not alone:
        print(as_columns(reports), flush=True)
    # Write the files; the exit code says whether everything is right.
    try:
        if option.report:
            write_report(option.report, reports[0])
            print(f"report: {option.report}")
        if option.csv:
            write_output(option.csv, as_csv(class_table(reports)).encode())
    except UserError as error:
        end(3, f"error: {error}")
    if any(test["score"] < test["max_score"] for report in reports for test in report["tests"]):
        sys.exit(1)
