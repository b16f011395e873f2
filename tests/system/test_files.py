"""A file or a folder is written completely or not at all."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minitrans.system.files import append_to, open_file, read_file, real, whole_folder, write_output, write_whole

from ..runs.test_hostile import KINDS, plant


def test_nothing_else_is_left(tmp_path):
    path = tmp_path / "file.bin"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second" and list(path.parent.iterdir()) == [path]


def test_the_old_file_stays_when_writing_fails(tmp_path, monkeypatch):
    path = tmp_path / "file.bin"
    write_whole(path, b"old")

    def full_disk(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left on device: .*file.bin'$"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_an_output_that_is_a_link(tmp_path):
    """The target of the link is written, and the link stays."""
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "folder" / "file.bin")
    for data in (b"first", b"second"):
        write_output(link, data)
        assert link.is_symlink() and (tmp_path / "folder" / "file.bin").read_bytes() == data


def test_a_folder_appears_complete(tmp_path):
    with whole_folder(tmp_path / "below" / "made") as folder:
        (folder / "file").write_text("text")
        assert not (tmp_path / "below" / "made").exists()
    assert [path.name for path in (tmp_path / "below").iterdir()] == ["made"]
    assert (tmp_path / "below" / "made" / "file").read_text() == "text"


def test_a_folder_that_cannot_be_filled_does_not_appear(tmp_path):
    with pytest.raises(KeyboardInterrupt), whole_folder(tmp_path / "made") as folder:
        (folder / "file").write_text("half of it")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_has_files_is_left_alone(tmp_path):
    with pytest.raises(OSError), whole_folder(tmp_path / "made"):
        (tmp_path / "made").mkdir()
        (tmp_path / "made" / "file").write_text("mine")
    assert [path.name for path in tmp_path.rglob("*")] == ["made", "file"]


@pytest.mark.parametrize("leftover", ["file", "link", "dangling"])
def test_a_temporary_file_is_new(tmp_path, leftover):
    """Of a program that was killed, or planted: it is removed, and what a link leads to is not touched."""
    path, partial, outside = tmp_path / "new.txt", tmp_path / "new.txt.partial", tmp_path / "outside"
    if leftover == "file":
        partial.write_text("half of it")
    else:
        partial.symlink_to(outside)
    if leftover == "link":
        outside.write_text("precious")
    write_whole(path, b"whole")
    assert path.read_text() == "whole" and not path.is_symlink() and not os.path.lexists(partial)
    assert not outside.exists() or outside.read_text() == "precious"


def test_a_file_that_was_made_a_link_is_replaced(tmp_path):
    (tmp_path / "outside").write_text("precious")
    (tmp_path / "link").symlink_to(tmp_path / "outside")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").read_text() == "new" and (tmp_path / "outside").read_text() == "precious"
    (tmp_path / "dangling").symlink_to(tmp_path / "none")
    with pytest.raises(OSError):
        append_to(tmp_path / "dangling")
    assert not (tmp_path / "none").exists()


def odd(folder):
    """{what it is: a path} of what is no file"""
    for name in KINDS:
        plant(folder / name, name)
        yield name, folder / name
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")  # a whole path may be too long for it
    yield "socket", folder / "socket"


def test_only_a_file_is_read(tmp_path, monkeypatch):
    """Neither does it wait for ever, as for a pipe, nor read for ever, as from a device."""
    monkeypatch.chdir(tmp_path)
    said, start = {}, time.monotonic()
    for name, path in odd(tmp_path):
        for function in (append_to, open_file, read_file):
            with pytest.raises(OSError) as caught:
                function(path)
            assert caught.value.filename == str(path)
        said[name] = caught.value.strerror
    assert said["folder"] == "is a folder, not a file" and said["pipe"] == "is a pipe, not a file"
    assert said["device"] == "is a device, not a file" and "to /mnt/gone/file: " in said["dangling"]
    assert said["loop"].startswith("is a link to loop: ") and time.monotonic() - start < 30
    (tmp_path / "file").write_text("text")
    (tmp_path / "link").symlink_to("file")
    assert read_file(tmp_path / "link") == b"text"


def test_a_file_that_is_too_large_to_be_read_at_once(tmp_path):
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(5 * 10**12)
    with pytest.raises(OSError, match="has 5000.0 GB"):
        read_file(tmp_path / "sparse")


@pytest.mark.parametrize("kind", ["empty", "link", "with lost+found"])
def test_a_folder_that_was_prepared_is_filled(tmp_path, kind):
    """It stays the same folder: it may be mounted, and then cannot be replaced."""
    path = place = tmp_path / "made"
    if kind == "link":
        place = tmp_path / "other" / "disk"
        path.symlink_to(place)
    place.mkdir(parents=True)
    if kind == "with lost+found":
        (place / "lost+found").mkdir()
    before = place.stat().st_ino
    with whole_folder(path) as folder:
        (folder / "config.json").write_text("{}")
        (folder / "below").mkdir()
    assert place.stat().st_ino == before and (path / "config.json").is_file() and (path / "below").is_dir()
    assert {each.name for each in place.iterdir()} - {"lost+found"} == {"config.json", "below"}
    with pytest.raises(OSError), whole_folder(path):
        pass


def test_a_temporary_folder_is_of_nobody_else(tmp_path):
    """What has the name that was once made from the number of the process is not removed."""
    other = tmp_path / f"made.{os.getpid()}.partial"
    other.mkdir()
    (other / "file").write_text("precious")
    with whole_folder(tmp_path / "made"):
        pass
    assert (other / "file").read_text() == "precious"


NO_HOME = """
import os, pathlib
def home():
    raise RuntimeError("Could not determine home directory.")
pathlib.Path.home = home
os.environ.pop("HOME", None)
from minitrans.system import openblas
openblas.processor = lambda: {"flags": " ".join(openblas.NEEDED)}
import minitrans
from minitrans.data.corpora import corpus_files
print(minitrans.load().translate(["The old man buys a bicycle."]), len(corpus_files("toy-en-de")))
"""


def test_without_a_home_all_works(tmp_path):
    """Where an answer about the processor is asked for, too."""
    environment = {name: value for name, value in os.environ.items() if name not in ("HOME", "OPENBLAS_CORETYPE")}
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    options = dict(capture_output=True, text=True, cwd=tmp_path, env=environment)
    done = subprocess.run([sys.executable, "-c", NO_HOME], **options)
    assert done.returncode == 0 and done.stdout == "['Der alte Mann kauft ein Fahrrad.'] 3\n", done.stderr


def test_a_link_that_leads_to_itself_has_a_path(tmp_path):
    for name, target in (("a", "b"), ("b", "a")):
        (tmp_path / name).symlink_to(target)
    assert real(tmp_path / "a" / "x").parent.parent == tmp_path.resolve()
    (tmp_path / "to").symlink_to("file")
    (tmp_path / "file").touch()
    assert real(tmp_path / "to") == (tmp_path / "to").resolve()
