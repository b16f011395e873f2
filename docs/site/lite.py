"""Chapters that run in the browser: JupyterLite, with the package in the Python of its pages.

It is left out where jupyterlite-core or jupyterlite-pyodide-kernel is not installed.  docs/browser.md describes it.
"""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from docutils import nodes
from sphinx.errors import ExtensionError

SOURCES = "minitrans", "data", "setup.py", "setup.cfg", "pyproject.toml", "README.md", "LICENSE"
NEEDED = "comm", "ipywidgets", "sacrebleu", "tabulate", "colorama"  # Pyodide does not have them
UNUSED = "portalocker", "regex", "lxml"  # sacrebleu imports them, but not for BLEU or chrF
FROM_PYODIDE = ["numpy", "matplotlib", "tqdm"]
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
RUNS = "00 00b 01 02 02b 03 04 05 06 07 07b 08 08b 11 13".split()  # the beginnings of the names of chapters
RECORDED = "09 17".split()
RUNNING = "running notebook"
RUN = " in the browser. Nothing is installed, and your work stays in this browser."
READ = "This chapter does not run in the browser, which cannot learn a vocabulary. What you see is a recorded run."


def pip_wheel(root, folder):
    """Write the wheels of this package and of NEEDED.  A copy is built, because setuptools leaves files behind."""
    (folder / "copy").mkdir()
    for path in (root / name for name in SOURCES):
        (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / "copy" / path.name)
    run(folder, "pip", "wheel", "--no-deps", "--wheel-dir", "wheels", "./copy", *NEEDED)


def empty_modules(wheel):
    """Write a wheel whose modules are empty, in place of packages that are only imported."""
    name, version = wheel.name.split("-")[:2]
    with ZipFile(wheel, "w") as file:
        for module in UNUSED:
            file.writestr(f"{module}/__init__.py", "")
        file.writestr("lxml/etree.py", "")
        info = f"{name}-{version}.dist-info"
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")


def settings(wheels):
    """What a kernel loads before its first cell.  Paths begin at the script of the kernel, in extensions/*/*/static."""
    packages = FROM_PYODIDE + [f"../../../../pypi/{wheel.name}" for wheel in wheels]
    plugins = {KERNEL: {"loadPyodideOptions": {"packages": packages}}}
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": {"litePluginSettings": plugins}}


def build(app, error):
    if error or app.builder.format != "html":
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        pip_wheel(app.srcdir, folder)
        empty_modules(folder / "wheels" / "empty_modules-1-py3-none-any.whl")
        (folder / "lite").mkdir()
        config = json.dumps(settings(sorted((folder / "wheels").iterdir())))
        (folder / "lite" / "jupyter-lite.json").write_text(config, encoding="utf-8")
        shutil.copytree(app.srcdir / "chapters" / "pictures", folder / "contents" / "pictures")
        for start in RUNS:
            (chapter,) = (app.srcdir / "chapters").glob(f"{start}_*.ipynb")
            shutil.copy(chapter, folder / "contents")
        options = "--apps notebooks --no-unused-shared-packages --no-sourcemaps --lite-dir lite".split()
        options += ["--contents", folder / "contents", "--piplite-wheels", folder / "wheels"]
        run(folder, "jupyterlite_core", "build", *options, "--output-dir", app.outdir / "lite")


def run(folder, module, *arguments):
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ExtensionError(f"{module} has failed:\n{done.stderr[-3000:]}")


def link(app, doctree):
    """A handler of doctree-read: below the title of a chapter, a link that runs it, or why there is none."""
    folder, _, name = app.env.docname.rpartition("/")
    start = name.partition("_")[0]
    if folder != "chapters" or start not in RUNS + RECORDED:
        return
    paragraph = nodes.paragraph("", "" if start in RUNS else READ)
    if start in RUNS:
        page = f"../lite/notebooks/index.html?path={name}.ipynb"
        paragraph += [nodes.reference("", "Run this chapter", refuri=page), nodes.Text(RUN)]
        for text in [each for each in doctree.findall(nodes.Text) if RUNNING in each]:
            before, _, after = text.partition(RUNNING)  # its sliders move
            link = nodes.reference("", RUNNING, refuri=page)
            text.parent.replace(text, [nodes.Text(before), link, nodes.Text(after)])
    title = next(doctree.findall(nodes.title))
    title.parent.insert(title.parent.index(title) + 1, paragraph)


def setup(app):
    if all(map(find_spec, ("jupyterlite_core", "jupyterlite_pyodide_kernel"))):
        app.connect("doctree-read", link)
        app.connect("build-finished", build)
