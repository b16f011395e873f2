"""The directive `library`: the packages in the reading order of docs/architecture.md, with their modules, and the first
line of the docstring of each.  A module that the reference describes is a link."""

import ast
import re

from docutils import nodes
from links import reference
from sphinx.util.docutils import SphinxDirective


def reading_order(architecture):
    """The text of the page -> names of the packages and modules: system, data, backend, ops and so on"""
    block = re.search(r"^```\n(system/ .*?)^```", architecture, re.S | re.M)[1]
    names = [re.match(r"(?:[a-z_]+/?(?:  |$))+", line, re.M) for line in block.splitlines()]
    return [name.strip("/") for match in names if match for name in match[0].split()]


def modules_of(package, name):
    """-> the file of a module, or of a package its __init__.py and its modules"""
    folder = package / name
    return (
        [folder / "__init__.py", *sorted(folder.glob("[a-z]*.py"))] if folder.is_dir() else [folder.with_suffix(".py")]
    )


class Library(SphinxDirective):
    def run(self):
        package = self.env.srcdir / "minitrans"
        order = reading_order((self.env.srcdir / "docs" / "architecture.md").read_text(encoding="utf-8"))
        return [self.listed(self.entry(package, *modules_of(package, name)) for name in order)]

    def listed(self, items):
        return nodes.bullet_list("", *(nodes.list_item("", *item) for item in items), bullet="*")

    def entry(self, package, first, *others):
        """What a package is for, and below it its modules"""
        below = [self.listed([self.line(package, path)] for path in others)] if others else []
        return [self.line(package, first), *below]

    def line(self, package, path):
        name = ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
        about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))).partition("\n\n")[0].replace("\n", " ")
        link = reference(self.env.docname, "py", "mod", name, [nodes.literal("", name)], optional=True)
        parts = f": {about}".split("`")  # every second one is code
        texts = [nodes.literal("", part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts)]
        return nodes.paragraph("", "", link, *texts)


def setup(app):
    app.add_directive("library", Library)
