"""The common mistakes of an exercise, as edits of our part of the reader's program.

One edit defines a mistake for all uses: results are compared with it, it is planted, and the tests hand it in.
"""

from typing import NamedTuple

import numpy as np

from ..program import program_with


class Edit(NamedTuple):
    """cause: the mistake in words
    changes: old text, new text, old text, new text ...; each old text is in the part once
    shows: how a gradient check shows it and no other; '' if it is not among the mistakes that are planted
    part: the name of another part which it changes, of which the exercise's is made
    """

    cause: str
    changes: tuple
    shows: str = ""
    part: str = ""


NO_MISTAKE = Edit("", ())


def program(exercise, *own):
    """-> {file: its module} of our program, in which these functions stand for the part of an exercise"""
    return program_with(exercise.name, **dict(zip(exercise.names(), own, strict=True)))


def results(exercise, call):
    """Yield (edit, call(*edited functions)) for each mistake of an exercise, except those that end in an error"""
    for edit in exercise.mistakes:
        functions = exercise.ours(edit)
        try:
            with np.errstate(all="ignore"):
                yield edit, call(*functions)
        except Exception:  # an array of this case may lack the axes that the mistake needs
            continue
