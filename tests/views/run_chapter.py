"""Runs the cells of a chapter and then its solutions in one namespace, and prints what they printed as JSON.

    python run_chapter.py CHAPTER.ipynb

It needs no matplotlib, so it runs in Pyodide with NumPy, IPython and packages of plain Python.
"""

import contextlib
import io
import json
import linecache
import re
import sys
import time
import types
from pathlib import Path

import IPython

SOLUTION = re.compile(r"<details><summary>Solution</summary>.*?```python\n(.*?)```.*?</details>", re.DOTALL)


def read(path):
    """-> the sources of the code cells, and those of the solutions"""
    cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
    sources = {kind: ["".join(c["source"]) for c in cells if c["cell_type"] == kind] for kind in ("code", "markdown")}
    return sources["code"], SOLUTION.findall("\n".join(sources["markdown"]))


def execute(source, number, names):
    """Run one cell -> what it printed.  inspect.getsource finds what it defines."""
    file = f"<cell {number}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(source, file, "exec"), names)
    return out.getvalue()


def main(path):
    cells, solutions = read(path)
    chapter = sys.modules["__main__"] = types.ModuleType("__main__")
    seconds, printed, history = [], [], [""]
    shell = types.SimpleNamespace(history_manager=types.SimpleNamespace(input_hist_raw=history))
    IPython.get_ipython = lambda: shell  # `keep` asks for the cells that have run
    for number, source in enumerate(cells + solutions):
        history.append(source)
        start = time.perf_counter()
        printed.append(execute(source, number, vars(chapter)))
        seconds.append(time.perf_counter() - start)
    print(json.dumps(dict(cells=len(cells), printed=printed, seconds=seconds)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    import no_pictures  # noqa: F401

    main(sys.argv[1])
