"""Reading a submission without running it: which files, what they define, and whether they are allowed."""

import ast
import json
import re
from typing import NamedTuple

from ..errors import UserError
from .exercises import EXERCISES

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
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in (".py", ".ipynb"))
    else:
        files = [path]
    if not files or files[0].suffix not in (".py", ".ipynb"):
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


def parse(file):
    """[(name of the part, syntax tree)]: a .py file is one part, a notebook has one for each cell of code."""
    try:
        text = file.read_text(encoding="utf-8-sig")
        parts = [(file.name, text)] if file.suffix == ".py" else cells(file.name, json.loads(text))
        return [(part, ast.parse(source, part)) for part, source in parts]
    except SyntaxError as error:
        raise UserError(f"{error.filename or file.name}, line {error.lineno or 1}: {error.msg}") from None
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        kind = "Python file in UTF-8" if file.suffix == ".py" else "notebook"
        raise UserError(f"{file.name}: not a {kind} ({error})") from None


# `%magic`, `!ls`, `?name`; `x = %magic`, `x = !ls`; `name?`
OF_IPYTHON = re.compile(r"^(\s*)([%!?]|[\w ,.]+=\s*[%!]|[\w.*]+\?\??[ \t]*$)", re.MULTILINE)
OF_ANOTHER_PROGRAM = re.compile(r"%%(?!(time|timeit|capture|prun)\b)")  # those run the cell as Python


def cells(name, notebook):
    """Cells of code.  Lines for the shell and for IPython become comments, and a cell for another program is left out.

    Of a cell only imports, definitions and assignments are run, and blocks such as `if` with an answer in them: plots
    and long runs are not part of the answer.
    """
    for number, cell in enumerate(notebook["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and not OF_ANOTHER_PROGRAM.match(source):
            yield f"{name}, cell {number}", OF_IPYTHON.sub(r"\1pass # \2", source)


def kept_of_a_notebook(node):
    if isinstance(node, BLOCK):
        return any(definitions(node))
    return isinstance(node, DEFINITION | ASSIGNMENT | ast.Import | ast.ImportFrom) and not imports_grade(node)


def definitions(tree):
    """Names of exercises' functions that are defined, not imported, at the top level or in a block there."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, BLOCK):
            yield from definitions(node)
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
