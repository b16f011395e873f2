"""The Python in a notebook: its cells of code without the lines that are IPython's."""

import re

OF_ANOTHER_PROGRAM = re.compile(r"\s*%%(?!(time|timeit|capture|prun)\b)")  # those run the cell as Python
# `%magic`, `!ls`, `?name`; `x = %magic`, `x = !ls`; `name?`.  With what is continued on the next line.
OF_IPYTHON = re.compile(r"([ \t]*)((?:[%!?]|\w[\w ,.]*=\s*[%!])(?:[^\\\n]|\\.|\\\n)*|[\w.*]+\?\??[ \t]*(?=\n|$))")
# What may hide the start of a line or a bracket, brackets, and the end of a line.
TOKEN = re.compile(
    r"#[^\n]*"
    r"|(\"\"\"|''')(?:\\.|(?!\1).)*\1"
    r"|\"(?:\\.|[^\"\\\n])*\""
    r"|'(?:\\.|[^'\\\n])*'"
    r"|\\\n|[([{]|[)\]}]|\n|.",
    re.DOTALL,
)


def cells(name, notebook):
    """(name of a cell, its Python) for each cell of code."""
    for number, cell in enumerate(notebook["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and not OF_ANOTHER_PROGRAM.match(source):
            yield f"{name}, cell {number}", without_ipython(source)


def without_ipython(source):
    """Each line of IPython becomes a `pass`, so that blocks stay whole and lines keep their numbers."""
    parts, depth, position, new_line = [], 0, 0, True
    while position < len(source):
        found = OF_IPYTHON.match(source, position) if new_line and depth == 0 else None
        if found:
            parts += [found[1], "pass # ", found[2].replace("\n", "\n# ")]
        else:
            found = TOKEN.match(source, position)
            parts.append(found[0])
            depth += (found[0] in "([{") - (found[0] in ")]}")
        new_line, position = found[0] == "\n", found.end()
    return "".join(parts)
