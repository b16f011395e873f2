"""Atomic writes, which leave a complete file or folder, or none, when interrupted; and checked reads of JSON."""

import hashlib
import json
import os
import shutil
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .errors import UserError


@contextmanager
def whole_file(path):
    """Open a file for binary writing.  It gets its name only when it is complete, so no reader sees part of it.

    OSError if its folder does not exist: a folder that somebody removed must not come back with one file in it.
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
            partial.unlink()  # the disk may be full
        if isinstance(error, OSError) and error.errno:
            raise OSError(error.errno, error.strerror, str(path)) from None  # add the path, which writing omits
        raise
    with suppress(OSError):  # flush the new name to disk too; some systems cannot open a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def whole_folder(path):
    """Create a folder to be filled, under a temporary name.  It gets its own name only when the block ends without an
    error; otherwise it is removed.  OSError if by then a folder of this name has files."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        partial.mkdir(parents=True)
        yield partial
        partial.rename(path)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def write_whole(path, data):
    """Write bytes to a file, see `whole_file`."""
    with whole_file(path) as file:
        file.write(data)


def write_output(path, data):
    """Write bytes to a path given by the user, which may be a link or a device such as /dev/stdout."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            write_whole(path.resolve(), data)  # `resolve` keeps a link and writes to its target
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror})") from None


def read_json(path: Path) -> Any:
    """-> the content of a JSON file; ValueError if it is not JSON."""
    return parse_json(path.read_text(encoding="utf-8"))


def parse_json(text):
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def number(values, name):
    """-> values[name]; ValueError unless it is a finite number >= 0."""
    value = values[name]
    if type(value) not in (int, float) or not 0 <= value <= sys.float_info.max:
        raise ValueError(f"{name} is {value!r}")
    return value


def file_sha256(path):
    """-> the SHA-256 of a file, read in blocks because the file may be large."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
