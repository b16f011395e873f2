"""Our program, my_transformer: its parts, which a reader writes one by one, and the program with one of them replaced.

A line above each part names it and says whose it is:

    # Part: softmax, chapter 2.  Ours, until you write it.
"""

import ast
import re
import sys
import types
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..system.errors import UserError
from ..system.files import read_file, unreadable

DEFINITION = ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef
HEADER = re.compile(r"^# Part: (\w+), chapter (\d+b?)\. +(Ours|Yours)\b.*\n", re.M)
PROGRAM = Path(__file__).parent / "my_transformer"
# In an order in which no file imports a later one
FILES = (
    "words tape dropout softmax linear embedding attention layer_norm heads model training search translator".split()
)

compiled = cache(compile)


class Part(NamedTuple):
    """chapter: "2" or "2b".  header: the line above it.  begin, end: of both, in the text of its file"""

    name: str
    chapter: str
    ours: bool
    begin: int
    end: int
    header: str
    code: str

    def lines(self):
        """The number of its lines of code, however it is formatted: without comments, docstrings and blank lines"""
        try:
            tree = ast.parse(self.code)
        except SyntaxError:
            return 0
        return sum(map(bool, ast.unparse(without_docstrings(tree)).splitlines()))


def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, DEFINITION) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def parts_in(text):
    """The parts of a file, in their order.  A line in a string is no header."""
    found = list(HEADER.finditer(text))
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # without a tree, all of them count
        strings = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant | ast.JoinedStr)]
        inside = {line for node in strings for line in range(node.lineno + 1, node.end_lineno + 1)}
        found = [each for each in found if text.count("\n", 0, each.start()) + 1 not in inside]
    ends = [*(each.start() for each in found[1:]), len(text)]
    for each, end in zip(found, ends, strict=False):
        yield Part(each[1], each[2], each[3] == "Ours", each.start(), end, each[0], text[each.end() : end])


def read_text(file):
    """The text of a file of a program, with its own line ends.  UserError if it is not text."""
    try:
        return read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{file}: cannot be read (it is not UTF-8 text)") from None
    except OSError as error:
        raise unreadable(file, error) from None


def read_parts(folder):
    """{name: (file, Part)} of a program, chapter by chapter.  UserError for a file that is not text.

    In a file that our program does not have, such as a copy, only parts that are nowhere else count.
    """
    found = {}
    for file in in_order(folder.glob("*.py")):
        for part in parts_in(read_text(file)):
            if part.name in found and is_named_as_ours(file):
                other = found[part.name][0].name
                raise UserError(f"{file}: has the part {part.name}, which is in {other} too; remove one of the two")
            found.setdefault(part.name, (file, part))
    return dict(sorted(found.items(), key=lambda item: float(item[1][1].chapter.replace("b", ".5"))))


def in_order(files):
    """Files of a program, first those that the program imports"""
    return sorted(files, key=lambda file: (not is_named_as_ours(file), file))


def is_named_as_ours(file):
    return (PROGRAM / file.name).exists()


OURS = read_parts(PROGRAM)


def edited(name, changes):
    """The code of our part of this name after these changes"""
    file, part = OURS[name]
    return with_changes(part.code, changes, f"{name} in {file.name}")


def with_changes(code, changes, where):
    """Code after changes: old text, new text, old text, new text ...  LookupError unless each old text occurs once"""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        if code.count(old) != 1:
            raise LookupError(f"{where}: {code.count(old)} times: {old}")
        code = code.replace(old, new)
    return code


@cache
def ours(name, changes=(), changed=""):
    """-> what our part of this name defines, as a dict, after these changes to it or to the part `changed`"""
    return vars(program_with(changed or name, edited(changed or name, changes))[OURS[name][0].stem])


def program_with(name, code="", **own):
    """-> {file: its module} of our program, with another text, or with these functions, for the part of this name"""
    file, part = OURS[name]
    text = read_text(file)
    text, package = text[: part.begin] + part.header + code + text[part.end :], types.ModuleType("mixed")
    sys.modules[package.__name__] = package
    try:
        return dict(build(package, {file.stem: text}, {file.stem: own}))
    finally:
        for stem in ("", *FILES):
            sys.modules.pop(f"mixed.{stem}".rstrip("."), None)


def build(package, texts=types.MappingProxyType({}), given=types.MappingProxyType({})):
    """Turn the files of our program into the modules of a package, which stay in sys.modules; yield (file, module) when
    each has run.

    texts: {file: another text};  given: {file: names that it has before it runs}
    """
    for stem in FILES:
        name, file = f"{package.__name__}.{stem}", PROGRAM / f"{stem}.py"
        module = sys.modules[name] = types.ModuleType(name)
        module.__package__, module.__file__ = package.__name__, str(file)
        setattr(package, stem, module)
        vars(module).update(given.get(stem, {}))
        exec(compiled(texts.get(stem) or read_text(file), file.name, "exec", dont_inherit=True), vars(module))
        yield stem, module
