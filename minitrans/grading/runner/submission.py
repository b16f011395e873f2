"""Reads a submission without running it: its files, what they define, and whether their imports are allowed."""

import ast
import json
import re
from importlib.util import decode_source
from typing import NamedTuple

from ...system.errors import UserError
from ...system.files import open_file, unreadable
from ..exercises import EXERCISES
from ..folder import is_program, ours_in
from ..program import DEFINITION, in_order, parts_in
from .handed_in import EXPECTED, LARGEST, files_of_a_folder
from .limits import check_seed
from .notebook import EXPORTED, cells, without_ipython
from .slicing import bound

REQUIRED = {wanted.__name__: wanted for exercise in EXERCISES.values() for wanted in exercise.wants}
ANSWER = re.compile(rf"^[ \t]*(?:(?:async )?def |class )?(?:{'|'.join(REQUIRED)}|grade)\b", re.MULTILINE)
GRADED = "graded "  # with the name of a required function: the argument for it in a call of `grade`

# Libraries that would do the student's work: this one, and those with automatic differentiation.
REFUSED = "minitrans autograd chainer flax jax jaxlib keras mxnet paddle tensorflow theano tinygrad torch".split()
REFUSED_PATH = re.compile(rf"({'|'.join(REFUSED)})(\.\w+)*")


class Part(NamedTuple):
    """name: of a file or of a cell, for messages.  of_a_notebook: only what its required functions need is run."""

    name: str
    tree: ast.Module
    of_a_notebook: bool


class Submission(NamedTuple):
    """path: a file or folder.  where: {name that an exercise asks for: the file that defines it}.
    variant: the number in a line `VARIANT = number`, which stubs of variants have; None without it."""

    path: object
    where: dict
    variant: int | None = None


def read_submission(path, allow_imports=False):
    """Read a .py file, a notebook, or a folder of them into a Submission.  UserError if it cannot be graded."""
    files = files_of_a_folder(path) if path.is_dir() else [path]
    if not files or files[0].suffix.lower() not in LARGEST:
        raise UserError(f"{path.name}: {EXPECTED}")
    where, variants, imported = {}, set(), []
    whole = is_program(path)
    for file in in_order(files) if whole else files:
        try:
            parts = parse(file)
        except UserError:
            if not whole:
                raise
            text = read(file).decode("utf-8", "replace")  # its own parts are wrong, and `load` says why
            unread = [part for part in parts_in(text) if part.name in EXERCISES and not part.ours]
            where |= {name: file for part in unread for name in EXERCISES[part.name].names()}
            continue
        for part, tree, of_a_notebook in parts:
            ours = set() if of_a_notebook else ours_in(decode_source(read(file)))
            imported += [] if allow_imports else refused_work(part, tree, of_a_notebook)
            variants |= set(variants_in(part, tree))
            for name in definitions(tree) - ours:
                if where.setdefault(name, file) != file and not whole:
                    raise UserError(f"{name} is defined twice, in {where[name].name} and in {file.name}; keep one")
    if imported and not where:
        raise UserError(imported[0])
    if len(variants) > 1:
        raise UserError(f"{path.name}: VARIANT has several values, {sorted(variants)}; keep one")
    return Submission(path, where, *variants)


def refused_work(part, tree, of_a_notebook):
    """UserError for a refused import.  A notebook runs without it, so only those of required functions are listed."""
    if not of_a_notebook:
        for reason in refusals(part, tree):
            raise UserError(reason)
    work = REQUIRED.keys() | {"*"}
    return [reason for node in tree.body if not work.isdisjoint(bound(node)) for reason in refusals(part, node)]


