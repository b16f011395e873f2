"""Pictures: texts for those of notebooks, and pairs for light and for dark screens."""

import json
import re

TWINS = re.compile(
    r'<picture>.*?<source [^>]*dark[^>]*srcset="([^"]+)">\s*<img src="([^"]+)" alt="([^"]+)">\s*</picture>', re.S
)


def describe(app, docname, source):
    """A picture in a notebook has a text for those who cannot see it, as text/plain: make it the alternative text."""
    if app.env.doc2path(docname).suffix != ".ipynb":
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data:
                cell["metadata"]["mystnb"] = {"image": {"alt": "".join(data["text/plain"])}}
    source[0] = json.dumps(notebook)


def show_twins(app, docname, source):
    """<picture> asks the system for its mode; the site has a switch, which these classes obey."""
    twins = r'<img src="\2" alt="\3" class="only-light">\n\n<img src="\1" alt="\3" class="only-dark">'
    source[0] = TWINS.sub(twins, source[0])


def setup(app):
    app.connect("source-read", describe)
    app.connect("source-read", show_twins)
