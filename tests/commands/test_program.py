"""How commands end: with an exit code and at most one line of error, even if the output cannot be written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.commands.program import run_command

from ..conftest import ENVIRONMENT

COMMANDS = [["minitrans"], ["minitrans", "presets"], ["minitrans", "presets", "--help"]]


def ended(command, **streams):
    done = subprocess.run(
        [sys.executable, "-m", *command], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, **streams
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_reader_that_has_gone(command):
    """`| head`"""
    read, write = os.pipe()
    os.close(read)
    assert ended(command, stdout=write) == (1, "")
    os.close(write)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_room_for_the_output(command):
    with open("/dev/full", "w") as full:
        assert ended(command, stdout=full) == (2, "error: [Errno 28] No space left on device\n")


def test_a_file_name_that_is_no_text():
    """For instance if a command prints a path from the command line."""
    program = "from minitrans.commands.program import run_command; run_command(lambda: print('runs/\\udcff'))"
    assert subprocess.check_output([sys.executable, "-c", program], env=ENVIRONMENT) == b"runs/\xff\n"


def test_an_unknown_command():
    code, told = ended(["minitrans", "trian"])
    assert (code, told) == (2, "error: minitrans trian: there is no such command; did you mean train?\n")


NAMES = "train translate parse view demo watch draw evaluate convert export benchmark grade grading".split()


@pytest.mark.skipif(os.name == "nt", reason="os.kill ends the process there")
@pytest.mark.parametrize("name", NAMES)
def test_ctrl_c_while_a_command_is_being_imported(name, tmp_path):
    (tmp_path / "numpy.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    environment = ENVIRONMENT | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ENVIRONMENT['PYTHONPATH']}"}
    command = [sys.executable, "-m", "minitrans", name]
    done = subprocess.run(command, env=environment, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize("program", ["-c", "-m"])
def test_in_other_programs_ctrl_c_is_as_it_was(program, tmp_path):
    """Also a program run by `python -m` that imports minitrans as early as our own commands do."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text("import minitrans")
    check = "import minitrans, signal, sys; sys.exit(signal.getsignal(signal.SIGINT) is not signal.default_int_handler)"
    (tmp_path / "other" / "__main__.py").write_text(check)
    what = check if program == "-c" else "other"
    assert subprocess.run([sys.executable, program, what], cwd=tmp_path, env=ENVIRONMENT).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="a habit of shells")
def test_ctrl_c_that_the_shell_has_ignored_stays_so():
    """As after `nohup`, or for a background command of a script."""
    ignore = dict(preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    code = "import os, runpy, signal, sys; sys.argv = ['-m']; sys.orig_argv = ['python', '-m', 'minitrans']"
    code += "; import minitrans; sys.exit(signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)"
    assert subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, **ignore).returncode == 0


def test_ctrl_c_does_not_wait_for_threads(script):
    body = """\
import os, signal, time
from minitrans.parallel.pools import in_threads
in_threads(lambda i: (os.kill(os.getpid(), signal.SIGINT), time.sleep(10**6)), range(4), 2)"""
    assert script(body) == (130, "", "")


def test_warnings_are_a_short_line_each_and_once(script):
    body = """\
import logging, warnings
import numpy as np
for number in (1, 1, 2):
    warnings.warn(f"glyph {number}\\nis missing")
warnings.warn("glyph 1\\nis missing")
for _ in range(2):
    logging.getLogger("matplotlib").warning("no folder %s", "x")
np.log(np.zeros(2)), np.exp(np.full(2, 1e9)), np.zeros(2) / np.zeros(2)"""
    told = "".join(f"warning: {line}\n" for line in ("glyph 1 is missing", "glyph 2 is missing", "no folder x"))
    assert script(body) == (0, "", told)


def test_warnings_that_are_errors_stay_errors():
    """As in these tests, where every warning is an error."""
    with pytest.raises(RuntimeWarning, match="divide by zero"):
        run_command(lambda: np.log(np.zeros(2)))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_an_error_that_nobody_can_hear():
    """The exit code says it, when stderr is in a full device."""
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "minitrans", "train", "--preset", "nope"]
        assert subprocess.run(command, stderr=full, env=ENVIRONMENT).returncode == 2
