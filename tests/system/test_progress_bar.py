"""The progress bar is drawn, or says in one line why it cannot be."""

import contextlib
import locale
import os
import re
import subprocess
import sys

import pytest

from minitrans.runs.run import Run
from minitrans.system.progress_bar import sparkline

from ..conftest import ENVIRONMENT

pytestmark = pytest.mark.slow


def test_a_progress_bar_that_does_not_start_makes_no_run(command, tiny_corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    ended = command("train --out", tmp_path / "run", *tiny_corpus)
    assert ended.code == 2 and "the progress bar" in ended.err and not (tmp_path / "run").exists()


def test_settings_of_the_progress_bar_that_cannot_work(script):
    for name, value in (("MININTERVAL", "abc"), ("NCOLS", "x"), ("FILE", "x")):
        body = "import sys; sys.stderr.isatty = lambda: True\n"
        body += "from minitrans.system.progress_bar import progress_bar; progress_bar([])"
        code, out, told = script(body, environment={f"TQDM_{name}": value})
        assert (code, out, told.count("\n")) == (2, "", 1)
        assert told.startswith("error: the progress bar") and "variables TQDM_" in told


@pytest.fixture
def encoding(monkeypatch):
    """encoding(name): the encoding of the locale"""
    return lambda name: monkeypatch.setattr(locale, "getpreferredencoding", lambda do_setlocale: name)


def test_a_sparkline_rises_and_falls_with_the_values(encoding):
    encoding("utf-8")
    assert sparkline([8, 1, 2, 3, 4, 5, 6, 7], 8) == "█▁▂▃▄▅▆▇"
    assert sparkline([1.5, 1.5], 8) == "▁▁" and sparkline([3.0], 8) == "▁"
    encoding("ascii")
    assert sparkline([3, 4, 1, 2], 8) == "-'_."
    encoding("no such encoding")
    assert sparkline([1, 2], 8) == "_'"


def test_a_long_sparkline_has_means(encoding):
    encoding("utf-8")
    assert sparkline([9, 7, 1, 1, 0, 0, 3, 5], 4) == "█▂▁▅"  # of 8, 1, 0 and 4
    values = [2.0**-i for i in range(1000)]
    for count in (11, 12, 13, 25, 1000):
        line = sparkline(values[:count], 12)
        assert len(line) == min(count, 12) and line[0] == "█" and line[-1] == "▁"


unix = pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
FOUR_STEPS = "from minitrans.system.progress_bar import progress_bar\nfor _ in progress_bar(range(4)): pass"


@unix
@pytest.mark.parametrize(
    ("setting", "blocks", "coloured"),
    [
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": "0"}, True, False),
        ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, False, True),
    ],
)
def test_the_bar_suits_the_terminal(setting, blocks, coloured):
    shown = at_a_terminal(["-c", FOUR_STEPS], {"PYTHONUTF8": "1"} | setting)
    assert "4/4" in shown
    assert ("█" in shown, "#" in shown, "\x1b[3" in shown) == (blocks, not blocks, coloured)


@unix
def test_no_bar_where_a_line_cannot_be_written_again():
    assert at_a_terminal(["-c", FOUR_STEPS], {"TERM": "dumb"}) == ""
    done = subprocess.run([sys.executable, "-c", FOUR_STEPS], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


TRAIN = "--steps 12 --log-steps 3 --valid-steps 6".split()


@unix
@pytest.mark.parametrize("columns", [80, 30])
def test_training_at_a_terminal(tiny_corpus, tmp_path, columns):
    """Every line of the bar fits; it has step, time left, loss and, in the end, a sparkline of all four losses."""
    flags = ["--out", tmp_path / "run", *tiny_corpus, *TRAIN]
    shown = at_a_terminal(["-m", "minitrans.train", *map(str, flags)], {"PYTHONUTF8": "1", "NO_COLOR": "1"}, columns)
    bars = [line for line in re.split(r"[\r\n]+", shown) if re.match(r" *\d+% \|", line)]
    assert max(map(len, bars)) <= columns
    assert bars[0].startswith("  0% |") and bars[-1].startswith("100% |") and "step 12, 0 s left" in bars[-1]
    losses = [row["loss"] for row in Run(tmp_path / "run").log if "loss" in row]
    if columns == 80:
        assert re.search(rf"loss {losses[-1]:.3f} [▁-█]{{4}} \d+ tokens/s", bars[-1])


@unix
@pytest.mark.slow
def test_the_time_left_is_that_of_the_budget_that_ends_first(tiny_corpus, tmp_path):
    flags = ["--out", tmp_path / "run", *tiny_corpus, "--steps", "100000", "--minutes", "0.05", "--log-steps", "9"]
    shown = at_a_terminal(["-m", "minitrans.train", *map(str, flags)], {"PYTHONUTF8": "1", "NO_COLOR": "1"})
    left = re.findall(r"(\d+) (s|min) left", shown)
    assert left and left[-1] == ("0", "s")
    assert all(unit == "s" for _, unit in left[len(left) // 2 :])  # 100,000 steps would take longer


def test_training_without_a_terminal_prints_lines(command, tiny_corpus, tmp_path):
    ended = command("train --out", tmp_path / "run", *tiny_corpus, *TRAIN)
    assert ended.code == 0 and not re.search(r"[▁-█\r\x1b]", ended.err + ended.out)
    assert [line.split()[1] for line in ended.err.splitlines() if "tokens/s" in line] == ["3", "6", "9", "12"]


def at_a_terminal(arguments, setting, columns=80):
    """What a Python program writes to stderr, which is a terminal."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = ENVIRONMENT | {"TERM": "xterm", "NO_COLOR": ""} | setting
    program = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):  # the end of a pseudo-terminal on Linux
        while part := os.read(ours, 65536):  # while the program runs, because a terminal holds only some kilobytes
            written += part
    os.close(ours)
    assert program.wait(timeout=60) == 0, written
    return written.decode()
