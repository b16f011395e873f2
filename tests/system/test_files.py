"""A file is written completely or not at all."""

import os

import pytest

from minitrans.system.files import write_output, write_whole


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
