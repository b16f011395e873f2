"""minitrans grading: list exercises, print stubs, make an autograder, keep the marks of a class, and rank runs."""

import shlex
import sys
from pathlib import Path

from ..data.corpora import corpus_files
from ..data.lines import read_pairs
from ..grading.autograder import write_zip
from ..grading.exercises import EXERCISES, did_you_mean
from ..grading.folder import start as start_program
from ..grading.leaderboard import as_markdown, read_entry
from ..grading.marks import Table, fill, marks
from ..grading.questions import SMALL
from ..grading.runner.limits import check_seed
from ..grading.runner.report import as_csv, read_report, table
from ..grading.runner.stub import stub
from ..grading.variants import VARIANTS, find_exercise
from ..system.errors import UserError, say
from .arguments import command_parser


def find(name):
    if name not in EXERCISES:
        raise UserError(f"{name}: there is no such exercise; {did_you_mean(name)}")
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


def start(arguments):
    new, folder = not arguments.folder.exists(), arguments.folder
    written = start_program(folder)
    if new:
        enter = "" if folder.parent == Path() else f"cd {shlex.quote(str(folder.parent))} && "
        print(f"{folder}: a whole program, all of it ours.  Run it: {enter}python -m {folder.name}")
        print(f"Write its parts in the order of the chapters, and ask what is right: minitrans grade {folder}")
    else:
        print(f"{folder}: " + (f"ours is back: {', '.join(written)}" if written else "nothing is missing"))


def write_autograder(arguments):
    for name in arguments.exercise:
        find(name)
    check_seed(arguments.seed)
    if arguments.variant is not None:
        check_seed(arguments.variant, "--variant")
    write_zip(arguments.output, arguments.exercise, arguments.seed, arguments.variant)
    say(f"{arguments.output}: upload it to Gradescope as the autograder of a programming assignment")


def print_csv(arguments):
    print(as_csv(table(list(map(read_report, arguments.reports)))), end="")


def print_marks(arguments):
    if bool(arguments.dates) != bool(arguments.deadline):
        raise UserError("--dates and --deadline belong together: give both")
    table, before = (each and Table(each, "submission", "total") for each in (arguments.table, arguments.since))
    dates = arguments.dates and Table(arguments.dates, "student", "submitted")
    print(marks(table, before, dates, arguments.deadline), end="")


def print_gradebook(arguments):
    table, book = Table(arguments.table, "submission", "total"), Table(arguments.gradebook)
    text, whole = fill(book, table, arguments.column)
    print(text, end="")
    sys.exit(not whole)


def write_leaderboard(arguments):
    if bool(arguments.src) != bool(arguments.ref):
        raise UserError("--src and --ref belong together: give both")
    for name in ("steps", "parameters"):
        if (most := getattr(arguments, name)) is not None and most < 1:
            raise UserError(f"--{name} must be 1 or more, got {most}")
    files = (arguments.src, arguments.ref) if arguments.src else corpus_files("toy-en-de")["test"]
    pairs, _ = read_pairs(*files)
    entries = []
    for run in arguments.runs:
        entries.append(read_entry(run, pairs, arguments.steps, arguments.parameters))
        say(f"{run}: BLEU {entries[-1].bleu:.2f}")
    print(as_markdown(entries), end="")


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

    add("list", list_exercises, "list the exercises and the signatures that they ask for")
    argument = add("stub", print_stub, "print a file with the functions that a student must write")
    argument("exercises", nargs="+", metavar="EXERCISE")
    about = "another convention than the book's, drawn by this number; the same number gives the same variant"
    argument("--variant", type=int, metavar="SEED", help=about)
    argument = add("start", start, "write a program that translates, for the reader to replace part by part")
    about = "a new folder; or one that was started so, to bring back what is missing"
    argument("folder", type=Path, metavar="FOLDER", help=about)
    argument = add("zip", write_autograder, "write the autograder that Gradescope runs")
    argument("exercise", nargs="+", metavar="EXERCISE", help="an exercise that a submission must contain")
    about = "the file to write (default: %(default)s)"
    argument("--output", type=Path, default=Path("autograder.zip"), metavar="FILE", help=about)
    argument("--seed", type=int, default=0, help="seed of the random test data (default: %(default)s)")
    argument("--variant", type=int, metavar="SEED", help="grade this variant of the exercises")
    argument = add("csv", print_csv, "print the scores of a class as one table, in CSV")
    argument("reports", nargs="+", type=Path, metavar="REPORT.json")
    argument = add("marks", print_marks, "add late days to the table of a class, and what has changed, in CSV")
    argument("table", type=Path, metavar="CLASS.csv", help="a table that `minitrans grade --csv` has written")
    argument("--since", type=Path, metavar="CSV", help="the table of an earlier grading: say whose points have changed")
    about = "when each student has handed in: a table with the columns student, submitted and perhaps deadline"
    argument("--dates", type=Path, metavar="CSV", help=about)
    argument(
        "--deadline", metavar="TIME", help="such as '2026-11-20 23:59', or with a time zone 2026-11-20T23:59+01:00"
    )
    argument = add("gradebook", print_gradebook, "enter the totals of a class into a gradebook of Canvas or Moodle")
    argument("table", type=Path, metavar="CLASS.csv", help="a table of `minitrans grade --csv` or `grading marks`")
    argument("gradebook", type=Path, metavar="EXPORTED.csv", help="the gradebook, as Canvas or Moodle has exported it")
    argument("--column", required=True, metavar="NAME", help="the assignment; if the gradebook has none, a new one")
    argument = add("leaderboard", write_leaderboard, "rank the runs of several groups by the BLEU of their weights")
    argument("runs", nargs="+", type=Path, metavar="RUN", help="run directory")
    argument("--steps", type=int, metavar="N", help="the budget: runs of more steps get no place")
    argument("--parameters", type=int, metavar="N", help="the budget: larger models get no place")
    argument("--src", type=Path, metavar="FILE", help="test sentences (default: test split of toy-en-de)")
    argument("--ref", type=Path, metavar="FILE", help="reference translations of --src")
    arguments = parser.parse_args()
    arguments.run(arguments)
