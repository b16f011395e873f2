"""Reads a submission without running it: its files, what they define, and whether their imports are allowed."""

import ast
import json
import re
from importlib.util import decode_source
from typing import NamedTuple

from ..system.errors import UserError
from ..system.files import open_file
from .exercises import EXERCISES
from .limits import check_seed
from .notebook import cells

LARGEST = {".py": 10**6, ".ipynb": 50 * 10**6}  # bytes; the Python of a notebook has the limit of a .py file

WANTED = {name for exercise in EXERCISES.values() for name in exercise.names()}
DEFINITION = ast.FunctionDef | ast.ClassDef
ASSIGNMENT = ast.Assign | ast.AnnAssign
BLOCK = ast.If | ast.Try | ast.ExceptHandler | ast.With

# Libraries that would do the work for the student: this one, and those with automatic differentiation.
REFUSED = "minitrans autograd chainer flax jax jaxlib keras mxnet paddle tensorflow theano tinygrad torch".split()
REFUSED_PATH = re.compile(rf"({'|'.join(REFUSED)})(\.\w+)*")


class Submission(NamedTuple):
    """path: a file or folder.  where: {name that an exercise asks for: the file that defines it}.
    variant: the number in a line `VARIANT = number`, which stubs of variants have; None without it."""

    path: object
    where: dict
    variant: int | None = None


def read_submission(path, allow_imports=False):
    """Read a .py file, a notebook, or a folder of them into a Submission.  UserError if it cannot be graded."""
    files = files_of_a_folder(path) if path.is_dir() else [path]
    if not files or files[0].suffix not in LARGEST:
        raise UserError(f"{path.name}: expected a .py file, an .ipynb notebook, or a folder of them")
    where, variants = {}, set()
    for file in files:
        for part, tree in parse(file):
            if not allow_imports:
                refuse_imports(part, tree)
            variants |= set(variants_in(part, tree))
            for name in definitions(tree):
                if where.setdefault(name, file) != file:
                    raise UserError(f"{name} is defined twice, in {where[name].name} and in {file.name}; keep one")
    if len(variants) > 1:
        raise UserError(f"{path.name}: VARIANT has several values, {sorted(variants)}; keep one")
    return Submission(path, where, *variants)


def variants_in(part, tree):
    """The values of `VARIANT = ...` at the top level."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [getattr(each, "id", "") for each in node.targets] == ["VARIANT"]:
            value = getattr(node.value, "value", None)
            check_seed(value, f"{part}, line {node.lineno}: VARIANT")
            yield value


def files_of_a_folder(path):
    """The Python files and notebooks in a folder, without hidden ones: editors and macOS make some without Python."""
    files = sorted(each for each in path.iterdir() if each.suffix in LARGEST and not each.name.startswith("."))
    return [each for each in files if not each.is_dir()]


def parse(file):
    """[(name of the part, syntax tree)].  A .py file is one part; in a notebook each code cell is one."""
    try:
        data = read(file)
        parts = [(file.name, decode_source(data))] if file.suffix == ".py" else list(cells(file.name, json.loads(data)))
        check_size(file, sum(len(source) for _, source in parts), LARGEST[".py"], "Python")
        return [(part, ast.parse(source, part)) for part, source in parts]
    except OSError as error:
        raise UserError(f"{file.name}: cannot be read ({error.strerror})") from None
    except (RecursionError, MemoryError):
        raise UserError(f"{file.name}: too deeply nested for Python") from None
    except (ValueError, KeyError, TypeError, AttributeError, SyntaxError) as error:
        if isinstance(error, SyntaxError) and error.lineno:
            raise UserError(f"{error.filename}, line {error.lineno}: {error.msg}") from None
        kind = "Python file in UTF-8" if file.suffix == ".py" else "notebook"
        raise UserError(f"{file.name}: not a {kind} ({error})") from None


def read(file):
    """The bytes of a file.  Other kinds are refused first, because opening a pipe waits for its other end."""
    if not file.is_file():
        raise UserError(f"{file.name}: not a file, or a link to nothing")
    with open_file(file) as opened:
        data = opened.read(LARGEST[file.suffix] + 1)
    check_size(file, len(data), LARGEST[file.suffix], "text and pictures" if file.suffix == ".ipynb" else "Python")
    return data


def check_size(file, size, most, what):
    if size > most:
        raise UserError(f"{file.name}: more than {most // 10**6} MB of {what}, too much to grade; hand in less")


def kept_of_a_notebook(node):
    """Whether the grader runs this statement of a notebook: a definition, assignment or import, or a block of them."""
    if isinstance(node, BLOCK):
        return any(definitions(node))
    return isinstance(node, DEFINITION | ASSIGNMENT | ast.Import | ast.ImportFrom) and not imports_grade(node)


def definitions(tree):
    """The names in WANTED that are defined, not imported, at the top level or in a block there."""
    nodes = [tree]
    for node in nodes:  # the loop appends to it; a long chain of `elif` is too deep for recursion
        if node is tree or isinstance(node, BLOCK):
            nodes += ast.iter_child_nodes(node)
        elif isinstance(node, DEFINITION):
            yield from WANTED & {node.name}
        elif isinstance(node, ASSIGNMENT):
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            yield from WANTED & {name.id for name in names if isinstance(name.ctx, ast.Store)}


def refuse_imports(part, tree):
    """UserError for a refused import, and for a string that is only the name of such a module (`import_module`)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not imports_grade(node):
            names = [node.module]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        else:
            continue
        for name in names:
            if REFUSED_PATH.fullmatch(name):
                raise UserError(
                    f"{part}, line {node.lineno}: you may not use {name}, because the work must be your own; "
                    "an instructor can allow it with --allow-imports"
                )


def imports_grade(node):
    """`from minitrans.grading import grade`, which a student may use in a notebook that is handed in later."""
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "minitrans.grading"
        and {alias.name for alias in node.names} <= {"grade", "planted_mistake"}
    )
