"""Docstrings are plain text.  Paragraphs of prose stay prose; shapes, formulas and tables keep their lines."""

import re

# indented lines, formulas and shapes, examples, columns, and arguments with their meaning
NOT_PROSE = re.compile(r"^\s|->| = |\[|>>>|\S {2,}[^\sA-Z]|^[a-z_]\w*(, \w+)*: ", re.M)

FULL_LINE = re.compile(r"^(\S.{89,})\n(?=\S)(?![a-z_]\w*(, \w+)*: )", re.M)  # its sentence goes on below


def lay_out(app, what, name, thing, options, lines):
    """A handler of autodoc: replaces `lines` by reStructuredText that shows the same words."""
    if "".join(lines).startswith("Alias for field number"):  # what a NamedTuple says by itself
        lines[:] = [""]
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines).strip("\n"))
    lines[:] = "\n\n".join(map(laid_out, paragraphs)).split("\n") + [""]


def laid_out(paragraph):
    if NOT_PROSE.search(paragraph):
        return "::\n\n" + re.sub("^", "    ", FULL_LINE.sub(r"\1 ", paragraph), flags=re.M)
    parts = paragraph.split("`")  # every second one is code
    return "".join(f"``{part}``" if i % 2 else re.sub(r"([\\*|_])", r"\\\1", part) for i, part in enumerate(parts))


def setup(app):
    app.connect("autodoc-process-docstring", lay_out)
