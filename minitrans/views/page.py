"""One HTML file that shows what a model does with a sentence; it needs no network."""

import base64
import hashlib
import html
import json
import re
from os import PathLike
from pathlib import Path
from string import Template

from ..system.files import write_output

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(.*?)";\n', re.M)


class Page:
    """flow.html, filled: an HTML file; at the end of a notebook's cell it appears

    parts: what the scripts read;  weights: bytes;  connect: what the page may ask
    """

    def __init__(self, parts: dict, weights: bytes = b"", connect: str = "'none'"):
        self.parts, self.weights, self.connect = parts, weights, connect

    def __str__(self) -> str:
        parts = self.parts | json.loads(text_of("texts.json"))
        data = dict(model=as_json(parts), weights=base64.b64encode(self.weights).decode())
        return assembled("flow.html", "flow.css", "flow.js", connect=self.connect, **data)

    def save(self, path: str | PathLike) -> None:
        write_output(Path(path), str(self).encode())

    def _repr_html_(self):
        return f'<iframe srcdoc="{html.escape(str(self))}" style="width: 100%; height: 800px; border: 0"></iframe>'


def assembled(template, style, script, **parts):
    """-> the HTML file: a template with base.css and its style, its module and those that it imports, the hashes of
    both, and other parts"""
    style = text_of("base.css") + text_of(style)
    script = '"use strict";\n\n' + "\n".join(modules(script, {}).values())
    return Template(text_of(template)).substitute(
        style=style, script=script, style_hash=hash_of(style), script_hash=hash_of(script), **parts
    )


def modules(name, found):
    """{name: text} of this module and all that it imports, each after those that it needs, as parts of one script"""
    text = text_of(name)
    for other in IMPORT.findall(text):
        if other not in found:
            modules(other, found)
    found[name] = re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.M)
    return found


def as_json(value):
    """JSON in which no text can end the script element around it"""
    return json.dumps(value, allow_nan=False).replace("<", "\\u003c")


def text_of(name):
    return (FOLDER / name).read_text(encoding="utf-8")


def hash_of(text):
    """What a Content-Security-Policy calls this script or style; the browser runs no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
