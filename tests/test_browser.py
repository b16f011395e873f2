"""The package in the Python of a browser (Pyodide): the same results as here, without threads, locks and sentencepiece.

MINITRANS_WASM names a folder in which `npm i pyodide` was called, and which has the NumPy wheel of that Pyodide.
"""

import configparser
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
JOB = ROOT / "tests" / "in_browser.py"
NOT_NEEDED = {"IPython", "matplotlib", "pytest"}  # but for pictures, notebooks and tests
LACKING = ["fcntl", "filelock", "lxml", "matplotlib", "sacrebleu", "sentencepiece", "threadpoolctl", "tqdm"]
PRETEND = f"""
import multiprocessing, runpy, signal, subprocess, sys, threading
import numpy

def start(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = start
del signal.setitimer
sys.modules.update(dict.fromkeys({LACKING}))
sys.platform = "emscripten"
runpy.run_path({str(JOB)!r}, run_name="__main__")
"""
PYODIDE = """
const [folder, wheel, root, job] = process.argv.slice(1);
const { loadPyodide } = await import(`${folder}/node_modules/pyodide/pyodide.mjs`);
const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1", HOME: "/home/pyodide" } });
await python.loadPackage(`file://${wheel}`, { messageCallback: () => {} });
python.FS.mkdir("/repo");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/repo");
python.runPython(`import runpy, sys; sys.path.insert(0, "/repo"); runpy.run_path("/repo/${job}", run_name="__main__")`);
"""


def run(*command, cwd):
    environment = {name: value for name, value in os.environ.items() if name != "MINITRANS_DATA"}
    environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return run(sys.executable, JOB, cwd=tmp_path_factory.mktemp("here"))


def compare(found, here):
    for name in ("translations", "pieces", "graded", "pairs"):
        assert found[name] == here[name], name
    for name in ("scores", "encoder", "decoder", "cross", "losses", "weights"):
        np.testing.assert_allclose(found[name], here[name], rtol=1e-5, atol=1e-5, err_msg=name)
    assert set(found["lacking"]) <= NOT_NEEDED


def test_the_lesson_itself(here):
    assert len(set(here["translations"])) == 10 and all(here["translations"])
    assert here["losses"][-1] < here["losses"][0] and len(here["losses"]) == 20
    *right, wrong = here["graded"]
    assert all("100 / 100" in each for each in right) and "30 / 100" in wrong
    assert here["lacking"] == []


@pytest.mark.quick
def test_without_what_a_browser_lacks(here, tmp_path):
    compare(run(sys.executable, "-c", PRETEND, cwd=tmp_path), here)


def test_in_the_python_of_a_browser(here, tmp_path):
    folder, node = os.environ.get("MINITRANS_WASM"), shutil.which("node")
    wheels = list(Path(folder).glob("numpy-*wasm32.whl")) if folder else []
    if not (wheels and node):
        pytest.skip("needs node, and MINITRANS_WASM: a folder with node_modules/pyodide and its NumPy wheel")
    arguments = folder, wheels[0], ROOT, JOB.relative_to(ROOT)
    compare(run(node, "--input-type=module", "-e", PYODIDE, *arguments, cwd=tmp_path), here)


def test_pip_asks_for_nothing_that_a_browser_lacks():
    setup = configparser.ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    wanted = map(Requirement, setup["options"]["install_requires"].split("\n")[1:])
    browser = dict(sys_platform="emscripten")
    assert {each.name for each in wanted if not each.marker or each.marker.evaluate(browser)} == {
        "matplotlib",
        "numpy",
        "tqdm",
    }
