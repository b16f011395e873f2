"""Reading a submission: whatever its files contain, it is read, or refused in one line."""

import os
import random
import socket
import stat
import zipfile

import pytest

from minitrans.grading.runner.handed_in import collect
from minitrans.grading.runner.submission import read_submission
from minitrans.system.errors import UserError

from .solved import SOFTMAX, notebook

UNREADABLE = {
    "minus signs": ("a.py", b"x=" + b"-" * 200_000, "too deeply nested"),
    "additions": ("a.py", b"x=" + b"1+" * 300_000 + b"1", "too deeply nested"),
    "calls": ("a.py", b"x=f" + b"()" * 300_000, "too deeply nested"),
    "brackets": ("a.py", b"x=" + b"[" * 5000, "line 1: too many nested parentheses"),
    "a long number": ("a.py", b"x=" + b"9" * 500_000, "line 1: "),
    "a long line": ("a.py", b"x = 1 + " + b"y" * 900_000 + b" z", "line 1: invalid syntax"),
    "too long": ("a.py", b"#" * 1_000_001, "more than 1 MB"),
    "NUL": ("a.py", b"\0", "null bytes"),
    "UTF-16": ("a.py", SOFTMAX.encode("utf-16"), "not a Python file in UTF-8"),
    "Latin-1 without a declaration": ("a.py", b"# caf\xe9\n", "not a Python file in UTF-8"),
    "minus signs in a notebook": ("a.ipynb", notebook("x=" + "-" * 200_000).encode(), "too deeply nested"),
    "nested JSON": ("a.ipynb", b"[" * 200_000, "too deeply nested"),
    "too long a cell": ("a.ipynb", notebook("#" * 600_000, "#" * 600_000).encode(), "more than 1 MB"),
    "no JSON": ("a.ipynb", b"", "not a notebook"),
    "not text": ("a.ipynb", b"\xff\xfe\xfa", "not a notebook"),
    "a list": ("a.ipynb", b"[]", "not a notebook"),
    "an old notebook": ("a.ipynb", b'{"nbformat": 3, "worksheets": []}', "open and save it in Jupyter"),
    "cells that are not cells": ("a.ipynb", b'{"cells": [5]}', "not a notebook"),
    "a source that is not text": ("a.ipynb", notebook([1]).encode(), "not a notebook"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_text_that_cannot_be_read_is_refused(tmp_path, refusal, kind):
    name, data, words = UNREADABLE[kind]
    (tmp_path / name).write_bytes(data)
    message = refusal(read_submission, tmp_path / name)
    assert message.startswith(name) and words in message


def test_text_that_crashes_the_parser_gets_a_report_like_any_other(submit):
    graded = submit("x=" + "-" * 200_000)
    assert graded.code == 1 and graded.report["score"] == 0 and len(graded.report["tests"]) == 1
    assert graded.messages["submission: reading"] == "my_work.py: too deeply nested for Python"


def test_a_folder_without_python_can_lose_the_points_of_the_exercise_asked_for(grade, tmp_path):
    assert "softmax: forward" in grade(tmp_path, "--exercise", "softmax").scores


@pytest.fixture
def room(tmp_path_factory):
    return tmp_path_factory.mktemp("room")


def unix_socket(path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.name)


def other(path):
    return written(path.parents[1] / "other", path.name)


NO_FILE = {
    "pipe": (lambda path: os.mkfifo(path), "is a pipe, not a file"),
    "socket": (unix_socket, "a.py: cannot be read ("),
    "link to nothing": (lambda path: path.symlink_to("nowhere"), "is a link"),
    "link to itself": (lambda path: path.symlink_to(path), "is a link"),
    "endless": (lambda path: path.symlink_to("/dev/zero"), "is a link"),
    "link to a file": (lambda path: path.symlink_to(other(path) / path.name), "is a link"),
    "link to a folder": (lambda path: path.with_suffix("").symlink_to(other(path)), "is a link"),
    "unreadable": (lambda path: path.symlink_to("/proc/self/mem"), "is a link"),
}


@pytest.mark.skipif(os.name != "posix", reason="special files of POSIX")
@pytest.mark.parametrize("kind", NO_FILE)
def test_what_is_no_file_is_refused_and_not_opened(tmp_path, room, monkeypatch, refusal, kind):
    """As a submission, and in the folder that is one"""
    folder = tmp_path / "in"
    folder.mkdir()
    monkeypatch.chdir(folder)  # the name of a socket must be short
    make, words = NO_FILE[kind]
    make(folder / "a.py")
    for path in (folder, *folder.iterdir()):
        assert words in refusal(collect, path, room)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize(("mode", "which"), [(0o000, "in"), (0o444, "in"), (0o000, "in/a.py")])
def test_what_may_not_be_read_is_refused_with_the_reason(tmp_path, room, refusal, mode, which):
    written(tmp_path / "in", "a.py")
    (tmp_path / which).chmod(mode)
    try:
        assert "cannot be read (Permission denied)" in refusal(collect, tmp_path / "in", room)
    finally:
        (tmp_path / which).chmod(0o755)


def test_copies_have_what_python_may_import_and_nothing_else(tmp_path, room):
    names = "a.py b.ipynb own/c.py own/deep/d.py own/__pycache__/c.py .git/e.py venv/lib/f.py notes.txt own/g.txt"
    written(tmp_path / "in", *names.split(), "__pycache__/a.cpython-311.pyc", "venv/pyvenv.cfg")
    (tmp_path / "in" / "own" / "link.py").symlink_to(tmp_path / "in" / "a.py")
    os.mkfifo(tmp_path / "in" / "own" / "pipe.py")
    found = collect(tmp_path / "in", room)
    copies = {str(each.relative_to(found)) for each in found.rglob("*") if each.is_file()}
    assert copies == {"a.py", "b.ipynb", "own/c.py", "own/deep/d.py"} and found.name == "in"
    alone, beside = (collect(tmp_path / "in" / "a.py", room, each) for each in (False, True))
    assert [sorted(each.name for each in file.parent.iterdir()) for file in (alone, beside)] == [
        ["a.py"],
        ["a.py", "b.ipynb"],
    ]


def test_hidden_files_and_subfolders_are_not_part_of_a_submission(tmp_path):
    (tmp_path / "mine.py").write_text(SOFTMAX, encoding="utf-8")
    (tmp_path / "._mine.py").write_bytes(b"\0\5\x16\7")  # macOS leaves these in archives
    (tmp_path / ".#mine.py").symlink_to("me@host.1")  # Emacs, while a file is open
    (tmp_path / "old.py").mkdir()
    assert set(read_submission(tmp_path).where) == {"softmax_forward", "softmax_backward"}


def written(folder, *names):
    """A folder with these files; those that end in .zip hold a right softmax in a folder, and what macOS adds."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix.lower() == ".zip":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("hw1/base.py", SOFTMAX)
                archive.writestr("__MACOSX/hw1/._base.py", "x")
                archive.writestr("../outside.py", SOFTMAX)
        else:
            path.write_text(SOFTMAX, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "names",
    [
        ["hw1/base.py"],
        ["ann/hw1/base.py", "__MACOSX/ann/hw1/base.py", ".git/hook.py", "ann/__pycache__/base.py"],
        ["HW.PY"],
        ["ann.zip"],
        ["ann/ann.ZIP"],
        ["base.py", "old/base.py", "old.zip"],
        ["notes/a.txt", "hw1/base.py", "hw1/tests/base.py"],
    ],
    ids=" ".join,
)
def test_files_are_found_where_they_can_only_be_meant(tmp_path, room, names):
    found = collect(written(tmp_path / "handed in", *names), room)
    assert set(read_submission(found).where) == {"softmax_forward", "softmax_backward"}
    assert not (found.parent / "outside.py").exists()


def test_archive_itself_may_be_handed_in(tmp_path, grade):
    graded = grade(written(tmp_path, "ann.zip") / "ann.zip")
    assert graded.report["score"] == 100 and graded.report["extra_data"]["submission"] == "ann.zip"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["a/base.py", "b/base.py"], "which of a, b is meant?"),
        (["a.zip", "b.zip"], "which of a.zip, b.zip is meant?"),
        (["notes.txt"], "expected a .py file, an .ipynb notebook, or a folder or a .zip of them"),
        (["/".join("abcdefghijk") + "/base.py"], "expected a .py file"),
    ],
    ids=lambda value: " ".join(value)[:20],
)
def test_what_may_be_meant_twice_is_refused_in_one_line(tmp_path, room, refusal, names, words):
    message = refusal(collect, written(tmp_path / "in", *names), room)
    assert message.startswith("in: ") and words in message and "\n" not in message


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_archives_are_unpacked_or_refused(tmp_path, room, method):
    """100 for each way of packing, of which most are cut and have some other bytes"""
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as archive:
        archive.writestr("a.py", SOFTMAX)
    whole, rng, refused = (tmp_path / "a.zip").read_bytes(), random.Random(0), 0
    for _ in range(100):
        data = bytearray(whole[: rng.choice([len(whole), rng.randrange(1, len(whole))])])
        for _ in range(rng.choice([0, 1, 1, 5])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        (tmp_path / "a.zip").write_bytes(data)
        try:
            collect(tmp_path / "a.zip", room)
        except UserError as error:
            refused += str(error).startswith("a.zip: ")
    assert 50 < refused < 100


def test_link_in_an_archive_is_refused(tmp_path, room, refusal):
    info = zipfile.ZipInfo("a.py")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(info, "../ann/a.py")
    assert refusal(collect, tmp_path / "a.zip", room).startswith("a.py: is a link")


def test_archive_of_much_is_refused(tmp_path, room, refusal):
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", b" " * 60_000_000)
    assert refusal(collect, tmp_path / "a.zip", room) == "a.zip: more than 50 MB; hand in less"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + SOFTMAX.encode(),
        SOFTMAX.replace("\n", "\r\n").encode(),
        f"# -*- coding: latin-1 -*-\nx = 'é'\n{SOFTMAX}".encode("latin-1"),
        ("if 0:\n    x = 1\n" + "elif 0:\n    x = 1\n" * 900 + SOFTMAX).encode(),
    ],
    ids=["byte order mark", "Windows", "Latin-1", "many branches"],
)
def test_what_python_reads_is_read(tmp_path, data):
    (tmp_path / "mine.py").write_bytes(data)
    assert set(read_submission(tmp_path / "mine.py").where) == {"softmax_forward", "softmax_backward"}
