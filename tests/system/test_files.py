"""A file or a folder is written completely or not at all."""

import os

import pytest

from minitrans.system.files import whole_folder, write_output, write_whole


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
