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
FILES = "words tape dropout softmax linear embedding attention layer_norm heads model training".split()
PACKAGE = "minitrans.grading.my_transformer"


class Edit(NamedTuple):
    """cause: the mistake in words, with {names} of the exercise's terms
    changes: old text, new text, old text, new text ...; each old text is in the part once
    shows: how a gradient check shows it and no other; '' if it is not among the mistakes that are planted
    """

    cause: str
    changes: tuple
    shows: str = ""


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


@cache
def ours(name, changes=()):
    """-> what our part defines after these changes of its text, as a dict"""
    file, before, code, after = part(name)
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        if code.count(old) != 1:
            raise LookupError(f"{name}: {code.count(old)} times in {file.name}: {old}")
        code = code.replace(old, new)
    module = types.ModuleType(f"{PACKAGE}.edited")
    module.__package__ = PACKAGE
    exec(compile(before + code + after, str(file), "exec"), vars(module))
    return vars(module)


def program(exercise, *own):
    """-> {file: its module} of our program, in which these functions stand for the part of an exercise"""
    modules, (file, before, _, after) = {"": types.ModuleType("mixed")}, part(exercise.name)
    try:
        for stem in FILES:
            module = modules[stem] = types.ModuleType(f"mixed.{stem}")
            module.__package__, text = "mixed", (PROGRAM / f"{stem}.py").read_text(encoding="utf-8")
            if stem == file.stem:
                text = before + after
                vars(module).update(zip(exercise.names(), own, strict=True))
            sys.modules.update({each.__name__: each for each in modules.values()})
            exec(compile(text, f"{stem}.py", "exec"), vars(module))
        return modules
    finally:
        for module in modules.values():
            sys.modules.pop(module.__name__, None)


def results(exercise, call):
    """Yield (edit, call(*edited functions)) for each mistake of an exercise, but for one that ends in an error"""
    for edit in exercise.mistakes:
        defined = ours(exercise.name, edit.changes)
        try:
            with np.errstate(all="ignore"):
                yield edit, call(*(defined[each] for each in exercise.names()))
        except Exception:  # an array of this case may not have the axes that the mistake takes
            continue
