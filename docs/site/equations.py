"""Equations in the chapters have numbers: (5.3) is the third of chapter 5, (A.1) the first of an appendix."""

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


def setup(app):
    app.add_transform(Equations)
