"""minitrans grading: list exercises, print stubs, make an autograder, and collect the scores of a class."""

import sys
from pathlib import Path

from ..grading.autograder import write_zip
from ..grading.chapters import SMALL
from ..grading.exercises import EXERCISES
from ..grading.limits import check_seed
from ..grading.report import as_csv, read_report
from ..grading.stub import stub
from ..grading.variants import VARIANTS, find_exercise
from ..system.errors import UserError
from .arguments import command_parser


def find(name):
    if name not in EXERCISES:
        raise UserError(f"{name}: there is no such exercise; the exercises are {', '.join(EXERCISES)}")
    return EXERCISES[name]


def find_variant(name, seed):
    find(name)
    if seed is not None and name not in VARIANTS:
        raise UserError(f"{name}: has no variants; these have: {', '.join(VARIANTS)}")
    return find_exercise(name, seed)


def list_exercises(_):
    width = max(map(len, EXERCISES)) + 2
    for exercise in EXERCISES.values():
        varies = "  (has variants)" if exercise.name in VARIANTS else ""
        print(exercise.name.ljust(width) + "  ".join(exercise.signatures()) + varies)
    for name, small in SMALL.items():
        print(name.ljust(width) + small.wants)


def print_stub(arguments):
    print("\n\n".join(stub(find_variant(name, arguments.variant)) for name in arguments.exercises), end="")


def write_autograder(arguments):
    for name in arguments.exercise:
        find(name)
    check_seed(arguments.seed)
    if arguments.variant is not None:
        check_seed(arguments.variant, "--variant")
    write_zip(arguments.output, arguments.exercise, arguments.seed, arguments.variant)
    print(f"{arguments.output}: upload it to Gradescope as the autograder of a programming assignment", file=sys.stderr)


def print_csv(arguments):
    reports = []
    for path in arguments.reports:
        try:
            reports.append(read_report(path))
        except (OSError, ValueError) as error:
            raise UserError(f"{path}: not a report that --report has written ({error})") from None
    print(as_csv(reports), end="")


def main():
    if __doc__ is None:
        raise UserError("python -OO removes the docstrings that stubs need; run python without -OO, or with -O")
    parser = command_parser("grading", __doc__.partition(": ")[2])
    parser.epilog = "Grade: pytest --pyargs minitrans.grading --submission FILE_OR_FOLDER [--report grade.json]"
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("list", help="list the exercises and the signatures that they ask for")
    command.set_defaults(run=list_exercises)
    command = commands.add_parser("stub", help="print a file with the functions that a student must write")
    command.add_argument("exercises", nargs="+", metavar="EXERCISE")
    about = "another convention than the book's, drawn by this number; the same number gives the same variant"
    command.add_argument("--variant", type=int, metavar="SEED", help=about)
    command.set_defaults(run=print_stub)
    command = commands.add_parser("zip", help="write the autograder that Gradescope runs")
    command.add_argument("exercise", nargs="+", metavar="EXERCISE", help="an exercise that a submission must contain")
    output = command.add_argument("--output", type=Path, default=Path("autograder.zip"), metavar="FILE")
    output.help = "the file to write (default: %(default)s)"
    command.add_argument("--seed", type=int, default=0, help="seed of the random test data (default: %(default)s)")
    command.add_argument("--variant", type=int, metavar="SEED", help="grade this variant of the exercises")
    command.set_defaults(run=write_autograder)
    command = commands.add_parser("csv", help="print the scores of a class as one table, in CSV")
    command.add_argument("reports", nargs="+", type=Path, metavar="REPORT.json")
    command.set_defaults(run=print_csv)
    arguments = parser.parse_args()
    arguments.run(arguments)
