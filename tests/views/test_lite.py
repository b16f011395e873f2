"""A chapter in JupyterLite, as the site has it, and chapters from top to bottom in the same Python.

MINITRANS_WASM names a folder in which `npm i pyodide` was called, and which has the NumPy wheel of that Pyodide.  Other
packages come from the package index, if they are plain Python.  matplotlib is not: no_pictures.py takes its place.
"""

import functools
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
WANTED = "numpy", "tqdm", "micropip", "ipython", "jedi"  # of Pyodide, with what they need
STAND_INS = {  # there is no other way to them than Pyodide's own distribution
    "matplotlib": (HERE / "no_pictures.py").read_text(encoding="utf-8"),
    "sqlite3": "DatabaseError = OperationalError = Exception\nregister_converter = print\n",
}
CHAPTER = """
const [folder, pypi, root, chapter] = process.argv.slice(1);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const { readdirSync } = await import("node:fs");
const wheels = readdirSync(pypi).filter((name) => name.endsWith(".whl")).map((name) => `file://${pypi}/${name}`);
const packages = ["numpy", "matplotlib", "tqdm", "ipython", ...wheels];
const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home/pyodide", MINITRANS_STILL: "1" } });
await python.loadPackage(packages, { messageCallback: () => {} });
python.FS.mkdir("/repo");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/repo");
python.runPython(`import runpy, sys; sys.argv[1:] = ["/repo/chapters/${chapter}"]`);
python.runPython(`runpy.run_path("/repo/tests/views/run_chapter.py", run_name="__main__")`);
"""

specification = importlib.util.spec_from_file_location("lite", ROOT / "docs" / "site" / "lite.py")
lite = importlib.util.module_from_spec(specification)
if find_spec("sphinx"):
    specification.loader.exec_module(lite)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of JupyterLite, with a Pyodide beside it instead of that of the network"""
    wasm = Path(os.environ.get("MINITRANS_WASM", "."))
    if not list(wasm.glob("numpy-*wasm32.whl")):
        pytest.skip("needs MINITRANS_WASM: a folder with node_modules/pyodide and its NumPy wheel")
    if not all(map(find_spec, ("sphinx", "jupyterlite_core", "jupyterlite_pyodide_kernel"))):
        pytest.skip("needs pip install -e '.[docs]'")
    out = tmp_path_factory.mktemp("site")
    lite.build(SimpleNamespace(srcdir=ROOT, outdir=out, builder=SimpleNamespace(format="html")), None)
    pyodide(wasm, out / "lite" / "pyodide")
    path = out / "lite" / "jupyter-lite.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings["jupyter-config-data"]["litePluginSettings"][lite.KERNEL]["pyodideUrl"] = "./pyodide/pyodide.js"
    path.write_text(json.dumps(settings), encoding="utf-8")
    return out / "lite"


def pyodide(wasm, folder):
    """The core of Pyodide, with a lock file of the packages that are here"""
    shutil.copytree(wasm / "node_modules" / "pyodide", folder)
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    known, wanted = lock["packages"], list(WANTED)
    for name in wanted:  # the loop appends to it
        needs = [each.replace("_", "-") for each in known[name]["depends"]]
        wanted += [each for each in needs if each not in [*wanted, *STAND_INS]]
    pure = [f"{known[name]['name']}=={known[name]['version']}" for name in wanted if name != "numpy"]
    command = ["pip", "download", "--quiet", "--no-deps", "--python-version", "3.13", "--only-binary", ":all:", *pure]
    subprocess.run([sys.executable, "-m", *command, "--dest", folder], check=True)
    shutil.copy(wasm / known["numpy"]["file_name"], folder)
    for name, source in STAND_INS.items():
        known[name] = known[name] | dict(depends=[], file_name=f"{name}-1-py3-none-any.whl")
        with ZipFile(folder / known[name]["file_name"], "w") as wheel:
            wheel.writestr(f"{name}/__init__.py", source)
            wheel.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
            wheel.writestr(f"{name}-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
    lock["packages"] = {name: known[name] for name in [*wanted, *STAND_INS]}
    for package in lock["packages"].values():
        package["sha256"] = hashlib.sha256((folder / package["file_name"]).read_bytes()).hexdigest()
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture
def served_folder(built):
    """Its address"""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=built)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def wait_for_all_cells(page):
    """A cell that waits or runs has a star in place of its number."""
    idle = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
    page.wait_for_selector(idle, state="attached")  # it is not shown on a small page
    page.wait_for_timeout(1000)
    prompts = "[...document.querySelectorAll('.jp-InputPrompt')]"
    page.wait_for_function(f"!{prompts}.some((prompt) => prompt.textContent.includes('*'))")


def answer(page, source):
    """Type a cell in the place of the first exercise and run it -> what it prints"""
    cell = page.locator(".jp-CodeCell", has_text='"02/1"').first
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(source)
    page.keyboard.press("Shift+Enter")
    wait_for_all_cells(page)
    return cell.locator(".jp-Cell-outputArea").inner_text()


def test_exercises_are_graded_in_the_page(page, served_folder):
    """Chapter 2: its first cells, a slider, a wrong answer and a right one, and the page opened again."""
    page.set_default_timeout(300_000)
    page.goto(f"{served_folder}/notebooks/index.html?path=02_softmax.ipynb")
    wait_for_all_cells(page)
    page.get_by_role("heading", name="2. Softmax and cross entropy").click()
    for _ in range(4):  # a text, a picture, a text, the imports
        page.keyboard.press("Shift+Enter")
    wait_for_all_cells(page)
    assert page.locator(".jp-OutputArea img").first.evaluate("image => image.naturalWidth") == 1  # of no_pictures.py
    answer(page, 'slide(lambda t=0.5: print("t is", t), t=[0.5, 1, 2])  # "02/1"')
    page.wait_for_selector(".widget-slider")
    assert "not yet" in answer(page, 'grade("02/1", [1 / 3, 1 / 3, 1 / 3])')
    assert "02/1  right" in answer(page, 'grade("02/1", [1 / 8, 2 / 8, 5 / 8])')
    for kind in "stderr", "error":
        assert page.locator(f"[data-mime-type='application/vnd.jupyter.{kind}']").all_inner_texts() == []
    page.keyboard.press("Control+S")
    page.wait_for_timeout(2000)
    page.reload()
    page.locator(".jp-CodeCell", has_text="[1 / 8, 2 / 8, 5 / 8]").wait_for(state="attached")  # work is kept


@pytest.mark.parametrize("start", getattr(lite, "RUNS", []))
def test_a_chapter_runs_from_top_to_bottom(built, start):
    (chapter,) = (path.name for path in (built / "files").glob(f"{start}_*.ipynb"))
    command = ["node", "--input-type=module", "-e", CHAPTER, built / "pyodide", built / "pypi", ROOT, chapter]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    for report in found["printed"][found["cells"] :]:  # of the solutions
        assert "right" in report or "100 / 100" in report, report
