"""A reader's own Transformer: a folder with a whole program, in which each part is ours until the reader writes it.

The line above a part says whose it is, but our code always counts as ours, wherever it is and whatever the line says:

    # Part: softmax, chapter 2.  Ours, until you write it.
    # Part: softmax, chapter 2.  Yours.
"""

import ast
import os
import re
import sys
from collections import Counter
from contextlib import contextmanager
from functools import cache
from itertools import chain, compress
from keyword import kwlist

from ..data.corpora import corpus_files
from ..system.errors import UserError
from ..system.files import whole_folder, write_whole
from ..system.machine import file_lock
from .exercises import EXERCISES
from .program import DEFINITION, OURS, PROGRAM, parts_in, read_parts, read_text, without_docstrings

WORD = re.compile(r"\w+|[^\w\s]")
SHORT = 6  # statements: for a shorter part, which two people may write alike, the line above it decides
YOURS = "# Part: {}, chapter {}.  Yours.\n"


def rewrite(file, old, new):
    """Replace the old text of a file by a new one.  UserError if that would lose something."""
    if file.is_symlink() or not file.stat().st_mode & 0o200:
        raise UserError(f"{file}: is {'a link' if file.is_symlink() else 'write-protected'}; it stays as it is")
    if read_text(file) != old:
        raise UserError(f"{file}: another program has changed it meanwhile; do it again")
    write_whole(file, new.encode())


def replaced(text, begin, end, block):
    """The text with a block of code in place of begin to end; the block gets the line ends of the text"""
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
    """Whether a part is our code word for word or, if it is not short, except for comments, docstrings and layout"""
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


def our_code(part):
    """The `definitions` of our part; {} for a short part, because anybody may write the same"""
    nodes = [node for each in ast.parse(part.code).body for node in ast.walk(without_docstrings(each))]
    statements = [each for each in nodes if isinstance(each, ast.stmt) and not isinstance(each, DEFINITION)]
    return definitions(part.code) if len(statements) >= SHORT else {}


OUR_CODE = {name: code for name, (_, part) in OURS.items() if (code := our_code(part))}


def names(part):
    return EXERCISES[part].names()


def defines(text, part):
    """Whether a text has a function or class of a part, whatever the line above it says"""
    made = re.compile(r"^(?:def|class) (\w+)", re.M)
    return not set(made.findall(text)).isdisjoint(made.findall(part.code))


def check_name(folder):
    if not folder.name.isidentifier() or folder.name in {"numpy", "minitrans", *sys.stdlib_module_names, *kwlist}:
        raise UserError(
            f"{folder}: python -m needs a name without spaces and hyphens, of no other module: my_transformer"
        )


def start(folder):
    """Write a whole program of our parts, or the parts that one lacks -> their names.  It replaces nothing."""
    check_name(folder)
    try:
        if not folder.exists():
            with whole_folder(folder) as new:
                return fill(new, folder.name)
        if not is_program(folder):
            raise UserError(f"{folder}: exists already, but not from minitrans grading start; choose another name")
        with locked(folder):
            return fill(folder, folder.name)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror}); name another folder") from None


@cache
def frequent_text():
    """A part of the bundled corpus that a small program learns in minutes -> {file name: text}

    It has the sentences whose English words are all among the 600 most frequent ones.
    """
    texts, frequent = {}, set()
    for files in corpus_files("toy-en-de").values():  # the training text comes first
        sides = [read_text(file).splitlines() for file in files]
        words = list(map(WORD.findall, sides[0]))
        frequent = frequent or {word for word, _ in Counter(chain(*words)).most_common(600)}
        kept = list(map(frequent.issuperset, words))
        for file, lines in zip(files, sides, strict=True):
            texts[file.name] = "\n".join(compress(lines, kept)) + "\n"
    return texts


def fill(folder, name):
    """Write the files and parts that a folder lacks -> their names.  name: of the program"""
    there, written = read_parts(folder), []
    (folder / "data").mkdir(exist_ok=True)
    sources = {folder / "data" / file: text.encode() for file, text in frequent_text().items()}
    for source in PROGRAM.glob("*.py"):
        own = f"{name}.py" if source.stem == PROGRAM.name else source.name  # for python -m inside the folder
        sources[folder / own] = source.read_bytes()
    for target, content in sorted(sources.items()):
        if not os.path.lexists(target):
            write_whole(target, content)
            written.append(target.name)
    for name, (source, part) in OURS.items():
        target = folder / source.name
        if name not in there and target.name not in written and not defines(text := read_text(target), part):
            rewrite(target, text, replaced(text, len(text.rstrip()), len(text), f"\n\n\n{part.header}{part.code}"))
            written.append(name)
    return written
