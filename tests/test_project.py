"""The repository itself: style, reading order, and the promises of the README."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "minitrans"

# A file may import from its own floor and from those below (the order in which the code is read).
FLOORS = [
    ["errors", "files", "progress", "config", "backend", "data", "parsing"],
    ["ops"],
    ["tensor", "diagnosis", "gradcheck"],
    ["nn"],
    ["decoding", "optim", "metrics", "plots", "flops", "profiling"],
    ["translator", "training", "cuda"],
    [
        "arguments",
        "sentences",
        "presets",
        "sweep",
        "train",
        "translate",
        "parse",
        "evaluate",
        "average",
        "report",
        "benchmark",
        "gpu_report",
    ],
    ["grading"],
]
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}


def floor(path):
    return FLOOR[path.relative_to(PACKAGE).parts[0].removesuffix(".py")]


def imported(path):
    """Names of the top-level modules of minitrans that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            package = path.parents[node.level - 1]
            inside = package.relative_to(PACKAGE).parts
            if node.module:
                yield (*inside, *node.module.split("."))[0]
            else:
                yield from ((*inside, alias.name)[0] for alias in node.names)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_only_go_down(path):
    if path.parent == PACKAGE and path.name in ("__init__.py", "__main__.py"):
        return
    for name in imported(path):
        assert name in FLOOR or name == "__version__", f"{path.name} imports {name}, which stands on no floor"
        assert FLOOR.get(name, 0) <= floor(path), f"{path.name} (floor {floor(path)}) imports {name} from above"


def test_every_file_stands_on_a_floor():
    names = {p.name.removesuffix(".py") for p in PACKAGE.iterdir() if not p.name.startswith("_")}
    assert names == set(FLOOR)


def test_only_the_backend_knows_cupy():
    knowing = {
        p.name for p in PACKAGE.rglob("*.py") if re.search(r"^\s*(import|from) cupy", p.read_text("utf-8"), re.M)
    }
    assert knowing == {"backend.py"}


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["lint", "format"])
def test_style(command):
    done = subprocess.run([sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_the_command_of_the_readme():
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").strip().splitlines()[-1]
    assert last in (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_links_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    local = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert local
    for link in local:
        assert (ROOT / link).exists(), link
