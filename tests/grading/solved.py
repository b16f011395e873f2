"""The right submissions, which are our parts with a line more, and what tests make of the one of softmax."""

import ast
import json
import re

from minitrans.grading.exercises import EXERCISES
from minitrans.grading.exercises.exercise import STAGES
from minitrans.grading.program import OURS, edited, read_parts


def part_of(name, *changes):
    """Our part of an exercise after these changes, as a student's: what is ours word for word gets no points"""
    code = edited(name, changes)
    lines = code.splitlines()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef):
            first = node.body[ast.get_docstring(node) is not None]
            lines[first.lineno - 1] = f"{' ' * first.col_offset}mine = True\n{lines[first.lineno - 1]}"
    return "\n".join(lines).strip() + "\n"


def text_of(*names):
    """These parts as a file, below the imports of their files"""
    files = {OURS[name][0].read_text(encoding="utf-8") for name in names}
    imports = sorted({line for text in files for line in re.findall(r"^(?:from|import) .*\n", text, re.M)})
    return "".join(imports) + "\n\n" + "\n\n".join(map(part_of, names))


def solution(name):
    """The functions of a right answer to an exercise"""
    return EXERCISES[name].ours()


def write_parts(folder, *names, **codes):
    """Put parts into a program, as a reader who edits it would: those of `part_of`, or {name: another code}"""
    for name, code in {**{name: part_of(name) for name in names}, **codes}.items():
        file, old = read_parts(folder)[name]
        text = file.read_text(encoding="utf-8")
        new = f"# Part: {name}, chapter {old.chapter}.  Yours.\n{code}\n\n"
        file.write_text(text[: old.begin] + new + text[old.end :], encoding="utf-8")


SOFTMAX, STAGES = text_of("softmax"), list(STAGES)
WRONG = SOFTMAX.replace("return (y", "return (-y")  # the sign of its gradient


def with_line(line):
    """The right softmax with a line put into its forward"""
    return SOFTMAX.replace("    total =", f"    {line}\n    total =")


LINE = SOFTMAX.partition("    total =")[0].count("\n") + 1  # of the line that `with_line` puts in


def notebook(*sources):
    cells = [dict(cell_type="markdown", source="# mine")] + [dict(cell_type="code", source=each) for each in sources]
    return json.dumps(dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5))
