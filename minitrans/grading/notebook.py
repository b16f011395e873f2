"""The Python in a notebook: its code cells, without the lines that only IPython understands."""

import re

OTHER_LANGUAGE = re.compile(r"\s*%%(?!(time|timeit|capture|prun)\b)")  # these four run the cell as Python
# `%magic`, `!ls`, `?name`; `x = %magic`, `x = !ls`; `name?`; with their continuation lines.
IPYTHON_LINE = re.compile(r"([ \t]*)((?:[%!?]|\w[\w ,.]*=\s*[%!])(?:[^\\\n]|\\.|\\\n)*|[\w.*]+\?\??[ \t]*(?=\n|$))")
# Comments and strings, which may contain brackets and line ends; continued lines; brackets; line ends; the rest.
TOKEN = re.compile(
    r"#[^\n]*"
    r"|(\"\"\"|''')(?:\\.|(?!\1).)*\1"
    r"|\"(?:\\.|[^\"\\\n])*\""
    r"|'(?:\\.|[^'\\\n])*'"
    r"|\\\n|[([{]|[)\]}]|\n|.",
    re.DOTALL,
)


def cells(name, notebook):
    """Yield (name of the cell, its Python) for each code cell."""
    for number, cell in enumerate(notebook["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and not OTHER_LANGUAGE.match(source):
            yield f"{name}, cell {number}", without_ipython(source)


def without_ipython(source):
    """Replace each IPython line by a `pass`, so that blocks stay valid and lines keep their numbers."""
    parts, depth, position, new_line = [], 0, 0, True
    while position < len(source):
        match = IPYTHON_LINE.match(source, position) if new_line and depth == 0 else None
        if match:
            parts += [match[1], "pass # ", match[2].replace("\n", "\n# ")]
        else:
            match = TOKEN.match(source, position)
            parts.append(match[0])
            depth += (match[0] in "([{") - (match[0] in ")]}")
        new_line, position = match[0] == "\n", match.end()
    return "".join(parts)