def variants_in(part, tree):
    """The values of `VARIANT = ...` at the top level."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [getattr(each, "id", "") for each in node.targets] == ["VARIANT"]:
            value = getattr(node.value, "value", None)
            check_seed(value, f"{part}, line {node.lineno}: VARIANT")
            yield value


def parse(file):
    """[Part].  A .py file is one part; in a notebook each code cell is one."""
    try:
        data = read(file)
        if file.suffix.lower() == ".ipynb":
            sources = list(cells(file.name, json.loads(data)))
            check_size(file, sum(len(source) for _, source in sources), LARGEST[".py"], "Python")
            return list(parts_of_cells(sources))
        return [part_of_a_file(file.name, decode_source(data))]
    except OSError as error:
        raise unreadable(file.name, error) from None
    except (RecursionError, MemoryError):
        raise UserError(f"{file.name}: too deeply nested for Python") from None
    except (ValueError, KeyError, TypeError, AttributeError, SyntaxError) as error:
        if isinstance(error, SyntaxError) and error.lineno:
            raise UserError(f"{error.filename}, line {error.lineno}: {error.msg}") from None
        kind = "notebook" if file.suffix.lower() == ".ipynb" else "Python file in UTF-8"
        raise UserError(f"{file.name}: not a {kind} ({error})") from None


def parts_of_cells(sources):
    """A cell that is not Python is left out, as Jupyter would, unless it seems to hold an answer."""
    for name, source in sources:
        try:
            yield Part(name, with_answers(ast.parse(source, name)), True)
        except SyntaxError:
            if ANSWER.search(source):
                raise


def part_of_a_file(name, source):
    """A .py file is one part.  Colab leaves lines of IPython in the file that it makes of a notebook."""
    try:
        return Part(name, with_answers(ast.parse(source, name)), bool(EXPORTED.search(source)))
    except SyntaxError:
        if (python := without_ipython(source)) == source:
            raise
        return Part(name, with_answers(ast.parse(python, name)), True)


def with_answers(tree):
    """The tree, with `grade("softmax", f, b)` outside functions turned into assignments to the GRADED names."""
    body = []
    for node in tree.body:
        if not is_grading(getattr(node, "value", None)):  # also r = grade(...)
            body.append(node)
        for call in filter(is_grading, [] if isinstance(node, DEFINITION) else ast.walk(node)):
            for wanted, answer in zip(EXERCISES[call.args[0].value].names(), call.args[1:], strict=False):
                graded = ast.Assign([ast.Name(GRADED + wanted, ast.Store())], answer)
                body.append(ast.fix_missing_locations(ast.copy_location(graded, node)))
    tree.body = body
    return tree


def is_grading(node):
    match node:
        case ast.Call(ast.Name("grade"), [ast.Constant(str(name)), *_]):
            return name in EXERCISES
    return False


def read(file):
    """The bytes of a file, but no more than may be graded"""
    suffix = file.suffix.lower()
    with open_file(file) as opened:
        data = opened.read(LARGEST[suffix] + 1)
    check_size(file, len(data), LARGEST[suffix], "text and pictures" if suffix == ".ipynb" else "Python")
    return data


def check_size(file, size, most, what):
    if size > most:
        raise UserError(f"{file.name}: more than {most // 10**6} MB of {what}, too much to grade; hand in less")


def definitions(tree):
    """The required names that are defined, not imported, at the top level or in a block there."""
    made = {name for node in tree.body if not of_the_same_name(node) for name in bound(node, anew=True)}
    return {name.removeprefix(GRADED) for name in made} & REQUIRED.keys()


def of_the_same_name(node):
    """Whether it is what `with_answers` makes from an answer that has the required name"""
    match node:
        case ast.Assign([ast.Name(graded)], ast.Name(name)):
            return graded == GRADED + name
    return False


def refusals(part, tree):
    """Why a refused import is refused, and a string that is only the name of such a module (`import_module`)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level and not harmless(node):
            names = [node.module]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        else:
            continue
        for name in filter(REFUSED_PATH.fullmatch, names):
            yield (
                f"{part}, line {node.lineno}: you may not use {name}, because the work must be your own; "
                "an instructor can allow it with --allow-imports"
            )


def harmless(node):
    """Whether an import is of something that a reader calls, or of the ids of BOS, EOS, PAD and UNK."""
    names = {alias.name for alias in node.names}
    return node.module in ("minitrans.data.ids", "minitrans.grading.plugin") or (
        node.module == "minitrans.grading" and names <= {"grade", "my_program", "planted_mistake", "status"}
    )
