"""The command line of make_toy.py and make_trees.py: write the files of a corpus, or check that they are up to date."""

import argparse
import sys
from pathlib import Path


def write_files(description: str, directory: Path, make):
    """make() -> {file name: lines}.  Returns the exit code: 1 if --check finds a file that differs, else 0."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")
    check = parser.parse_args().check
    stale = []
    directory.mkdir(exist_ok=True)
    for name, lines in make().items():
        path = directory / name
        content = "".join(line + "\n" for line in lines).encode()
        if not check:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            stale.append(name)
    if stale:
        print("not up to date: " + ", ".join(stale), file=sys.stderr)
    return 1 if stale else 0
