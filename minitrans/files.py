"""Files that are written whole or not at all, whatever ends the program meanwhile; and JSON, read with suspicion."""

import hashlib
import json
import os
import sys
from contextlib import contextmanager, suppress

from .errors import UserError


@contextmanager
def whole_file(path):
    """Open a file for writing in binary.  It takes its name only at the end, so that no reader ever meets half of it.

    OSError if its folder does not exist: a folder that was removed must not come back with one file in it.
    """
    partial = path.with_name(path.name + ".partial")
    try:
        with open(partial, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException as error:
        with suppress(OSError):
            partial.unlink()  # its room may be needed: often the disk is full
        if isinstance(error, OSError) and error.errno:
            raise OSError(error.errno, error.strerror, str(path)) from None  # in writing the system does not say where
        raise
    with suppress(OSError):  # the new name has to reach the disk too; not every system lets a folder be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_whole(path, data):
    """Bytes to a file, see `whole_file`."""
    with whole_file(path) as file:
        file.write(data)


def write_output(path, data):
    """Bytes to a file that the user has named; it may be a device such as /dev/stdout."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            write_whole(path.resolve(), data)  # of a link, what it points to
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror})") from None


def read_json(path):
    """What a file of JSON holds; ValueError if it is none."""
    return parse_json(path.read_text(encoding="utf-8"))


def parse_json(text):
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def number(values, name):
    """values[name] of such a file; ValueError unless it is a number from 0 on that a float can hold."""
    value = values[name]
    if type(value) not in (int, float) or not 0 <= value <= sys.float_info.max:
        raise ValueError(f"{name} is {value!r}")
    return value


def file_sha256(path):
    """The SHA-256 of a file of any size."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
