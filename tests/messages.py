"""Write tests/messages.txt, the sentences that users see, in one place to proofread:  python tests/messages.py

A sentence is any string of minitrans/ with three words or more, whatever it is given to, so that no new function has to
be registered here.  It is no sentence if Python can read it as code, if it is split into names, or if it is one of the
changes of an Edit.  A docstring is one only where the module asks for its `__doc__`, as commands do for their --help.
They stand in the order of their file, each on a line, with {name} for a value.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_suffix(".txt")
WORD = re.compile(r"(?<!\S)[A-Za-z]+[,.:;?]?(?!\S)")


def text_of(node):
    """The text of a string, with {name} in place of each value, or "" of anything else"""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(each) for each in node.values)
    if isinstance(node, ast.FormattedValue):  # only within an f-string
        value = node.value
        return f"{{{getattr(value, 'id', getattr(value, 'attr', '...'))}}}"
    return ""


def is_code(node):
    try:
        return isinstance(node, ast.Constant) and bool(ast.parse(node.value.strip()))
    except (SyntaxError, ValueError):
        return False


def left_out(node):
    """The parts of this node in which no sentence stands"""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
        names = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
        return [] if isinstance(node, ast.Module) and "__doc__" in names else node.body[:1]
    if isinstance(node, ast.Attribute) and node.attr == "split":
        return [node.value]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Edit":
        return node.args[1:2]
    if isinstance(node, ast.JoinedStr):
        return [each for each in node.values if isinstance(each, ast.Constant)]
    return []


def sentences(node):
    """Yield the sentences below a node, in the order in which they stand."""
    if len(WORD.findall(text := text_of(node))) > 2 and not is_code(node):
        yield text
    skipped = left_out(node)
    for child in ast.iter_child_nodes(node):
        if child not in skipped:
            yield from sentences(child)


def written():
    """The text of the file"""
    parts = []
    for path in sorted((ROOT / "minitrans").rglob("*.py")):
        texts = sentences(ast.parse(path.read_text(encoding="utf-8")))
        lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
        if lines:
            parts.append("".join(f"{line}\n" for line in (f"# {path.relative_to(ROOT).as_posix()}", *lines)))
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
