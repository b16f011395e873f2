"""Find the statements of a notebook that a name needs: those that define its value."""

import ast
import builtins
import dis
import inspect
import types
from contextlib import suppress
from typing import NamedTuple

from ..program import DEFINITION

IMPORT = ast.Import | ast.ImportFrom
WHOLLY = DEFINITION | IMPORT | ast.Assign  # the names that these make do not depend on their earlier values
GLOBAL = {"LOAD_NAME", "LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL"}  # instructions of the bytecode
IN_PLACE = "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"  # run where they stand, like the body of a class


class Piece(NamedTuple):
    """Names of some code: what it makes or changes; what it needs when it runs; what its functions need when they are
    called; and what these bind by `global`"""

    makes: set
    now: set
    later: set
    stored: set


def piece(node, without=frozenset()):
    """The Piece of a statement, which does not change the names `without`"""
    names = []
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # it will not run
        names = list(global_names(compile(ast.Module([node], []), "cell", "exec", dont_inherit=True)))
    return Piece(
        set(bound(node)) - without,
        {name for name, _, in_function in names if not in_function},
        {name for name, _, in_function in names if in_function},
        {name for name, operation, _ in names if operation == "STORE_GLOBAL"},
    )


def reads(code):
    """The global names that some code needs, also inside functions, and those that it binds by `global`

    code: a text, a syntax tree, or what `compile` makes of them.  SyntaxError if Python cannot read it.
    """
    return {name for name, *_ in global_names(compile(code, "cell", "exec", dont_inherit=True))}


def global_names(code):
    """Yield (name, operation, whether a function does it when it is called) for each name that is not local."""
    todo = [(code, False)]
    for each, in_function in todo:  # the loop appends to it
        for instruction in dis.get_instructions(each):
            if instruction.opname in GLOBAL:
                yield instruction.argval, instruction.opname, in_function
        for inner in each.co_consts:
            if isinstance(inner, types.CodeType):
                called = inner.co_flags & inspect.CO_NEWLOCALS and inner.co_name not in IN_PLACE
                todo.append((inner, in_function or bool(called)))


def bound(node, anew=False):
    """The names that a statement makes, imports or changes, without those inside functions; "*" for `import *`.

    anew: only those that it makes
    """
    todo = [node]
    for each in todo:  # the loop appends to it; a long chain of `elif` is too deep for recursion
        if isinstance(each, DEFINITION):
            yield each.name
        elif isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            yield each.id
        elif isinstance(each, ast.alias) and not anew:
            yield (each.asname or each.name).partition(".")[0]
        elif isinstance(each, ast.Attribute | ast.Subscript) and not isinstance(each.ctx, ast.Load) and not anew:
            yield from (name.id for name in ast.walk(each) if isinstance(name, ast.Name))
        elif not isinstance(each, ast.Lambda):
            todo += ast.iter_child_nodes(each)
        match each:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)))) if not anew:  # words.append(1)
                yield name


def needed(statements, names):
    """Those of the statements [(anything, node)] that make what these names stand for after the last one

    From the last to the first, a statement counts if it makes or changes a name that matters below it.
    """
    modules = {name for _, node in statements if isinstance(node, IMPORT) for name in bound(node)}
    pieces = [piece(node, modules if isinstance(node, ast.Expr) else set()) for _, node in statements]
    made = set().union(dir(builtins), *(each.makes for each in pieces))
    known = made.union(*(each.stored for each in behind(pieces, names)))
    matter, found = with_calls(pieces, names), []
    for (what, node), each in zip(reversed(statements), reversed(pieces), strict=True):
        unknown = matter - known  # the name may come from `import *`, or from a function that binds it
        if "*" not in each.makes:
            unknown &= set().union(*(inner.stored for inner in behind(pieces, each.now)))
        if unknown or each.makes & matter:
            found.append((what, node))
            matter = matter - made_wholly(node) | with_calls(pieces, each.now)
    return found[::-1]


def made_wholly(node):
    """The names whose earlier meaning is lost after a statement"""
    return set(bound(node, anew=not isinstance(node, IMPORT))) if isinstance(node, WHOLLY) else set()


def with_calls(pieces, names):
    """These names, and what the functions behind them need when they are called: both matter for as long"""
    return set(names).union(*(each.later for each in behind(pieces, names)))


def behind(pieces, names):
    """The pieces that make what these names need, directly or through others"""
    found, left, wanted = [], list(pieces), set(names)
    while new := [each for each in left if each.makes & wanted]:
        left = [each for each in left if not each.makes & wanted]
        found += new
        wanted = wanted.union(*(each.now | each.later for each in new))
    return found


def constants(node):
    """{name: value} of an assignment of numbers and texts, such as `PAD, EOS = 0, 2` and `PAD, BOS = range(2)`"""
    found = {}
    if isinstance(node, ast.Assign | ast.AnnAssign):
        with suppress(Exception):  # it needs other names
            exec(compile(ast.Module([node], []), "cell", "exec"), {"__builtins__": {"range": range}}, found)
    return {name: value for name, value in found.items() if isinstance(value, int | float | str)}
