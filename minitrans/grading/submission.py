"""Reading a submission without running it: which files, what they define, and whether they are allowed."""

import ast
import json
import re
from importlib.util import decode_source
from typing import NamedTuple

from ..errors import UserError
from .exercises import EXERCISES
from .notebook import cells

LARGEST = {".py": 10**6, ".ipynb": 50 * 10**6}  # bytes; the pictures in a notebook count too, its Python as in a file

WANTED = {name for exercise in EXERCISES.values() for name in exercise.names()}
DEFINITION = ast.FunctionDef | ast.ClassDef
ASSIGNMENT = ast.Assign | ast.AnnAssign
BLOCK = ast.If | ast.Try | ast.ExceptHandler | ast.With

# What would do the work for the student: this library, and those that differentiate.
REFUSED = "minitrans autograd chainer flax jax jaxlib keras mxnet paddle tensorflow theano tinygrad torch".split()
REFUSED_PATH = re.compile(rf"({'|'.join(REFUSED)})(\.\w+)*")


class Submission(NamedTuple):
    """path: a file or folder; where: {name that an exercise wants: the file that defines it}"""

    path: object
    where: dict


def read_submission(path, allow_imports=False):
    """A .py file, a notebook, or a folder of them -> Submission; UserError for what cannot be graded."""
    files = files_of_a_folder(path) if path.is_dir() else [path]
    if not files or files[0].suffix not in LARGEST:
        raise UserError(f"{path.name}: expected a .py file, an .ipynb notebook, or a folder of them")
    where = {}
    for file in files:
        for part, tree in parse(file):
            if not allow_imports:
                refuse_imports(part, tree)
            for name in definitions(tree):
                if where.setdefault(name, file) != file:
                    raise UserError(f"{name} is defined twice, in {where[name].name} and in {file.name}; keep one")
    return Submission(path, where)


def files_of_a_folder(path):
    """Hidden ones are left out: editors and macOS make some that are called .py and hold no Python."""
    files = sorted(each for each in path.iterdir() if each.suffix in LARGEST and not each.name.startswith("."))
    return [each for each in files if not each.is_dir()]


def parse(file):
    """[(name of the part, syntax tree)]: a .py file is one part, a notebook has one for each cell of code."""
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
    """The bytes of a file.  Whoever opens a pipe waits for its other end."""
    if not file.is_file():
        raise UserError(f"{file.name}: not a file, or a link to nothing")
    with open(file, "rb") as opened:
        data = opened.read(LARGEST[file.suffix] + 1)
    check_size(file, len(data), LARGEST[file.suffix], "text and pictures" if file.suffix == ".ipynb" else "Python")
    return data


def check_size(file, size, most, what):
    if size > most:
        raise UserError(f"{file.name}: more than {most // 10**6} MB of {what}, which is not graded; hand in less")


def kept_of_a_notebook(node):
    if isinstance(node, BLOCK):
        return any(definitions(node))
    return isinstance(node, DEFINITION | ASSIGNMENT | ast.Import | ast.ImportFrom) and not imports_grade(node)


def definitions(tree):
    """Names of exercises' functions that are defined, not imported, at the top level or in a block there."""
    nodes = [tree]
    for node in nodes:  # it grows meanwhile; a chain of `elif` is too deep for a recursion
        if node is tree or isinstance(node, BLOCK):
            nodes += ast.iter_child_nodes(node)
        elif isinstance(node, DEFINITION):
            yield from WANTED & {node.name}
        elif isinstance(node, ASSIGNMENT):
            names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            yield from WANTED & {name.id for name in names if isinstance(name.ctx, ast.Store)}


def refuse_imports(part, tree):
    """Imports, and strings that are nothing but the dotted name of a module, as `import_module` takes them."""
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
                    f"{part}, line {node.lineno}: {name} may not be used, the work must be your own; "
                    "an instructor can allow it with --allow-imports"
                )


def imports_grade(node):
    """`from minitrans.grading import grade`, with which a student checks a notebook before handing it in."""
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "minitrans.grading"
        and [alias.name for alias in node.names] == ["grade"]
    )
