"""The right submissions, as texts and as functions, and what tests make of the one of softmax."""

import json
import types
from pathlib import Path

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.exercises.exercise import STAGES
from minitrans.grading.folder import read_parts

SOLUTIONS = Path(__file__).parent / "solutions"  # one right submission for each exercise
PACKAGE = "minitrans.grading.my_transformer"  # where `from .heads import ...` in a solution finds the other parts


def text_of(*names):
    return "\n\n".join((SOLUTIONS / f"{name}.py").read_text(encoding="utf-8") for name in names)


def defined_in(source, name="mine.py"):
    """What the text of a solution defines."""
    module = types.ModuleType(f"{PACKAGE}.mine")
    module.__package__ = PACKAGE
    exec(compile(source, name, "exec"), vars(module))
    return vars(module)


def solution(name):
    """The functions of a right answer to an exercise."""
    defined = defined_in(text_of(name))
    return [defined[wanted] for wanted in EXERCISES[name].names()]


def write_parts(folder, **files):
    """Put these solutions into a program, as a reader who edits it would.  files: {part: a file with it}"""
    parts = read_parts(folder)
    for name, file in files.items():
        if name in parts:
            target, part = parts[name]
            text, code = target.read_text(encoding="utf-8"), file.read_text(encoding="utf-8")
            header = f"# Part: {name}, chapter {part.chapter}.  Yours.\n"
            assert text.count(part.code) == 1
            start = text.index(part.code)
            text = text[: text.rindex("# Part:", 0, start)] + header + code + "\n\n" + text[start + len(part.code) :]
            target.write_text(text, encoding="utf-8")


def edited(name, old, new):
    """The text of a solution with another text at the only place of an old one."""
    assert text_of(name).count(old) == 1, old
    return text_of(name).replace(old, new)


SOFTMAX, STAGES = text_of("softmax"), list(STAGES)


def with_line(line):
    """The softmax solution with a line put into its forward."""
    return edited("softmax", "    total =", f"    {line}\n    total =")


def notebook(*sources):
    cells = [dict(cell_type="markdown", source="# mine")] + [dict(cell_type="code", source=each) for each in sources]
    return json.dumps(dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5))
