"""Memory and processes, beside what the operating system says in other ways."""

import os
import sys

import pytest

from minitrans.views import machine
from minitrans.views.machine import memory, processes

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")


@linux
def test_memory():
    found = memory()
    assert found["total"] == pytest.approx(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"), rel=0.01)
    assert 0 < found["used"] < found["total"]


@linux
def test_the_process_that_has_a_file_open(tmp_path):
    held, free, missing = tmp_path / "held", tmp_path / "free", tmp_path / "missing"
    free.touch()
    with open(held, "w"):
        found = processes([held, free, missing])
    assert found.keys() == {held} and found[held][0] == os.getpid()
    assert 10e6 < found[held][1] < memory()["used"]
    assert processes([held]) == {}


def test_other_systems(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "PROC", tmp_path / "proc")
    assert memory() is None and processes([tmp_path]) == {}
