"""The course: exercises, the stages that check them, and reports.  The README.md in this folder describes it.

    minitrans grade my_softmax.py

or, in a notebook,

    from minitrans.grading import grade
    grade("softmax", softmax_forward, softmax_backward)

`planted_mistake("softmax")` is the reverse: the backward is wrong, and the reader finds the mistake.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from .planted import Planted


def grade(
    name: str,
    *answers: object,
    seed: int = 0,
    variant: int | None = None,
    keep: "bool | str | PathLike" = False,
    draft: bool = False,
) -> None:
    """Check answers to an exercise and print the report.

    name: the name of an exercise, such as "softmax", or of a small exercise in a chapter, such as "05/2";
        `minitrans grading list` prints all names
    answers: the functions or classes that the exercise asks for, in that order; for a small exercise, one value or
        one function
    seed: seed of the random test data
    variant: the number of a variant, as for `stub NAME --variant`
    keep: True or a folder: in a notebook, put a right answer into the reader's program (`minitrans grading start`)
    draft: keep a wrong answer too, in the folder's drafts/, where nothing uses it

    An unchanged stub counts as no answer yet.  A check that takes longer than 20 seconds is stopped, except on Windows
    and outside the main thread.  A function must not change its arguments, unless the exercise asks for that.
    """
    from ..system.errors import plain
    from .inline import grade_inline  # imported late, because pytest imports this package whenever it starts

    report = plain(grade_inline(name, answers, seed, variant))
    print(report)
    if (keep or draft) and "waiting" not in report:
        from .keeping import keep_answer

        print(plain(keep_answer(name, keep, report.startswith(f"{name}  100 / 100"), draft, variant)))


def my_program() -> None:
    """In a notebook, open the program my_transformer, here or in a folder above, so that cells can import its parts.

    If there is none, start one here.  Print where it is, and which of its parts are the reader's.
    """
    from ..system.errors import plain
    from .opening import open_program

    print(plain(open_program()))


def planted_mistake(name: str, seed: int = 0) -> "Planted":
    """Hand out an operation whose backward has one planted mistake, and print the suspects -> Planted

    name: "softmax", "cross_entropy", "linear", "layer_norm" or "scaled_dot_product_attention"
    seed: chooses the mistake

    The reader runs `check` of the result, which compares the backward with finite differences, and then
    `grade("a")` with the letter of a suspect.
    """
    from .planted import Planted

    planted = Planted(name, seed)
    print(planted)
    return planted


def status(folder: "str | PathLike" = "") -> None:
    """Print the table of a program from `minitrans grading start`: which parts are yours, and whether they are right.

    folder: my_transformer by default, here or in a folder above
    """
    from pathlib import Path

    from .opening import find_folder
    from .progress import show

    show(Path(folder) if folder else find_folder())
