"""The repository itself: style, reading order, and the promises of the README."""

import ast
import io
import json
import re
import shlex
import subprocess
import sys
import tokenize
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from minitrans.__main__ import NAMES
from minitrans.commands.arguments import Parser
from minitrans.grading.exercises import EXERCISES
from minitrans.system.errors import UserError

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "minitrans"

PAGES = [ROOT / "README.md", ROOT / "docs" / "README.md"]
PAGES += sorted(set((ROOT / "docs").glob("*.md")) - set(PAGES))


def module_of(path):
    """minitrans/ops/softmax.py -> "ops.softmax"; of a package, its own name"""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix(".")


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(path):
    """The modules of minitrans that a file imports, at its head or in a function."""
    here = path.relative_to(PACKAGE).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            assert node.level <= len(here) + 1, path
            target = ".".join([*here[: len(here) + 1 - node.level], *filter(None, [node.module])])
            for alias in node.names:
                name = f"{target}.{alias.name}".lstrip(".")
                yield name if name in MODULES else target


def room(module):
    """The package of a module: a folder, or a file at the root."""
    return module.partition(".")[0]


def arrows_between(name):
    """{name(module): the names that it imports}.  minitrans/__init__.py imports lazily and is left out."""
    arrows = {}
    for module, path in MODULES.items():
        if module:
            arrows.setdefault(name(module), set()).update(name(each) for each in imported(path) if each)
    return arrows


def test_no_circle_of_imports():
    arrows = arrows_between(str)
    assert len(arrows) > 100  # it has seen the package
    TopologicalSorter(arrows).prepare()  # or a CycleError, which names the circle


def test_the_reading_order_of_the_documents():
    """docs/architecture.md names each package once, and none imports a later one.  The README agrees."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = re.search(r"\nsystem/ .*?(?=```)", text, re.S)[0]
    lines = [
        re.match(r"((?:[a-z_]+/?(?:  |$))+)", line)[1].split()
        for line in block.strip().splitlines()
        if "---" not in line
    ]
    order = [name.rstrip("/") for line in lines for name in line]
    rooms = {room(module) for module in MODULES} - {"", "__main__", "train"}
    assert len(order) == len(set(order)) and set(order) == rooms
    for name, imports in arrows_between(room).items():
        for other in imports - {name, ""} if name in order else ():
            assert order.index(other) < order.index(name), f"{name} imports {other}, which the page names later"
    short = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## Inside\n")[2]
    assert ", ".join(re.findall(r"^    ((?:[a-z]+, )*[a-z]+)  ", short, re.M)).split(", ") == order


# What has no test file of its name, and why.
TESTED_ELSEWHERE = {
    "backend": "its masks: tests/ops/test_dropout.py",
    "commands.grading": "tests/grading",
    "commands.measure.gpu_report": "it needs kernels: tests/cuda/test_report_cuda.py",
    "commands.start": "the flags of minitrans train: tests/commands/test_train.py",
    "config.setting": "the fields that it describes: tests/config/test_settings.py",
    "data.ids": "four numbers, which the tests of the tokenizers name",
    "interchange.packages": "the package that an export needs: tests/commands/test_export.py",
    "training.journal": "what a Trainer writes: tests/training/test_trainer.py",
    "tasks.parsing": "with the other task: tests/tasks/test_tasks.py",
    "tasks.task": "with its two kinds: tests/tasks/test_tasks.py",
    "tasks.translating": "with the other task: tests/tasks/test_tasks.py",
    "train": "three lines, which tests/test_wheel.py runs",
}


def test_every_module_has_a_test_file_of_its_name():
    """tests/ mirrors minitrans/; grading/ is tested as a whole, and the files of tests/cuda have names of their own.

    What an exercise asks for is tested by tests/test_exercises.py.
    """
    missing, asked = [], {each.__module__ for exercise in EXERCISES.values() for each in exercise.wants}
    for module, path in MODULES.items():
        if path.stem in ("__init__", "__main__") or room(module) in ("grading", "cuda"):
            continue
        place = ROOT / "tests" / path.relative_to(PACKAGE).with_name(f"test_{path.name}")
        if not place.is_file() and f"minitrans.{module}" not in asked:
            missing.append(module)
    assert missing == sorted(TESTED_ELSEWHERE)


def test_nobody_imports_a_command():
    commands = {f"commands.{name}" for name in NAMES}
    assert commands <= MODULES.keys()
    users = {module: commands.intersection(imported(path)) for module, path in MODULES.items()}
    assert {module: names for module, names in users.items() if names} == {}


PAPER = {"backend", "ops", "tensor", "gradcheck", "nn", "optim", "step", "decoding"}


def test_the_paper_stands_on_its_own_floor():
    """It needs text and one line for errors, but no process, page, card, run or command."""
    below = {name: imports - PAPER - {""} for name, imports in arrows_between(room).items() if name in PAPER}
    assert below.keys() == PAPER and set().union(*below.values()) == {"data", "system"}


def test_few_entries_at_the_root():
    assert len([path for path in PACKAGE.iterdir() if path.name != "__pycache__"]) <= 26


def test_one_file_imports_cupy():
    knowing = {
        p.name for p in PACKAGE.rglob("*.py") if re.search(r"^\s*(import cupy|from cupy)\b", p.read_text("utf-8"), re.M)
    }
    assert knowing == {"cupy.py"}


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["lint", "format"])
def test_style(command):
    done = subprocess.run([sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 100


def test_ci_runs_the_command_of_the_readme():
    """Without a name .ci/run does all but the night's part, and the workflow has a job for each name."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    names = re.findall(r"^    ([a-z]+)\)", script, re.M)
    quick = re.search(r"^    quick\).*\n +(.*) ;;$", script, re.M)[1]
    assert quick in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"set -- {' '.join(names[:-1])}\n" in script and names[-1] == "night"
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert f"name: [{', '.join(names[1:-1])}]" in workflow and ".ci/run night" in workflow


