"""The common mistakes of an exercise, as edits of our part of the reader's program.

One edit says a mistake once: what a wrong result is compared with, what is planted, and what the tests hand in.
"""

import re
import sys
import types
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

PROGRAM = Path(__file__).parents[1] / "my_transformer"
# In an order in which none imports a later one
FILES = (
    "words tape dropout softmax linear embedding attention layer_norm heads model training search translator".split()
)

compiled = cache(compile)


class Edit(NamedTuple):
    """cause: the mistake in words, with {names} of the exercise's terms
    changes: old text, new text, old text, new text ...; each old text is in the part once
    shows: how a gradient check shows it and no other; '' if it is not among the mistakes that are planted
    part: the name of another part which it changes, of which the exercise's is made
    """

    cause: str
    changes: tuple
    shows: str = ""
    part: str = ""


@cache
def part(name):
    """-> (the file of our part of this name, the text before it, its text, the text after it)"""
    for file in sorted(PROGRAM.glob("*.py")):
        before, head, after = file.read_text(encoding="utf-8").partition(f"# Part: {name}, ")
        if head:
            line, end, after = after.partition("\n")
            code, mark, rest = re.match(r"(.*?)((?=^# Part: )|\Z)(.*)", after, re.S | re.M).groups()
            return file, before + head + line + end, code, mark + rest
    raise LookupError(name)


def edited(name, changes):
    """The text of our part of this name after these changes"""
    file, _, code, _ = part(name)
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        if code.count(old) != 1:
            raise LookupError(f"{name}: {code.count(old)} times in {file.name}: {old}")
        code = code.replace(old, new)
    return code


@cache
def ours(name, changes=(), changed=""):
    """-> what our part of this name defines, as a dict, after these changes of it or of the part `changed`"""
    return vars(program_with(changed or name, edited(changed or name, changes))[part(name)[0].stem])


def program_with(name, code="", **own):
    """-> {file: its module} of our program, with another text, or with these functions, for the part of this name"""
    modules, (file, before, _, after) = {"": types.ModuleType("mixed")}, part(name)
    try:
        for stem in FILES:
            module = modules[stem] = types.ModuleType(f"mixed.{stem}")
            module.__package__, module.__file__ = "mixed", str(PROGRAM / f"{stem}.py")
            text = Path(module.__file__).read_text(encoding="utf-8")
            if stem == file.stem:
                text = before + code + after
                vars(module).update(own)
            sys.modules.update({each.__name__: each for each in modules.values()})
            exec(compiled(text, f"{stem}.py", "exec"), vars(module))
        return modules
    finally:
        for module in modules.values():
            sys.modules.pop(module.__name__, None)


def program(exercise, *own):
    """-> {file: its module} of our program, in which these functions stand for the part of an exercise"""
    return program_with(exercise.name, **dict(zip(exercise.names(), own, strict=True)))


def results(exercise, call):
    """Yield (edit, call(*edited functions)) for each mistake of an exercise, except those that end in an error"""
    for edit in exercise.mistakes:
        defined = ours(exercise.name, edit.changes, edit.part)
        try:
            with np.errstate(all="ignore"):
                yield edit, call(*(defined[each] for each in exercise.names()))
        except Exception:  # an array of this case may not have the axes that the mistake takes
            continue
