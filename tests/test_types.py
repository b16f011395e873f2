"""Types: what readers call is annotated, and a type checker finds nothing wrong.  See also tests/test_wheel.py."""

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minitrans.grading.planted import Planted
from minitrans.nn.decoder_state import DecoderState
from minitrans.views.page import Page
from minitrans.views.trace import Trace

ROOT = Path(__file__).parents[1]
HANDED_OUT = {Planted, DecoderState, Page, Trace}  # readers get them from a function, and import them nowhere


def test_a_type_checker_finds_nothing():
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def code_of_readers():
    """Yield the code in chapters, in pages and in examples, as syntax trees."""
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        lines = "".join("".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "code")
        yield ast.parse(re.sub(r"^[%!].*", "", lines, flags=re.M))
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        yield from map(ast.parse, re.findall(r"^```python\n(.*?)^```", path.read_text("utf-8"), re.S | re.M))
    for path in sorted((ROOT / "examples").glob("*.py")):
        yield ast.parse(path.read_text("utf-8"))


def imported(tree):
    """Yield (the name in the code, what it stands for) of everything that comes from minitrans."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name == "minitrans" or each.asname and each.name.startswith("minitrans."):
                    yield each.asname or each.name, importlib.import_module(each.name)
        if isinstance(node, ast.ImportFrom) and re.match(r"minitrans\b", node.module or ""):
            for each in node.names:
                parent = importlib.import_module(node.module)
                found = getattr(parent, each.name, None)
                if found is None or inspect.ismodule(found):
                    found = importlib.import_module(f"{node.module}.{each.name}")
                yield each.asname or each.name, found


def called():
    """-> (the functions and classes of minitrans that readers name, the names of all attributes that they use)"""
    found, attributes = set(HANDED_OUT), set()
    for tree in code_of_readers():
        names = dict(imported(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                attributes.add(node.attr)
                owner = names.get(node.value.id) if isinstance(node.value, ast.Name) else None
                if inspect.ismodule(owner):
                    names[f"{node.value.id}.{node.attr}"] = getattr(owner, node.attr)
        found |= {each for each in names.values() if inspect.isfunction(each) or inspect.isclass(each)}
    return {each for each in found if each.__module__.startswith("minitrans")}, attributes


FOUND, ATTRIBUTES = called()


def functions_of(each):
    """A function, or the functions of a class that readers call: its __init__, and methods and properties."""
    if inspect.isfunction(each):
        return [each]
    own = [getattr(value, "__func__", getattr(value, "fget", value)) for value in vars(each).values()]
    names = {name for name in ATTRIBUTES if name[0] != "_"} | {"__init__", "__call__"}
    return [function for function in own if inspect.isfunction(function) and function.__name__ in names]


def missing(function):
    """The parameters without an annotation, and "return" """
    signature = inspect.signature(function)
    names = [p.name for p in signature.parameters.values() if p.annotation is p.empty and p.name not in ("self", "cls")]
    returns = signature.return_annotation is not signature.empty or function.__name__ == "__init__"
    return names if returns else [*names, "return"]


def test_the_documents_have_been_read():
    names = {each.__name__ for each in FOUND}
    assert {"load", "softmax_backward", "Tensor", "Transformer", "check", "grade", "newest_first"} <= names
    assert {"translate", "parameters", "backward"} <= ATTRIBUTES


@pytest.mark.parametrize("each", sorted(FOUND, key=lambda each: each.__qualname__), ids=lambda each: each.__qualname__)
def test_what_readers_call_is_annotated(each):
    assert {f.__qualname__: names for f in functions_of(each) if (names := missing(f))} == {}