def test_readme_shows_the_code_that_runs():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(.*?)```", text, re.S)[1]
    assert shown.startswith("def softmax_backward")
    assert shown in (PACKAGE / "ops" / "softmax.py").read_text(encoding="utf-8")


def anchors(page):
    """What a link to a heading of this page can name: the heading in small letters, with hyphens for spaces."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    headings = re.findall(r"^#+ +(.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_readme_links_exist(page):
    """Links and pictures of the README and of docs/, with the headings that they name."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r' (?:src|srcset)="([^"]+)"', text)
    local = [link.partition("#") for link in links if "://" not in link]
    assert local
    for path, _, heading in local:
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not heading or heading in anchors(target), f"{path}#{heading}"


def test_readme_leads_to_every_page():
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert "(docs/README.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES[2:] if f"({page.name})" not in listed] == []


def test_documents_name_files_that_exist():
    """`tests/ops/test_softmax.py`, `minitrans/ops`, ...: paths from the root, in code or in a command."""
    pages = {*PAGES, ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "teaching").rglob("*.md"), ROOT / "data" / "README.md"}
    for page in sorted(pages):
        text = page.read_text(encoding="utf-8")
        for path in re.findall(r"(?<![\w./-])((?:tests|minitrans|docs|data)/[\w/.-]*\w)", text):
            assert (ROOT / path).exists(), f"{page.relative_to(ROOT)}: {path}"


SHOWN = re.compile(
    r"(?:^ *|`|&& |-m |python (?:\.\./)?)(minitrans(?= [a-z])|examples/paper_tables\.py) "
    r'((?:[^`"<>|&\n]|"[^"\n]*")*)',
    re.M,
)


def commands_shown(path):
    """The commands in a document, a chapter or the docstring of a command, as lists of words"""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    text = re.sub(r'\\\n *|"\n +f?"', "", text)  # a command of several lines, or a string of several
    text = re.sub(r"\bSEED\b|\{.*?\}", "3", text)
    for program, arguments in SHOWN.findall(text):
        yield shlex.split(f"{program} {arguments.partition('  ')[0]}", comments=True)


def test_commands_that_readers_are_shown_exist(example, monkeypatch):
    """And their flags, and the values of these.  A sentence may leave out what a command needs."""
    paths = {*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "data" / "README.md", *(ROOT / "chapters").glob("*.[mi]*")}
    for folder, kind in (("docs", "*.md"), ("minitrans", "*.md"), ("minitrans/commands", "*.py"), ("examples", "*.py")):
        paths.update((ROOT / folder).rglob(kind))
    for method in ("parse_args", "parse_intermixed_args"):
        parse = getattr(Parser, method)
        monkeypatch.setattr(Parser, method, lambda self, parse=parse: [parse(self), self.exit()])
    mains = {f"minitrans {name}": import_module(f"minitrans.commands.{name}").main for name in NAMES}
    mains["examples/paper_tables.py"] = example("paper_tables").main
    found = [(path, command) for path in sorted(paths) for command in commands_shown(path)]
    for path, (program, *words) in found:
        name = f"minitrans {words.pop(0)}" if program == "minitrans" else program
        assert name in mains, path
        monkeypatch.setattr(sys, "argv", [name, *words])
        with pytest.raises((SystemExit, UserError)) as caught:
            mains[name]()
        error = caught.value
        assert isinstance(error, SystemExit) or re.search("expected one argument|are required", str(error)), path
    assert len(found) > 150


def test_one_version_of_ruff():
    files = [ROOT / name for name in ("setup.cfg", ".pre-commit-config.yaml")]
    versions = [re.findall(r"\bruff==([\d.]+)", path.read_text(encoding="utf-8")) for path in files]
    assert all(versions) and len({version for each in versions for version in each}) == 1


# Tokens of Python by package, because denser code saves none; "others" are all other packages.  They only fall.
CEILINGS = dict(paper=18_276, cuda=13_182, data=9_752, interchange=8_531, training=7_692, views=15_993)
CEILINGS |= dict(commands=18_564, grading=90_241, others=23_875, tests=254_327)
LEFT_OUT = {getattr(tokenize, kind) for kind in "COMMENT NL NEWLINE INDENT DEDENT ENDMARKER".split()}


def tokens_of(path):
    """The number of tokens, without comments, docstrings and line ends.  A string counts as one on every Python."""
    text, count, inside = path.read_text(encoding="utf-8"), 0, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        inside -= kind == "FSTRING_END"
        count += not inside and token.type not in LEFT_OUT and kind != "FSTRING_END"
        inside += kind == "FSTRING_START"
    bodies = [
        each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]
    return count - sum(ast.get_docstring(each) is not None for each in bodies)


def test_no_room_grows():
    """New code must replace old code; lower a ceiling when a change allows it."""
    found = dict.fromkeys(CEILINGS, 0) | {"tests": sum(map(tokens_of, (ROOT / "tests").rglob("*.py")))}
    for module, path in MODULES.items():
        name = "paper" if room(module) in PAPER else room(module)
        found[name if name in CEILINGS else "others"] += tokens_of(path)
    more = {name: count - CEILINGS[name] for name, count in found.items() if count > CEILINGS[name]}
    assert not more, f"tokens above the limit: {more}; delete as many there, see CONTRIBUTING.md, A good change"
