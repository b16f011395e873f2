"""Finds the files of a submission in what was handed in: a file, a folder, a folder in a folder, or a .zip of these."""

import tempfile
import zipfile
import zlib
from functools import cache
from pathlib import Path, PurePosixPath

from ...system.errors import UserError
from ...system.files import unreadable

LARGEST = {".py": 10**6, ".ipynb": 50 * 10**6}  # bytes; the Python of a notebook has the limit of a .py file
EXPECTED = "expected a .py file, an .ipynb notebook, or a folder or a .zip of them"
MOST, DEEPEST = 1000, 9  # files in a .zip; folders in each other
REST = "__MACOSX", "__pycache__"


def find_files(path):
    """The file or the folder to grade.  UserError if nothing is there, or if more than one folder could be meant."""
    folder = unpacked(path) if is_zip(path) else path
    if not folder.is_dir():
        return folder
    level = [folder]
    for _ in range(DEEPEST):
        if len(found := [each for each in level if files_of_a_folder(each)]) == 1:
            return found[0]
        inside = [each for folder in level for each in visible(folder)]
        zips = [each for each in inside if is_zip(each)]
        if len(found) > 1 or len(zips) > 1:
            names = ", ".join(sorted(each.name for each in found or zips)[:5])
            raise UserError(f"{path.name}: which one is meant, of {names}? Hand in the files of one of them alone")
        folders = [each for each in inside if each.is_dir() and not each.is_symlink()]
        if not (level := folders + [unpacked(each) for each in zips]):
            break
    raise UserError(f"{path.name}: {EXPECTED if visible(folder) else 'is empty'}")


def files_of_a_folder(path):
    """The Python files and notebooks in a folder, without hidden ones: editors and macOS make some without Python."""
    return [each for each in visible(path) if each.suffix.lower() in LARGEST and not each.is_dir()]


def visible(folder):
    try:
        return sorted(each for each in folder.iterdir() if not is_hidden(each.name))
    except OSError as error:
        raise unreadable(folder.name, error) from None


def is_hidden(name):
    return name.startswith(".") or name in REST


def is_zip(path):
    return path.suffix.lower() == ".zip" and path.is_file()


@cache  # so that the folder, which is removed with its object, stays until the program ends
def temporary(path):
    return tempfile.TemporaryDirectory(ignore_cleanup_errors=True)


def unpacked(path):
    """A new folder with the files of an archive that may be graded."""
    folder, left = Path(temporary(path).name), LARGEST[".ipynb"]
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist()[:MOST]:
                name = PurePosixPath(info.filename.replace("\\", "/").lstrip("/"))
                if info.is_dir() or any(map(is_hidden, name.parts)) or name.suffix.lower() not in {*LARGEST, ".zip"}:
                    continue
                with archive.open(info) as member:
                    data = member.read(left + 1)
                left -= len(data)
                if left < 0:
                    raise UserError(f"{path.name}: more than {LARGEST['.ipynb'] // 10**6} MB; hand in less")
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, OSError) as error:
        # NotImplementedError, of an unknown method, is a RuntimeError too, as is that of a password
        raise UserError(f"{path.name}: cannot be unpacked ({error}); hand in the files themselves") from None
    return folder
