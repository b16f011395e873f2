"""What a user gets: a wheel or an editable installation in an empty environment, used from another folder."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # it builds and installs the package, once

ROOT = Path(__file__).parents[1]
BIN = "Scripts" if os.name == "nt" else "bin"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MINITRANS"))}


def run(*command, cwd, **options):
    done = subprocess.run(command, cwd=cwd, env=CLEAN, capture_output=True, text=True, encoding="utf-8", **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder, *package):
    """-> the interpreter of a new environment with this package, which pip installs, and what it depends on"""
    run(sys.executable, "-m", "venv", str(folder / "env"), cwd=folder)
    made = str(folder / "env" / BIN / "python")
    run(made, "-m", "pip", "install", "-q", *package, cwd=folder)
    return made


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The interpreter of a new environment that holds the wheel and what it depends on, nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT), cwd=folder)
    (wheel,) = folder.glob("minitrans-*.whl")
    return environment(folder, str(wheel))


def test_installed_wheel_trains_and_translates_from_another_folder(python, tmp_path):
    small = "--layers 1 --d-model 16 --d-ff 16 --heads 2 --steps 3 --log-steps 1 --valid-steps 3 --max-extra 2".split()
    out = run(python, "-m", "minitrans.train", *small, cwd=tmp_path)
    assert "BLEU" in out
    (result,) = tmp_path.glob("runs/toy-en-de-*/result.json")
    assert json.loads(result.read_text(encoding="utf-8"))["test"] == "test"
    lines = run(python, "-m", "minitrans", "translate", cwd=tmp_path, input="A dog runs.\n\nThe woman sleeps.\n")
    assert len(lines.split("\n")) == 4 and lines.split("\n")[1] == ""


def test_wheel_has_a_model_that_translates(python, tmp_path):
    translated = run(python, "-m", "minitrans", "translate", "The old man buys a bicycle.", cwd=tmp_path)
    assert translated == "Der alte Mann kauft ein Fahrrad.\n"


def test_command_lists_the_commands_and_version(python, tmp_path):
    listed = run(python, "-m", "minitrans", cwd=tmp_path)
    assert all(f"minitrans {name}" in listed for name in ("train", "translate", "evaluate", "grading"))
    assert run(python, "-m", "minitrans", "grading", "list", cwd=tmp_path).startswith("tape ")
    assert run(python, "-m", "minitrans", "--version", cwd=tmp_path).startswith("minitrans 1.")
    assert run(python, "-m", "minitrans.train", "--version", cwd=tmp_path).startswith("minitrans 1.")


USER = """
import numpy as np
import minitrans
from minitrans.ops.softmax import softmax_backward, softmax_forward

model = minitrans.load("x")
reveal_type(model.translate(["a"]))
y, cache = softmax_forward(np.ones((2, 3)))
(dx,) = softmax_backward(y, cache)
reveal_type(dx)
model.translate(["a"]).shape
"""


def test_a_type_checker_sees_an_editable_installation(tmp_path):
    """One path in a .pth file, and no hook on imports, which only a running Python sees"""
    made = environment(tmp_path, "-e", str(ROOT))
    (path,) = tmp_path.glob("env/**/__editable__*")
    assert path.suffix == ".pth" and path.read_text("utf-8").strip() == str(ROOT)
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--python-executable", made, "--cache-dir", os.devnull, "user.py"]
    done = subprocess.run(command, cwd=tmp_path, env=CLEAN, capture_output=True, text=True)
    assert re.findall(r"user.py:(\d+): (.*?)\[", done.stdout) == [
        ("7", 'note: Revealed type is "list'),
        ("10", 'note: Revealed type is "numpy.ndarray'),
        ("11", 'error: "list'),
    ], done.stdout + done.stderr
