"""How commands end: one line and an exit code, whatever becomes of the output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import minitrans

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(minitrans.__file__).parents[1])}
ENVIRONMENT.pop("PYTHONUNBUFFERED", None)  # as people have it: what is printed is written in the end
COMMANDS = [["minitrans"], ["minitrans.presets"], ["minitrans.presets", "--help"]]


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
    """As `print(path)` of what was given on the command line."""
    program = "from minitrans.errors import run_command; run_command(lambda: print('runs/\\udcff'))"
    assert subprocess.check_output([sys.executable, "-c", program], env=ENVIRONMENT) == b"runs/\xff\n"


def test_an_unknown_command():
    code, told = ended(["minitrans", "trian"])
    assert (code, told) == (2, "error: trian: unknown; try python -m minitrans --help\n")
