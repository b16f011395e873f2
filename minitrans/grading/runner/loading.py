"""Runs a file of a submission: all of a Python file, but of a notebook only what the required functions need.

Other code may fail.  A statement that fails is left out, and if a function uses a name that it should have defined, the
report says why it is missing.
"""

import __future__

import ast
import sys
import types
from functools import cache

from ...system.errors import UserError
from ..exercises import EXERCISES
from ..exercises.exercise import wrong_kind
from ..folder import is_program
from ..program import PROGRAM
from .beside import beside_ours, neighbours
from .explaining import LEFT_OUT, explain, left_out
from .report import told
from .slicing import bound, needed, piece
from .submission import GRADED, REQUIRED, definitions, parse, refusals


def load(file, parts, allow_imports=False, exercise=""):
    """Run a file of the submission and return its namespace.  The names of its parts are appended to `parts`.

    exercise: its name.  In a program all other parts are ours; in a notebook the arguments of `grade` count.
    """
    read = parse(file)
    parts += [part.name for part in read] + list(map(str, file.parent.glob("*.py")))  # the file may import from it
    module, folder = types.ModuleType(f"submission {file.stem}"), types.ModuleType("folder of the submission")
    module.__file__, module.__package__, folder.__path__ = str(file), folder.__name__, [str(file.parent)]
    for each in (module, folder):  # dataclasses and relative imports look there; a space hides no other module
        sys.modules[each.__name__] = each
    namespace, flags = vars(module), 0
    names = EXERCISES[exercise].names() if exercise else REQUIRED
    chosen = statements(read)
    if has_cells(file):
        chosen = given_to_grade(chosen, names)
    if is_program(file.parent):  # editors write `from my_transformer.softmax import ...`
        sys.modules.setdefault(file.parent.name, folder)  # a folder may have the name of a module of Python
        neighbours(file.parent, folder)
        taken, chosen = beside_ours(file, exercise, folder, chosen)
        namespace |= taken
    reasons = namespace[LEFT_OUT] = {}
    own = {name for part in read for name in definitions(part.tree) if name in names}
    for part, node in chosen:
        try:
            if part.of_a_notebook and not allow_imports:
                for reason in refusals(part.name, node):
                    raise UserError(reason)
                node = of_the_program(part.name, node, own)
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                flags |= sum({getattr(__future__, alias.name).compiler_flag for alias in node.names})
            exec(compiled(node, part.name, flags), namespace)
        except (Exception, SystemExit) as error:
            reason = str(error) if isinstance(error, UserError) else left_out(error) or told(explain(error, parts))
            reasons |= dict.fromkeys(bound(node), reason)
    return namespace


def of_the_program(part, node, own):
    """In a notebook, imports from my_transformer give our parts.  UserError for `own`, what the exercise asks for."""
    modules = [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
    modules += [each.name for each in node.names] if isinstance(node, ast.Import) else []
    if not any(str(module).split(".")[0] == PROGRAM.name for module in modules):
        return node
    names = {each.name for each in node.names}
    if isinstance(node, ast.Import) or node.module == PROGRAM.name or "*" in names:
        raise UserError(f"{part}, line {node.lineno}: name what you import: from {PROGRAM.name}.softmax import NAME")
    if taken := names & own:
        raise UserError(f"{part}, line {node.lineno}: {min(taken)} is our version; write your own")
    return ast.copy_location(ast.ImportFrom(f"minitrans.grading.{node.module}", node.names, 0), node)


def find(namespace, name, file):
    """The function or class of this name that a file has defined.  UserError if there is none."""
    reasons = namespace[LEFT_OUT]
    answer = namespace.get(GRADED + name, namespace.get(name))
    if answer is None and (reason := reasons.get(GRADED + name) or reasons.get(name)):
        raise UserError(reason)
    if kind := wrong_kind(REQUIRED[name], answer):
        raise UserError(f"{name} in {file.name} is not {kind}")
    return answer


@cache
def has_cells(file):
    return any(part.of_a_notebook for part in parse(file))


def statements(read):
    return [(part, node) for part in read for node in part.tree.body]


def given_to_grade(chosen, names):
    """The statements of a notebook that define the arguments of `grade` for these names, or else these names"""
    answers = {GRADED + name for name in names}
    places = [i for i, (_, node) in enumerate(chosen) if not answers.isdisjoint(bound(node))]
    above = chosen[: max(places, default=-1) + 1]
    made = {name for _, node in above for name in bound(node)}
    given = {name for i in places for name in piece(chosen[i][1]).now}
    return needed(above if above and given <= made else chosen, {*names, *answers})


def compiled(node, part, flags=0):
    try:
        return compile(ast.Module([node], []), part, "exec", flags, dont_inherit=True)
    except SyntaxError as error:  # the parser accepts some errors, such as a `return` outside a function
        raise UserError(f"{part}, line {error.lineno}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise UserError(f"{part}: too deeply nested for Python") from None
