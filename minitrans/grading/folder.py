"""A reader's own Transformer: a folder with a whole program, of which each part is ours until the reader writes it.

The line above a part says whose it is; but our own code stays ours, wherever it stands and whatever the line says:

    # Part: softmax, chapter 2.  Ours, until you write it.
    # Part: softmax, chapter 2.  Yours.
"""

import ast
import os
import re
import sys
from contextlib import contextmanager, suppress
from keyword import kwlist
from pathlib import Path
from typing import NamedTuple

from ..data.corpora import corpus_files
from ..system.errors import UserError
from ..system.files import read_file, unreadable, whole_folder, write_whole
from ..system.machine import file_lock
from .exercises import EXERCISES

DEFINITION = ast.FunctionDef | ast.ClassDef
SHORT = 6  # statements: a shorter part may be anybody's, and the line above it decides
HEADER = re.compile(r"^# Part: (\w+), chapter (\d+b?)\. +(Ours|Yours)\b.*\n", re.M)
PROGRAM = Path(__file__).parent / "my_transformer"
YOURS = "# Part: {}, chapter {}.  Yours.\n"


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
    """The text of a file of a program, with its own line ends.  UserError if it is none."""
    try:
        return read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{file}: cannot be read (it is no text in UTF-8)") from None
    except OSError as error:
        raise unreadable(file, error) from None


def rewrite(file, old, new):
    """Write a new text into a file whose text was the old one.  UserError if that would lose something."""
    if file.is_symlink() or not file.stat().st_mode & 0o200:
        raise UserError(f"{file}: is {'a link' if file.is_symlink() else 'write-protected'}; it stays as it is")
    if read_text(file) != old:
        raise UserError(f"{file}: another program has changed it meanwhile; do it again")
    write_whole(file, new.encode())


def replaced(text, begin, end, block):
    """The text with a block of code from begin to end, which gets the line ends of the rest"""
    line_end = "\r\n" if "\r\n" in text else "\n"
    return text[:begin] + block.replace("\r\n", "\n").replace("\n", line_end) + text[end:]


@contextmanager
def locked(folder):
    """One program at a time reads and writes the files of a folder."""
    try:
        with file_lock(folder / ".lock", timeout=20):
            yield
    except TimeoutError:
        raise UserError(f"{folder}: another program is writing there; do it again when it has ended") from None


def read_parts(folder):
    """{name: (file, Part)} of a program, chapter by chapter.  UserError for a file that is no text.

    In a file that our program does not have, such as a copy, only the parts count that are nowhere else.
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


def is_program(folder):
    """Whether a folder is a program that `start` has written"""
    return os.path.isfile(folder / "__main__.py") and bool(read_parts(folder))


def ours_in(text):
    """The functions and classes of exercises in a file that are ours, whatever stands above them"""
    said = {name for part in parts_in(text) if part.name in EXERCISES and is_ours(part) for name in names(part.name)}
    made = definitions(text)
    same = [own for own in OUR_CODE.values() if own.items() <= made.items()]
    return said | {each for own in same for each in own}


def is_ours(part):
    return part.ours or is_unchanged(part)


def is_unchanged(part):
    """Whether a part is ours word for word or, if it is not short, apart from comments, docstrings and layout"""
    if part.name not in OURS:
        return False
    own = OUR_CODE.get(part.name)
    return (
        part.code.split() == OURS[part.name][1].code.split()
        or bool(own)
        and own.items() <= definitions(part.code).items()
    )


def definitions(text):
    """{name of a function or class: its syntax tree without docstrings, as text}"""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return {each.name: ast.dump(without_docstrings(each)) for each in tree.body if isinstance(each, DEFINITION)}


def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, DEFINITION) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def our_code(part):
    """What `definitions` says of a part of ours; {} if it is short: then anybody may write the same"""
    nodes = [node for each in ast.parse(part.code).body for node in ast.walk(without_docstrings(each))]
    statements = [each for each in nodes if isinstance(each, ast.stmt) and not isinstance(each, DEFINITION)]
    return definitions(part.code) if len(statements) >= SHORT else {}


OUR_CODE = {name: code for name, (_, part) in OURS.items() if (code := our_code(part))}


def names(part):
    return EXERCISES[part].names()


def defines(text, part):
    """Whether a text has a function or class of a part, whatever stands above it"""
    made = re.compile(r"^(?:def|class) (\w+)", re.M)
    return not set(made.findall(text)).isdisjoint(made.findall(part.code))


def check_name(folder):
    if not folder.name.isidentifier() or folder.name in {"numpy", "minitrans", *sys.stdlib_module_names, *kwlist}:
        raise UserError(
            f"{folder}: python -m needs a name without spaces and hyphens, of no other module: my_transformer"
        )


def start(folder):
    """Write a program, all of it ours; or what is missing in one -> what it has written.  It replaces nothing."""
    check_name(folder)
    try:
        if not folder.exists():
            with whole_folder(folder) as new:
                return fill(new)
        if not is_program(folder):
            raise UserError(f"{folder}: exists already, and is no program of ours; give one of the two another name")
        with locked(folder):
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
        if not os.path.lexists(target):
            write_whole(target, source.read_bytes())
            written.append(target.name)
    for name, (source, part) in OURS.items():
        target = folder / source.name
        if name not in there and target.name not in written and not defines(text := read_text(target), part):
            rewrite(target, text, replaced(text, len(text.rstrip()), len(text), f"\n\n\n{part.header}{part.code}"))
            written.append(name)
    return written
