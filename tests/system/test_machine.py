"""The cores that this process may use, and locks between processes."""

import os

import pytest

from minitrans.system import machine


def test_cores_are_those_this_process_may_use():
    assert 1 <= machine.cores() <= os.cpu_count()


@pytest.mark.parametrize(
    "quota, cores",
    [("max 100000\n", 8), ("200000 100000\n", 2), ("50000 100000\n", 1), ("1600000 100000\n", 8), (None, 8)],
)
def test_a_container_may_use_fewer_cores(monkeypatch, tmp_path, quota, cores):
    """cpu.max of a control group: microseconds of all cores together, in a period of so many microseconds."""
    if quota:
        (tmp_path / "cpu.max").write_text(quota)
    monkeypatch.setattr(machine, "CPU_MAX", tmp_path / "cpu.max")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert machine.cores() == cores


def test_a_browser_has_one_core_and_no_lock(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "BROWSER", True)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert machine.cores() == 1
    with machine.file_lock(tmp_path / "lock", 0), machine.file_lock(tmp_path / "lock", 0), machine.one_thread_blas():
        assert not list(tmp_path.iterdir())


def test_a_lock_lets_one_in(tmp_path):
    with machine.file_lock(tmp_path / "lock", 0), pytest.raises(TimeoutError):
        with machine.file_lock(tmp_path / "lock", 0):
            pass
    with machine.file_lock(tmp_path / "lock", 0):
        pass
