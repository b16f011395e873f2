"""The progress bar is drawn, or says in one line why it cannot be."""

import contextlib
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from minitrans.progress_bar import sparkline


def test_a_progress_bar_that_does_not_start_makes_no_run(command, tiny_corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    ended = command("train", "--out", tmp_path / "run", *tiny_corpus)
    assert ended.code == 2 and "the progress bar cannot be drawn" in ended.err and not (tmp_path / "run").exists()


def test_settings_of_the_progress_bar_that_cannot_work(script):
    for name, value in (("MININTERVAL", "abc"), ("NCOLS", "x"), ("FILE", "x")):
        body = "import sys; sys.stderr.isatty = lambda: True\n"
        body += "from minitrans.progress_bar import progress_bar; progress_bar([])"
        code, out, told = script(body, environment={f"TQDM_{name}": value})
        assert (code, out, told.count("\n")) == (2, "", 1)
        assert told.startswith("error: the progress bar cannot be drawn (") and "unset the variables TQDM_" in told


def test_a_sparkline_rises_and_falls_with_the_values(monkeypatch):
    assert sparkline([8, 1, 2, 3, 4, 5, 6, 7]) == "█▁▂▃▄▅▆▇"
    assert sparkline([1.5, 1.5]) == "▁▁"
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(encoding="ascii"))
    assert sparkline([1, 2]) == ""


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("setting", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_the_bar_has_colour_only_where_it_is_wanted(setting):
    code = "from minitrans.progress_bar import progress_bar\nfor _ in progress_bar(range(9)): pass"
    assert b"\x1b[3" not in at_a_terminal(code, setting | {"NO_COLOR": "1"})
    assert (b"\x1b[3" in at_a_terminal(code, setting)) == (not setting)
    assert b"9/9" in at_a_terminal(code, setting)


def at_a_terminal(code, setting):
    """What a program writes to stderr, which is a terminal of 80 columns."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | setting
    subprocess.run([sys.executable, "-c", code], stderr=theirs, env=environment, timeout=60, check=True)
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):  # the end of a pseudo-terminal on Linux
        while part := os.read(ours, 65536):
            written += part
    os.close(ours)
    return written
