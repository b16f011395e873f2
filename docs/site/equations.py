"""Formulas.  Those displayed in chapters have numbers: (5.3) is the third of chapter 5, (A.1) the first of an appendix.
Those in a sentence stay on one line with the mark that follows."""

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

APPENDICES = {"appendix_mathematics": "A", "appendix_pytorch": "B"}


class Equations(SphinxTransform):
    """Numbers each displayed formula, with a link to it."""

    default_priority = 303

    def apply(self):
        folder, _, name = self.env.docname.rpartition("/")
        if folder != "chapters" or name == "README":
            return
        chapter = APPENDICES.get(name) or re.match(r"0*(\d+[a-z]?)_", name)[1]
        for count, node in enumerate(self.document.findall(nodes.math_block), 1):
            node["number"] = f"{chapter}.{count}"
            node["ids"] = [f"equation-{chapter}-{count}"]


class Marks(SphinxTransform):
    """No line begins with the comma or the bracket behind a formula."""

    default_priority = 304

    def apply(self):
        for node in list(self.document.findall(nodes.math)):
            after = node.next_node(descend=False, siblings=True)
            marks = re.match(r"[.,;:?!)'’\-]*", after)[0] if isinstance(after, nodes.Text) else ""
            if marks:
                after.parent.replace(after, nodes.Text(after[len(marks) :]))
                node.replace_self(nodes.inline("", "", node.deepcopy(), nodes.Text(marks), classes=["together"]))


def setup(app):
    for transform in Equations, Marks:
        app.add_transform(transform)
