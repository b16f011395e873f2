"""All files of a run, a model or a cache are opened here.  Reads are checked; writes are complete or do not happen.

Such files may come from a stranger.  Only regular files are read, and nothing is written through a link.
"""

import errno
import hashlib
import json
import math
import os
import secrets
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .errors import UserError

MOST = 1 << 30  # bytes of a file that is read at once; no log, vocabulary or configuration is larger
KINDS = {
    stat.S_ISDIR: "a folder",
    stat.S_ISFIFO: "a pipe",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
    stat.S_ISSOCK: "a socket",
}
NONBLOCK, NOFOLLOW = (getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW"))  # 0 on Windows


def open_file(path, most=math.inf):
    """Open a file for reading, in binary.  OSError unless it is regular, or a link to one, of at most `most` bytes."""
    file = open(path, "rb", opener=regular)
    if (size := os.fstat(file.fileno()).st_size) > most:
        file.close()
        raise OSError(errno.EFBIG, f"has {size / 1e9:.1f} GB, too much to be read at once", str(path))
    return file


def append_to(path):
    """Open a file to write at its end, in binary; a new one if there is none.  OSError for a link, and as above."""
    return open(path, "ab", opener=lambda path, flags: regular(path, flags | NOFOLLOW))


def regular(path, flags):
    """-> the descriptor of a regular file, for `opener`; OSError that says what else it is.  It never waits, for
    instance for the other end of a pipe."""
    try:
        descriptor = os.open(path, flags | NONBLOCK, 0o666)
    except OSError as error:
        if os.path.islink(path):
            raise OSError(error.errno, f"is a link to {os.readlink(path)}: {error.strerror}", str(path)) from None
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        kind = next((kind for is_kind, kind in KINDS.items() if is_kind(mode)), "something else")
        raise OSError(errno.EINVAL, f"is {kind}, not a file", str(path))
    return descriptor


def read_file(path):
    """-> the bytes of a file, see `open_file`"""
    with open_file(path, MOST) as file:
        return file.read()


@contextmanager
def whole_file(path):
    """Open a file for binary writing.  It gets its name only when it is complete, so no reader sees part of it.

    A link of this name is replaced, not followed.  OSError if the folder does not exist, because a folder that was
    deleted must not be recreated.
    """
    partial = path.with_name(path.name + ".partial")
    try:
        partial.unlink(missing_ok=True)  # left by a program that was killed; or a link, which must not be followed
        with open(partial, "xb") as file:
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
    error; otherwise it is removed.

    If the folder exists already, perhaps as a mount or a link, it stays and gets the content.  OSError if it is not
    `vacant` at that time.
    """
    prepared = path.is_dir()
    partial = (path if prepared else path.parent) / f"{path.name}.{secrets.token_hex(4)}.partial"
    partial.mkdir(parents=True)
    try:
        yield partial
        if not prepared:
            partial.rename(path)
        elif vacant(path):
            for each in sorted(partial.iterdir(), key=lambda each: each.name == "config.json"):  # which marks a run
                each.rename(path / each.name)
        else:
            raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(path))
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def vacant(folder):
    """Whether a folder is empty, apart from leftovers of the file system or of a killed program."""
    return all(each.name == "lost+found" or each.suffix == ".partial" for each in folder.iterdir())


def write_whole(path, data):
    """Write bytes to a file, see `whole_file`."""
    with whole_file(path) as file:
        file.write(data)


def check_outputs(arguments, inputs=(), kinds="", **endings):
    """Raise UserError if an output file cannot be written or would replace an input, before any work is done.

    arguments: all flags of a command with their values;  endings: for each flag that names an output, the ending of its
    name or a tuple of endings.  The files of the other flags and `inputs` count as inputs, and so do the files in a
    folder, or only those of some kinds (endings of names).
    """
    values, before = vars(arguments), {}
    for name, value in values.items():
        if name not in endings:
            inputs = [*inputs, *(path for path in flat(value) if isinstance(path, Path))]
    for name, ending in endings.items():
        if path := values[name]:
            check_output(f"--{name} {path}", path, ending, inputs, kinds)
            other = before.setdefault(str(real(path)).lower(), name)
            if other != name and (path.is_file() or not path.exists()):  # both may be the same terminal
                raise UserError(f"--{name} {path}: is also the file of --{other}; give another name")


def flat(value):
    return value if isinstance(value, list | tuple) else [value]


def check_output(named, path, ending, inputs, kinds):
    endings = ending if isinstance(ending, str) else " or ".join(ending)
    kind, place = f"{endings} file".strip(), path if os.path.exists(path) else path.parent
    if os.path.isdir(path) or not path.name.endswith(ending) or not os.path.isdir(path.parent):
        raise UserError(f"{named}: give the name of a {kind} in a folder that exists")
    if not os.access(place, os.W_OK):
        raise UserError(f"{named}: {place} is not writable; give another name")
    if path.is_file() and (read := next((each for each in inputs if has(each, os.stat(path), kinds)), None)):
        where = f"is in {read}, which " if os.path.isdir(read) else ""
        raise UserError(f"{named}: {where}is also read; give another name")
    if path.is_file() and all(os.path.isfile(path.parent / name) for name in ("config.json", "data.json")):
        raise UserError(f"{named}: is a file of the run {path.parent}; give another name")


def has(path, file, kinds):
    """Whether a path is this file, or a folder that contains it under any name.  file: from os.stat"""
    seen, found = set(), [path]
    for folder, below, names in os.walk(path, followlinks=True):
        if real(folder) in seen:
            below.clear()  # a link to a folder above
        seen.add(real(folder))
        found += (os.path.join(folder, name) for name in names if name.lower().endswith(kinds))
    for each in found:
        with suppress(OSError, ValueError):
            if os.path.samestat(file, os.stat(0 if str(each) == "-" else each)):
                return True
    return False


def output_file(path):
    """Open a path given by the user for binary writing, as a `whole_file`; a link is followed.

    A pipe, or a device such as /dev/stdout, is written to and stays.
    """
    return open(path, "wb") if path.exists() and not path.is_file() else whole_file(real(path))


def write_output(path, data):
    """Write bytes to a path given by the user, see `output_file`."""
    try:
        with output_file(path) as file:
            file.write(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror})") from None


def real(path):
    """The path without links, as far as it exists.  Unlike `Path.resolve`, it accepts a link that leads to itself."""
    return Path(os.path.realpath(path))


def cache_folder():
    """-> ~/.cache/minitrans.  A user without a home (no HOME and no entry in passwd, as in some containers) has a path
    there below a device, where nothing can be read or written: OSError."""
    try:
        return Path.home() / ".cache" / "minitrans"
    except RuntimeError:
        return Path(os.devnull) / "no-home"


def unreadable(path, error):
    """-> the UserError for an error in reading a file"""
    return UserError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})")


def read_json(path: Path) -> Any:
    """-> the content of a JSON file; ValueError if it is not JSON."""
    return parse_json(read_file(path).decode())


def write_json(path, value):
    write_whole(path, (json.dumps(value, indent=2) + "\n").encode())


def parse_json(text):
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


@contextmanager
def reading(path, problem):
    """Turn errors in reading a file, or in its content, into a UserError.  problem: what is wrong with the content"""
    try:
        yield
    except OSError as error:
        raise unreadable(path, error) from None
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        reason = repr(error) if isinstance(error, KeyError) else error
        raise UserError(f"{path}: {problem} ({reason})") from None


def number(values, name):
    """-> values[name]; ValueError unless it is a finite number >= 0."""
    value = values[name]
    if type(value) not in (int, float) or not 0 <= value <= sys.float_info.max:
        raise ValueError(f"{name} is {value!r}")
    return value


def file_sha256(path):
    """-> the SHA-256 of a file, read in blocks because the file may be large."""
    digest = hashlib.sha256()
    with open_file(path) as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
