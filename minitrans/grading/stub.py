"""Stubs: the library's own definitions without what solves the exercise."""

import ast
import inspect
import textwrap

HEADER = '''"""{name}: fill in what is missing, then

    pytest --pyargs minitrans.grading --submission THIS_FILE

{about}
{contract}"""

import numpy as np
'''

CONTRACT = """
The forward returns (y, cache), where cache is whatever your backward needs.  The backward returns a tuple with
one gradient for each array of floats that the forward is given by position, even if it is only one: (dx,).
Neither writes to the arrays it is given, and for float32 they give float32.
"""


def stub(exercise):
    """The text of a file with the functions that an exercise wants, their bodies taken out.

    It begins with what the library's own file is about, and with the docstring of the exercise.
    """
    contract = CONTRACT if hasattr(exercise, "gradient") and len(exercise.wants) == 2 else ""
    of_the_file = inspect.getdoc(inspect.getmodule(exercise.wants[0])).split("\n\n")[0]
    about = "\n".join(filter(None, (of_the_file, exercise.__doc__)))
    parts = [HEADER.format(name=exercise.name, about=about, contract=contract)]
    for wanted in exercise.wants:
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(wanted))).body
        parts.append(ast.unparse(strip(definition)) + "\n")
    return "\n\n".join(parts)


def strip(definition):
    """Signature and docstring of a function, or of a class and its methods.

    The docstring of a backward ends before its derivation, which is the second paragraph and what is asked for.
    """
    docstring = ast.get_docstring(definition, clean=False)
    if isinstance(definition, ast.ClassDef):
        body = [strip(node) for node in definition.body if isinstance(node, ast.FunctionDef)]
    else:
        body = ast.parse("raise NotImplementedError").body
        if definition.name.endswith("_backward") and docstring:
            docstring = docstring.split("\n\n")[0]
    definition.body = [ast.Expr(ast.Constant(docstring))] * bool(docstring) + body
    return definition
