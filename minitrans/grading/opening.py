"""A notebook opens the reader's program, so that its cells can import it."""

import importlib
import sys
from pathlib import Path

from ..system.machine import limit_blas
from .folder import is_ours, is_program, start
from .program import read_parts


def find_folder(name="my_transformer"):
    """The program here, or in one of the two folders above; if there is none, the place for a new one"""
    here = Path.cwd()
    return next((each / name for each in (here, *here.parents[:2]) if is_program(each / name)), here / name)


def forget(name):
    """Let the next import of a program read its files again."""
    for module in [each for each in sys.modules if each.split(".")[0] == name]:
        del sys.modules[module]
    importlib.invalidate_caches()


def open_program():
    """-> the place of the program and whose its parts are, as text.  If there is none, start one with our parts."""
    folder = find_folder()
    new = not is_program(folder)
    start(folder)
    forget(folder.name)
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    limit_blas(1)  # as the program itself does: its matrices are small
    parts = read_parts(folder)
    yours = [name for name, (_, part) in parts.items() if not is_ours(part)]
    where = "in this folder" if folder.parent == Path.cwd() else f"in {folder.parent}"
    lines = [f"{folder.name} is {where}{', and new: if you have one elsewhere, put it here' if new else ''}."]
    if yours:
        lines.append(f"Yours: {', '.join(yours)}.")
    if left := len(parts) - len(yours):
        lines.append(f"{'The other' if yours else 'All'} {left} parts are ours, until you write them.")
    return "\n".join(lines)
