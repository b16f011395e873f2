"""`minitrans watch`: which runs it follows, and what it refuses.  Its page: tests/views/test_watch.py."""

import shutil
import signal
import subprocess
import sys
import time

import pytest

from minitrans.commands import watch
from minitrans.config import Config
from minitrans.views.follow import Follower

from ..conftest import ENVIRONMENT


@pytest.fixture
def followed(monkeypatch):
    """The runs that the command would follow: it serves no page."""
    seen = []

    def serve(page, answers, args):
        seen.extend([list(map(str, answers["/runs"].__self__.paths)), (args.host, args.port, args.open)])

    monkeypatch.setattr(watch, "serve", serve)
    return seen


@pytest.mark.usefixtures("elsewhere")
def test_which_runs(command, followed, tmp_path):
    none = command("watch")
    assert none.code == 2 and none.err.startswith("error: no run below runs/") and "(minitrans train)" in none.err
    for name in ("old", "new"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        Config().save(tmp_path / "runs" / name / "config.json")
        time.sleep(0.02)
    assert command("watch").code == 0 and followed == [["runs/new"], ("127.0.0.1", 8017, False)]
    (tmp_path / "runs" / "old" / "log.jsonl").touch()  # it goes on
    assert command("watch --host ::1 --port 9 --open").code == 0
    assert followed[2:] == [["runs/old"], ("::1", 9, True)]
    assert command("watch runs runs/new").code == 0 and followed[4] == ["runs", "runs/new"]


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("name", ["missing", "a file", "empty", "new\nline"])
def test_what_is_no_run(command, tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "a file").touch()
    ended = command("watch", name)
    assert ended.code == 2 and ended.err.count("\n") == 1
    assert "nor a folder" in ended.err


def test_settings_of_matplotlib_that_cannot_work(tiny_run):
    command = [sys.executable, "-m", "minitrans", "watch", tiny_run.path]
    ended = subprocess.run(command, env=ENVIRONMENT | dict(MPLBACKEND="nonsense"), capture_output=True, text=True)
    assert ended.returncode == 2 and ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("error: the charts: cannot be drawn (Key backend: 'nonsense' is not a valid value")


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of Unix")
def test_interrupt(tiny_run):
    command = [sys.executable, "-m", "minitrans", "watch", tiny_run.path, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == 130


def test_it_only_reads(tiny_run, tmp_path):
    shutil.copytree(tiny_run.path, tmp_path / "run")
    before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()}
    (run,) = Follower([tmp_path / "run"]).answer({})["runs"]
    assert run["status"].startswith("Finished after 160 steps: BLEU ")
    assert {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()} == before
