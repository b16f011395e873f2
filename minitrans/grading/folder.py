"""A reader's own Transformer: a folder with a whole program, of which each part is ours until the reader writes it.

The line above a part says whose it is; but what is ours word for word stays ours, whatever it says:

    # Part: softmax, chapter 2.  Ours, until you write it.
    # Part: softmax, chapter 2.  Yours.
"""

import ast
import re
import sys
from keyword import kwlist
from pathlib import Path
from typing import NamedTuple

from ..data.corpora import corpus_files
from ..system.errors import UserError
from ..system.files import whole_folder, write_whole
from .exercises import EXERCISES

HEADER = re.compile(r"^# Part: (\w+), chapter (\d+b?)\. +(Ours|Yours)\b.*\n", re.M)
PROGRAM = Path(__file__).parent / "my_transformer"
YOURS = "# Part: {}, chapter {}.  Yours.\n"


class Part(NamedTuple):
    """chapter: "2" or "2b".  start, end: of its code, in the text of its file"""

    name: str
    chapter: str
    ours: bool
    start: int
    end: int
    code: str

    def lines(self):
        """The number of its lines of code, however it is formatted: without comments, docstrings and blank lines"""
        try:
            tree = ast.parse(self.code)
        except SyntaxError:
            return 0
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        return sum(map(bool, ast.unparse(tree).splitlines()))


def parts_in(text):
    """The parts of a file, in their order"""
    found = list(HEADER.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    for each, end in zip(found, ends, strict=False):
        yield Part(each[1], each[2], each[3] == "Ours", each.end(), end, text[each.end() : end])


def read_parts(folder):
    """{name: (file, Part)} of a program, chapter by chapter.  UserError for a file that is no text.

    In a file that our program does not have, such as a copy, only the parts count that are nowhere else.
    """
    found = {}
    for file in in_order(folder.glob("*.py")):
        try:
            parts = list(parts_in(file.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", "it is no text in UTF-8")
            raise UserError(f"{file}: cannot be read ({why})") from None
        for part in parts:
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


def is_program(folder):
    """Whether a folder is a program that `start` has written"""
    return folder.is_dir() and (folder / "__main__.py").is_file() and bool(read_parts(folder))


def ours_in(text):
    """The functions and classes of exercises in a file that are ours, whatever stands above them"""
    parts = [part for part in parts_in(text) if part.name in EXERCISES and (part.ours or is_unchanged(part))]
    return {name for part in parts for name in names(part.name)}


def is_unchanged(part):
    return part.name in OURS and part.code.split() == OURS[part.name][1].code.split()


def names(part):
    return EXERCISES[part].names()


def defines(text, part):
    """Whether a text has a function or class of a part, whatever stands above it"""
    made = re.compile(r"^(?:def|class) (\w+)", re.M)
    return not set(made.findall(text)).isdisjoint(made.findall(part.code))


def start(folder):
    """Write a program, all of it ours; or what is missing in one -> what it has written.  It replaces nothing."""
    if not folder.name.isidentifier() or folder.name in {"numpy", "minitrans", *sys.stdlib_module_names, *kwlist}:
        raise UserError(
            f"{folder}: python -m needs a name without spaces and hyphens, of no other module: my_transformer"
        )
    try:
        if not folder.exists():
            with whole_folder(folder) as new:
                return fill(new)
        if not is_program(folder):
            raise UserError(f"{folder}: exists already, and is no program of ours; give one of the two another name")
        return fill(folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror}); name another folder") from None


def fill(folder):
    """Write the files and parts that a folder lacks -> their names"""
    there, written = read_parts(folder), []
    (folder / "data").mkdir(exist_ok=True)
    sources = [*PROGRAM.glob("*.py"), *(file for pair in corpus_files("toy-en-de").values() for file in pair)]
    for source in sorted(sources):
        target = folder / source.name if source.suffix == ".py" else folder / "data" / source.name
        if not target.exists():
            write_whole(target, source.read_bytes())
            written.append(target.name)
    for name, (source, part) in OURS.items():
        target = folder / source.name
        text = target.read_text(encoding="utf-8")
        if name not in there and target.name not in written and not defines(text, part):
            header = next(each[0] for each in HEADER.finditer(source.read_text("utf-8")) if each[1] == name)
            write_whole(target, f"{text.rstrip()}\n\n\n{header}{part.code}".encode())
            written.append(name)
    return written
