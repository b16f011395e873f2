"""A run may come from a stranger.  Whatever its files are, nothing outside of it is changed, and nothing hangs."""

import os
import shutil

import pytest

from minitrans.runs.run import Run


@pytest.fixture
def hostile(tiny_run, tmp_path):
    """A copy of a run, and a file beside it that is nobody's business."""
    shutil.copytree(tiny_run.path, tmp_path / "u")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "precious").write_text("precious")
    return tmp_path / "u"


WRITTEN = "samples.txt log.jsonl result.json config.json curves.png".split()
LINKS = [*WRITTEN, *(f"{name}.partial" for name in WRITTEN), "checkpoints/step-000162.npz.partial"]


@pytest.mark.parametrize("name", [*LINKS, "checkpoints/best.npz.partial"])
def test_training_writes_nothing_through_a_link(command, hostile, name):
    """Of the names that training writes, here is one for each way in which it writes."""
    target = hostile.parent / "outside" / "precious"
    if name in WRITTEN and (hostile / name).exists():  # what the run says stays right, in another place
        target = hostile.parent / "outside" / name
        shutil.move(hostile / name, target)
    before = target.read_bytes()
    (hostile / name).symlink_to(target)
    ended = command("train", "--out", hostile, "--resume", "--steps", 162)
    assert ended.code == 0 and target.read_bytes() == before, ended.err


@pytest.mark.parametrize("name", ["samples.txt", "curves.png", "samples.txt.partial", ".lock"])
def test_training_makes_nothing_behind_a_link(command, hostile, name):
    (hostile / name).unlink(missing_ok=True)
    (hostile / name).symlink_to(hostile.parent / "outside" / "new")
    ended = command("train", "--out", hostile, "--resume", "--steps", 162)
    assert os.listdir(hostile.parent / "outside") == ["precious"]
    assert ended.code == 0 or (ended.code == 2 and "link" in ended.err.splitlines()[-1])


@pytest.mark.parametrize("name", ["checkpoints", "snapshots"])
def test_training_removes_no_checkpoint_of_another_run(command, hostile, name):
    other = hostile.parent / "outside" / name
    shutil.copytree(hostile / "checkpoints", other)
    shutil.rmtree(hostile / name, ignore_errors=True)
    (hostile / name).symlink_to(other)
    before = {path: path.read_bytes() for path in other.iterdir()}
    ended = command("train", "--out", hostile, "--resume", "--steps", 162)
    assert ended.code == 2 and f"{name}: is a link" in ended.err
    assert {path: path.read_bytes() for path in other.iterdir()} == before


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_lock_is_never_a_link(command, hostile, kind):
    """To lock a file empties it."""
    (hostile / ".lock").unlink(missing_ok=True)
    precious = hostile.parent / "outside" / "precious"
    if kind == "link":
        (hostile / ".lock").symlink_to(precious)
    else:
        os.mkfifo(hostile / ".lock")
    assert Run(hostile).in_training() is None
    if kind == "link":
        ended = command("train", "--out", hostile, "--resume", "--steps", 162)
        assert ended.code == 2 and "link" in ended.err
    assert precious.read_text() == "precious"


def test_a_page_is_not_written_through_a_link(command, hostile):
    page, precious = hostile.parent / "o.html", hostile.parent / "outside" / "precious"
    (hostile.parent / "o.html.partial").symlink_to(precious)
    assert command("view", "--run", hostile, "-o", page, "the dog sees trees.").code == 0
    assert page.stat().st_size > 1000 and precious.read_text() == "precious"
