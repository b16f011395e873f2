"""The options of grading, which `minitrans grade` and the pytest session share."""

import os
from pathlib import Path

from ...system.errors import UserError
from .limits import TIME_LIMIT, check_seed, check_time_limit


def add_options(add):
    """add: the method of a parser that adds an option"""
    add(
        "--exercise",
        action="append",
        default=[],
        metavar="NAME",
        help="grade this exercise; if it is missing in the submission, it gets 0 points "
        "(repeatable; default: every exercise in the submission)",
    )
    add("--report", type=Path, metavar="FILE", help="write the result to FILE, as JSON for Gradescope")
    add("--seed", type=int, default=0, help="seed of the random test data (default: 0)")
    add(
        "--variant",
        type=int,
        metavar="SEED",
        help="grade the variant SEED of each exercise that has variants (default: the line VARIANT = SEED of the stub)",
    )
    add("--backend", choices=["numpy", "cupy"], default="numpy", help="array library (default: numpy)")
    add(
        "--time-limit",
        type=float,
        default=TIME_LIMIT,
        metavar="SECONDS",
        help=f"time limit of each check (default: {TIME_LIMIT})",
    )
    add("--allow-imports", action="store_true", help="let a submission import minitrans or torch")


def check_options(option):
    """UserError for a value that cannot be, before anything runs"""
    check_seed(option.seed)
    if option.variant is not None:
        check_seed(option.variant, "--variant")
    check_time_limit(option.time_limit)
    if option.report:
        check_file("--report", option.report)


def check_file(name, path):
    """UserError if an option names a file that cannot be written"""
    try:
        if path.is_dir():
            raise UserError(f"{name} {path}: this is a folder, not a file")
        if not path.absolute().parent.is_dir():
            raise UserError(f"{name} {path}: there is no folder {path.absolute().parent}")
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise UserError(f"{name} {path}: no permission to write")
    except OSError as error:
        raise UserError(f"{name} {path}: {error.strerror}") from None
