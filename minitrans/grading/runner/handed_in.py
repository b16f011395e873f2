"""Finds the files of a submission in what was handed in: a file, a folder, nested folders, or a .zip of these."""

import os
import stat
import tempfile
import zipfile
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePosixPath

from ...system.errors import UserError, first_line, say
from ...system.files import open_file, unreadable

LARGEST = {".py": 10**6, ".ipynb": 50 * 10**6}  # bytes; the Python code of a notebook has the limit of a .py file
EXPECTED = "expected a .py file, an .ipynb notebook, or a folder or a .zip of them"
LINK = "is a link; hand in the file or folder behind it"
MOST, DEEPEST = 1000, 9  # files in a .zip or in folders of a folder; folders in each other
REST = "__MACOSX", "__pycache__"


def collect(path, room, beside=False):
    """Copy a submission into an empty folder -> the file or the folder there to grade.

    Only copies are run, so that no submission changes another one.  They have no links and no compiled files, which
    would run in place of the visible code.  UserError if there is nothing, or if more than one folder could be meant.
    beside: also copy the files beside a single file, which it may import
    """
    found = find_files(path, room)
    if room in found.parents:  # of a .zip
        return found
    new = Path(tempfile.mkdtemp(dir=room))
    if not os.path.isdir(found):
        target = new / found.parent.name / found.name
        copy(found, target)
        for file in files_of_a_folder(found.parent) if beside else ():
            with suppress(UserError):
                copy(file, target.with_name(file.name))
        return target
    target = new / found.name
    for file in files_of_a_folder(found):
        copy(file, target / file.name)
    modules = list(islice(modules_below(found), MOST + 1))
    if len(modules) > MOST:
        say(f"{path.name}: has more than {MOST} Python files in its folders; the others are left out")
    for file in modules[:MOST]:
        with suppress(UserError):
            copy(file, target / file.relative_to(found))
    return target


def copy(file, target):
    """Copy a file up to the limit of the grader, so that a file that is too long still exceeds it."""
    try:
        if os.path.islink(file):
            raise UserError(f"{file.name}: {LINK}")
        with open_file(file) as opened:
            data = opened.read(LARGEST.get(file.suffix.lower(), 0) + 1)
    except OSError as error:
        raise unreadable(file.name, error) from None
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def modules_below(folder):
    """The Python files in the folders of a folder, without those of an environment"""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        deep = len(here.relative_to(folder).parts)
        last = deep == DEEPEST or os.path.exists(here / "pyvenv.cfg")
        folders[:] = [] if last else sorted(each for each in folders if not is_hidden(each))
        if deep:
            yield from (here / name for name in sorted(names) if name.endswith(".py") and not is_hidden(name))


def find_files(path, room):
    """The file or the folder that is meant.  Archives are unpacked into the folder `room`."""
    if os.path.islink(path):
        raise UserError(f"{path.name}: {LINK}")
    folder = unpacked(path, room) if is_zip(path) else path
    if not os.path.isdir(folder):
        return folder
    level = [folder]
    for _ in range(DEEPEST):
        if len(found := [each for each in level if files_of_a_folder(each)]) == 1:
            return found[0]
        inside = [each for folder in level for each in visible(folder)]
        zips = [each for each in inside if is_zip(each)]
        if len(found) > 1 or len(zips) > 1:
            names = ", ".join(sorted(each.name for each in found or zips)[:5])
            raise UserError(f"{path.name}: which of {names} is meant? Hand in only one; grade a class with CLASS/*")
        if links := [each.name for each in inside if os.path.islink(each)]:
            raise UserError(f"{links[0]}: {LINK}")
        level = [each for each in inside if os.path.isdir(each)] + [unpacked(each, room) for each in zips]
        if not level:
            break
    raise UserError(f"{path.name}: {EXPECTED if visible(folder) else 'is empty'}")


def files_of_a_folder(path):
    """The Python files and notebooks in a folder, except hidden ones, which editors and macOS make without Python."""
    return [each for each in visible(path) if each.suffix.lower() in LARGEST and not os.path.isdir(each)]


def visible(folder):
    try:
        return sorted(each for each in folder.iterdir() if not is_hidden(each.name))
    except OSError as error:
        raise unreadable(folder.name, error) from None


def is_hidden(name):
    return name.startswith(".") or name in REST


def is_zip(path):
    return path.suffix.lower() == ".zip" and os.path.isfile(path)


def unpacked(path, room):
    """A new folder with the files of an archive that may be graded."""
    folder, left = Path(tempfile.mkdtemp(dir=room)), LARGEST[".ipynb"]
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist()[:MOST]:
                name = PurePosixPath(info.filename.replace("\\", "/").lstrip("/"))
                if info.is_dir() or any(map(is_hidden, name.parts)) or name.suffix.lower() not in {*LARGEST, ".zip"}:
                    continue
                if stat.S_ISLNK(info.external_attr >> 16):
                    raise UserError(f"{name.name}: {LINK}")
                with archive.open(info) as member:
                    data = member.read(left + 1)
                left -= len(data)
                if left < 0:
                    raise UserError(f"{path.name}: more than {LARGEST['.ipynb'] // 10**6} MB; hand in less")
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
    except UserError:
        raise
    except Exception as error:  # each kind of archive has its own errors
        why = f"cannot be unpacked ({first_line(error)})"
        raise UserError(f"{path.name}: {why}; hand in the files themselves") from None
    return folder
