"""Stubs: the library's own definitions without the solution of the exercise, and how to tell one from an answer."""

import ast
import dis
import inspect
import textwrap

HEADER = '''"""{name}: write the missing parts, then run

    minitrans grade THIS_FILE

{about}
{contract}"""

import numpy as np
'''

CONTRACT = """
The forward returns (y, cache).  The cache holds whatever your backward needs.  The backward returns a tuple with one
gradient for each float array that the forward gets by position; for a single array this is (dx,).
Neither function may change the arrays that it is given.  If the inputs are float32, the results are float32 too.
"""


def stub(exercise):
    """The text of a file with the functions that an exercise asks for, without their bodies.

    The file starts with the first paragraph of the library's own module docstring and the docstring of the exercise.
    """
    contract = CONTRACT if hasattr(exercise, "gradient") and len(exercise.wants) == 2 else ""
    if exercise.code:
        about, code = textwrap.fill(f"Not the version of the book: {exercise.asked}.", 110), exercise.code
    else:
        about = inspect.getdoc(inspect.getmodule(exercise.wants[0])).split("\n\n")[0]
        code = "\n".join(textwrap.dedent(inspect.getsource(wanted)) for wanted in exercise.wants)
    about = "\n".join(filter(None, (about, inspect.cleandoc(exercise.__doc__ or ""))))
    header = HEADER.format(name=exercise.name, about=about, contract=contract)
    if exercise.variant is not None:
        header += f"\nVARIANT = {exercise.variant}  # the grader reads this line\n"
    definitions = [node for node in ast.parse(code).body if getattr(node, "name", "") in exercise.names()]
    return "\n\n".join([header, *(ast.unparse(strip(each)) + "\n" for each in definitions)])


def strip(definition):
    """Keep the signature, without annotations, and the docstring of a function, or of a class and its methods.

    Of the docstring of a backward only the first paragraph stays.  The derivation after it is part of the exercise.
    """
    docstring = ast.get_docstring(definition, clean=False)
    if isinstance(definition, ast.ClassDef):
        body = [strip(node) for node in definition.body if isinstance(node, ast.FunctionDef)]
    else:
        body, definition.returns = ast.parse("raise NotImplementedError").body, None
        for argument in ast.walk(definition.args):
            argument.annotation = None  # it may name what is only in the library
        if definition.name.endswith("_backward") and docstring:
            docstring = docstring.split("\n\n")[0]
    definition.body = [ast.Expr(ast.Constant(docstring))] * bool(docstring) + body
    return definition


def unwritten(answer):
    """Whether an answer is still as in the stub: nothing, or a function or class whose bodies do nothing."""
    if inspect.isclass(answer):
        return all(unwritten(method) for _, method in inspect.getmembers(answer, inspect.isfunction))
    return instructions(answer) in NO_BODY if inspect.isfunction(answer) else nothing(answer)


def nothing(value):
    """Whether a value is None, ..., or a list of these."""
    if isinstance(value, list | tuple):
        try:
            return len(value) > 0 and all(map(nothing, value))
        except RecursionError:
            return False
    return value is None or value is ...


def instructions(function):
    """Python's instructions of a function, in which all kinds of nothing are alike."""
    return [(each.opname, None if nothing(each.argval) else each.argval) for each in dis.get_instructions(function)]


def returns_nothing(): ...


def is_missing():
    raise NotImplementedError


NO_BODY = [instructions(returns_nothing), instructions(is_missing)]
