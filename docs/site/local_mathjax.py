"""MathJax lies in the folder of the site, so that formulas need no network."""

from importlib.util import find_spec
from pathlib import Path

from sphinx.util.fileutil import copy_asset

PARTS = "tex-chtml.js", "input/tex/extensions", "output/chtml/fonts/woff-v2"


def copy_parts(app, error):
    folder = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    for part in () if error else PARTS:
        source, target = folder / part, app.outdir / "_static" / "mathjax" / part
        copy_asset(source, target if source.is_dir() else target.parent)


def setup(app):
    app.config.mathjax_path = "mathjax/tex-chtml.js"
    app.connect("build-finished", copy_parts)
