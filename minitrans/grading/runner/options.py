"""The options of grading, which `minitrans grade` and the pytest session share."""

from pathlib import Path

from .limits import TIME_LIMIT, check_seed, check_time_limit


def add_options(add):
    """add: the method of a parser that adds an option"""
    about = "grade this exercise, with 0 points if it is missing (repeatable; default: all that are in the submission)"
    add("--exercise", action="append", default=[], metavar="NAME", help=about)
    add("--report", type=Path, metavar="FILE", help="write the result to FILE, as JSON for Gradescope")
    add("--seed", type=int, default=0, help="seed of the random test data (default: 0)")
    about = "grade the variant SEED of each exercise that has variants (default: the line VARIANT = SEED of the stub)"
    add("--variant", type=int, metavar="SEED", help=about)
    add("--backend", choices=["numpy", "cupy"], default="numpy", help="array library (default: numpy)")
    about = "time limit of each check (default: %(default)s)"
    add("--time-limit", type=float, default=TIME_LIMIT, metavar="SECONDS", help=about)
    add("--allow-imports", action="store_true", help="let a submission import minitrans or torch")


def check_options(option):
    """UserError for a value that cannot be, before anything runs"""
    check_seed(option.seed)
    if option.variant is not None:
        check_seed(option.variant, "--variant")
    check_time_limit(option.time_limit)
