"""Files that are written whole or not at all, whatever ends the program meanwhile."""

import os
from contextlib import suppress


def write_whole(path, data):
    """Bytes to a file under another name first, so that no reader ever meets half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    try:
        with open(partial, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)  # the room may be needed: often the disk is full
        raise
    with suppress(OSError):  # the new name has to reach the disk too; not every system lets a folder be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
