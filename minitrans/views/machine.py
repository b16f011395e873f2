"""How much memory is in use, and which process trains a run.  Linux says both; on other systems nothing is found."""

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")


def memory():
    """-> dict of bytes: total and used; or None"""
    try:
        lines = (PROC / "meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    sizes = {name: 1024 * int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return dict(total=sizes["MemTotal"], used=sizes["MemTotal"] - sizes["MemAvailable"])


def processes(files):
    """Which of these files are open -> {file: (number of the process, its memory in bytes)}

    A run is trained by the process that has its lock open.  Only processes of the same user can be seen.
    """
    names, found = {os.path.realpath(file): file for file in files}, {}
    for folder in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):  # it ended meanwhile, or belongs to somebody else
            for descriptor in os.listdir(folder / "fd"):
                if (name := os.readlink(folder / "fd" / descriptor)) in names:
                    pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
                    found[names[name]] = int(folder.name), pages * os.sysconf("SC_PAGE_SIZE")
    return found
