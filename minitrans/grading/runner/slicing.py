"""What does this name need?  The names that a piece of code takes from the module in which it stands."""

import ast
import dis
import types

GLOBAL = {"LOAD_NAME", "LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL"}  # instructions of the bytecode


def reads(code):
    """The global names that some code needs, also inside functions, and those that it binds by `global`

    code: a text, a syntax tree, or what `compile` makes of them.  SyntaxError if Python cannot read it.
    """
    found = set()
    codes = [code if isinstance(code, types.CodeType) else compile(code, "cell", "exec", dont_inherit=True)]
    for each in codes:  # the loop appends to it
        found |= {step.argval for step in dis.get_instructions(each) if step.opname in GLOBAL}
        codes += [constant for constant in each.co_consts if isinstance(constant, types.CodeType)]
    return found


def literals(node):
    """{name: value} of an assignment of literals, such as `PAD, EOS = 0, 2`; {} of any other statement"""
    if not isinstance(node, ast.Assign):
        return {}
    try:
        value = ast.literal_eval(node.value)
    except (ValueError, TypeError):
        return {}
    found = {}
    for target in node.targets:
        if isinstance(target, ast.Name):
            found[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, tuple):
            found |= {each.id: one for each, one in zip(target.elts, value, strict=False) if isinstance(each, ast.Name)}
    return found
