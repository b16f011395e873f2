"""Links from documents and chapters to the reference of the library, and from one chapter to another."""

import os
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform


def module_of(path):
    """minitrans/ops/softmax.py -> "minitrans.ops.softmax", minitrans/ops -> "minitrans.ops", other paths -> None"""
    match = re.fullmatch(r"(minitrans(?:/\w+)*?)(?:/__init__)?(?:\.py|/)?", path)
    return match and match[1].replace("/", ".")


def reference(docname, domain, kind, target, text, **more):
    more |= dict(refdoc=docname, refdomain=domain, reftype=kind, reftarget=target, refexplicit=True)
    return addnodes.pending_xref("", *text, **more)


class Files(SphinxTransform):
    """A link to a module or folder of the library leads to its reference, one to another folder to the page on it."""

    default_priority = 300

    def apply(self):
        docname, root = self.env.docname, self.env.srcdir
        links = [*self.document.findall(addnodes.pending_xref), *self.document.findall(addnodes.download_reference)]
        for node in [link for link in links if link["reftype"] == "myst" and not link["refdomain"]]:
            path = os.path.normpath(os.path.join(os.path.dirname(docname), node["reftarget"])).replace(os.sep, "/")
            if module := module_of(path):
                node.replace_self(reference(docname, "py", "mod", module, node.children))
            elif (root / path).is_dir():
                page = f"/docs/site/{path.rpartition('/')[2]}"
                node.replace_self(reference(docname, "std", "doc", page, node.children))


class Libraries(SphinxTransform):
    """The path of a module, as code, leads to its reference if there is one."""

    default_priority = 301

    def apply(self):
        for node in list(self.document.findall(nodes.literal)):
            module = module_of(node.astext()) if "/" in node.astext() else None
            if module and not isinstance(node.parent.parent, addnodes.pending_xref):
                link = reference(self.env.docname, "py", "mod", module, [node.deepcopy()], optional=True)
                node.replace_self(link)


class Chapters(SphinxTransform):
    """ "Chapter 5" leads to chapter 5."""

    default_priority = 302

    def apply(self):
        for node in list(self.document.findall(nodes.Text)):
            parts = re.split(r"\b([Cc]hapter \d+b?)\b", node)
            if len(parts) > 1 and isinstance(node.parent, nodes.paragraph):
                node.parent.replace(node, [self.linked(part) for part in parts])

    def linked(self, part):
        number = re.fullmatch(r"[Cc]hapter (\d+)(b?)", part)
        found = [*(self.env.srcdir / "chapters").glob(f"{int(number[1]):02}{number[2]}_*.ipynb")] if number else []
        if not found:
            return nodes.Text(part)
        return reference(self.env.docname, "std", "doc", f"/chapters/{found[0].stem}", [nodes.inline("", part)])


def leave_optional(app, env, node, text):
    return text if node.get("optional") else None


def setup(app):
    app.connect("missing-reference", leave_optional)
    for transform in Files, Libraries, Chapters:
        app.add_transform(transform)
