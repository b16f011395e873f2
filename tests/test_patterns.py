"""No regular expression takes quadratic time: a long run of one character would stop the program for minutes."""

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import minitrans

ROOT = Path(minitrans.__file__).parents[1]
METHODS = "search|match|fullmatch|findall|finditer|sub|split"
RUNS = [*" \t\n\xa0x0_.,:;-#>@'\"\\([{<%!?=*|", "x ", "x\xa0", "\n ", "x,", "x=", "(x", "\\\n", "1.", "<seg"]
WORK = """
import re
def work(pattern, flags, method):
    ask = getattr(re.compile(pattern, flags), method if "match" in method else "finditer")
    for run in RUNS:
        found = ask(200_000 // len(run) * run + "~")
        "match" in method or all(found)
"""


def patterns():
    """Yield (pattern, flags, method) for each use of one in the package that the globals of its module determine."""
    sources = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("minitrans/**/*.py")}
    used = set(re.findall(rf"\b(\w+)\.({METHODS})\b", "\n".join(sources.values())))
    for path, source in sources.items():
        for node in ast.walk(ast.parse(source)) if "\nimport re\n" in source else ():
            name, call = (ast.unparse(node.targets[0]), node.value) if isinstance(node, ast.Assign) else ("re", node)
            function = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            methods = [method for other, method in used if other == name]
            if isinstance(node, ast.Call) and re.fullmatch(rf"re\.({METHODS})", function):
                methods = [function.removeprefix("re.")]
            elif name == "re" or function != "re.compile":
                continue
            flags = ", ".join(ast.unparse(each) for each in call.keywords if each.arg == "flags")
            flags = ", ".join(map(ast.unparse, call.args[1:])) if function == "re.compile" else flags
            try:
                module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
                found = eval(f"re.compile({ast.unparse(call.args[0])}, {flags})", vars(module))
            except NameError:  # a local name
                continue
            yield from ((found.pattern, found.flags, method) for method in methods)


@pytest.mark.slow
def test_no_pattern_takes_the_square_of_a_line():
    """Quadratic time takes minutes for 200,000 characters, and is stopped."""
    found = sorted(set(patterns()))
    assert len(found) > 40
    for pattern in found:
        program = f"RUNS = {RUNS}\n{WORK}\nwork(*{pattern})"
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
