"""minitrans grading: list exercises, print stubs, start your own program, and make an autograder."""

import shlex
from pathlib import Path

from ..grading.autograder import write_zip
from ..grading.exercises import EXERCISES, unknown_exercise
from ..grading.folder import start as start_program
from ..grading.questions import SMALL
from ..grading.runner.limits import check_seed
from ..grading.runner.report import as_csv, class_table, read_report
from ..grading.runner.stub import stub
from ..grading.variants import OPTIONS, find_exercise
from ..system.errors import UserError, say
from ..system.files import check_outputs
from .arguments import command_parser


def find(name):
    if name not in EXERCISES:
        raise unknown_exercise(f"{name}: there is no such exercise", name)


def find_variant(name, seed):
    find(name)
    if seed is not None and name not in OPTIONS:
        raise UserError(f"{name}: has no variants; these have: {', '.join(OPTIONS)}")
    return find_exercise(name, seed)


def list_exercises(_):
    width = max(map(len, EXERCISES)) + 2
    for exercise in EXERCISES.values():
        varies = "  (has variants)" if exercise.name in OPTIONS else ""
        print(exercise.name.ljust(width) + "  ".join(exercise.signatures()) + varies)
    for name, small in SMALL.items():
        print(name.ljust(width) + small.wants)


def print_stub(arguments):
    print("\n\n".join(stub(find_variant(name, arguments.variant)) for name in arguments.exercises), end="")


def start(arguments):
    new, folder = not arguments.folder.exists(), arguments.folder
    written = start_program(folder)
    if new:
        enter = "" if folder.parent == Path() else f"cd {shlex.quote(str(folder.parent))} && "
        print(f"{folder}: a whole program, all of it ours.  Run it: {enter}python -m {folder.name}")
        print(f"Write its parts in the order of the chapters, and check them with: minitrans grade {folder}")
    else:
        print(f"{folder}: " + (f"restored: {', '.join(written)}" if written else "nothing is missing"))


def write_autograder(arguments):
    for name in arguments.exercise:
        find(name)
    check_seed(arguments.seed)
    check_seed(arguments.variant or 0, "--variant")
    check_outputs(arguments, output=".zip")
    write_zip(arguments.output, arguments.exercise, arguments.seed, arguments.variant)
    say(f"{arguments.output}: upload it to Gradescope as the autograder of a programming assignment")


def print_csv(arguments):
    print(as_csv(class_table(list(map(read_report, arguments.reports)))), end="")


def main():
    if __doc__ is None:
        raise UserError("python -OO removes the docstrings that stubs need; run python without -OO, or with -O")
    parser = command_parser("grading", __doc__.partition(": ")[2])
    parser.epilog = "Grade: minitrans grade FILE_OR_FOLDER [--report grade.json]"
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name, run, about):
        command = commands.add_parser(name, help=about)
        command.set_defaults(run=run)
        return command.add_argument

    add("list", list_exercises, "list the exercises and their signatures")
    argument = add("stub", print_stub, "print a file with the functions that a student must write")
    argument("exercises", nargs="+", metavar="EXERCISE")
    argument("--variant", type=int, metavar="SEED", help="the variant that this seed chooses, not the book's version")
    argument = add("start", start, "write a program that translates, which you replace part by part")
    about = "a new folder; or one from an earlier start, to restore what is missing"
    argument("folder", type=Path, metavar="FOLDER", help=about)
    argument = add("zip", write_autograder, "write the autograder that Gradescope runs")
    argument("exercise", nargs="+", metavar="EXERCISE", help="an exercise that a submission must contain")
    about = "the file to write (default: %(default)s)"
    argument("--output", type=Path, default=Path("autograder.zip"), metavar="FILE", help=about)
    argument("--seed", type=int, default=0, help="seed of the random test data (default: %(default)s)")
    argument("--variant", type=int, metavar="SEED", help="grade this variant of the exercises")
    argument = add("csv", print_csv, "print the scores of a class as one table, in CSV")
    argument("reports", nargs="+", type=Path, metavar="REPORT.json")
    arguments = parser.parse_args()
    arguments.run(arguments)
