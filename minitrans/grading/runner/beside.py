"""A part of a reader's program is graded beside our parts, so that one mistake costs one part.

The part's imports from the program give our versions, and the other parts of its file are ours too.  Everything else in
the reader's files, such as helpers, stays.
"""

import ast
import sys
import types
from contextlib import suppress

from ..program import OURS, build, parts_in, read_text
from .slicing import bound


def neighbours(folder, package):
    """Turn the modules of our program into those of a package, each with the reader's other statements."""
    for stem, module in build(package):
        file = folder / f"{stem}.py"
        made = made_by(file)
        with suppress(Exception):  # a file that is missing or cannot be read adds nothing to our parts
            for node in ast.parse(read_text(file)).body:
                if made.isdisjoint(bound(node)) and not isinstance(node, ast.Expr):
                    with suppress(Exception, SystemExit):
                        exec(compile(ast.Module([node], []), file.name, "exec", dont_inherit=True), vars(module))


def made_by(file, other_than=""):
    """The names that our parts of the file of this name make, without those of one part"""
    codes = [part.code for name, (ours, part) in OURS.items() if ours.name == file.name and name != other_than]
    return {name for code in codes for node in ast.parse(code).body for name in bound(node, anew=True)}


def beside_ours(file, name, package, statements):
    """-> (the names that a file gets from ours, its remaining statements) for the part of this name

    statements: [(anything, node)]
    """
    ours = vars(sys.modules.get(f"{package.__name__}.{file.stem}", types.ModuleType("")))
    others, text, lines = made_by(file, name), read_text(file), ()
    for part in parts_in(text):
        if part.name == name:
            lines = range(text.count("\n", 0, part.begin) + 1, text.count("\n", 0, part.end) + 2)
    left = [each for each in statements if each[1].lineno in lines or others.isdisjoint(bound(each[1], anew=True))]
    return {each: ours[each] for each in others if each in ours}, left
