"""One HTML file that shows what a model does with a sentence; it needs no network."""

import base64
import hashlib
import html
import json
import math
import re
from os import PathLike
from pathlib import Path
from string import Template

import numpy as np

from ..system.files import write_output

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(.*?)";\n', re.M)


def record(trace):
    """A Trace -> dict of what can be written as JSON: weights packed by `pack`, other numbers rounded"""
    return vars(trace) | dict(
        attention={kind: pack(weights) for kind, weights in trace.attention.items()},
        likely=[[(piece, round(p, 5)) for piece, p in step] for step in trace.likely],
        probability=[round(p, 5) for p in trace.probability],
        beam=[(parent, piece, round(score, 4), fate) for parent, piece, score, fate in trace.beam],
    )


def pack(weights):
    """Attention weights [layers, h, queries, keys] from 0 to 1 -> their shape, and 16 bits for each, in base64"""
    steps = np.round(weights * 65535).astype("<u2")
    return dict(shape=weights.shape, data=base64.b64encode(steps.tobytes()).decode())


class Page:
    """The page of a `record`, or of a list of them (see `learning.py`); at the end of a notebook's cell it appears."""

    def __init__(self, record: dict | list):
        self.record = record

    def __str__(self) -> str:
        several = isinstance(self.record, list)
        return filled({"records" if several else "record": self.record}, kind="recorded")

    def save(self, path: str | PathLike) -> None:
        write_output(Path(path), str(self).encode())

    def _repr_html_(self):
        return f'<iframe srcdoc="{html.escape(str(self))}" style="width: 100%; height: 800px; border: 0"></iframe>'


def filled(model, weights="", connect="'none'", kind=""):
    """-> the HTML file of flow.html.  model: what the scripts read; weights: base64; connect: what the page may ask"""
    model = as_json(model | json.loads(text_of("texts.json")))
    return assembled("flow.html", "flow.css", "flow.js", model=model, weights=weights, connect=connect, kind=kind)


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
    """JSON in which no text can end the script element that holds it; a number that is not finite is null"""
    return json.dumps(finite(value), allow_nan=False).replace("<", "\\u003c")


def finite(value):
    """The same lists and dicts, with None for numbers that are not finite"""
    if isinstance(value, dict):
        return {name: finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def text_of(name):
    return (FOLDER / name).read_text(encoding="utf-8")


def hash_of(text):
    """What a Content-Security-Policy calls this script or style; the browser runs no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
