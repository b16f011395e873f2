"""The communication of the ranks of a job: the same assertions hold on every rank."""

import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.parallel import world as module
from minitrans.parallel.world import World, cores, rank_0_only, world
from minitrans.system import machine

TALK = Path(__file__).with_name("talk.py")


def test_a_process_alone():
    alone = world()
    assert (type(alone), alone.rank, alone.size) == (World, 0, 1)
    assert cores() == machine.cores()
    assert alone.broadcast("x") == "x" and alone.gather("x") == ["x"] and alone.on_rank_0(sum, [1, 2]) == 3
    assert alone.map(lambda items: [i + 1 for i in items], [1, 2]) == [2, 3]
    assert list(alone.broadcast_each(iter("ab"))) == ["a", "b"]
    array = np.ones(3)
    alone.broadcast_array(array)
    assert array.tolist() == [1, 1, 1]
    done = []
    rank_0_only(done.append)(1)
    assert done == [1]


@pytest.mark.parametrize("processes", [2, 3])
def test_ranks(job, processes):
    done = job(processes, TALK, processes)
    assert (done.code, done.out.split(), done.err) == (0, ["content"] * processes, [])


def test_the_checksum_of_the_code_sees_a_change(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "__file__", str(tmp_path / "parallel/world.py"))
    (tmp_path / "cuda").mkdir()
    found = set()
    for path, text in (("a.py", "1"), ("a.py", "2"), ("cuda/k.cu", "1"), ("cuda/k.cu", "2"), ("notes.txt", "1")):
        (tmp_path / path).write_text(text)
        found.add(module.code())
    assert len(found) == 4  # all but the last


def test_a_rank_with_other_arguments(job):
    """`mpiexec -n 1 A : -n 1 B` starts two programs as one job."""
    train = ("-m", "minitrans.train", "--out", "x", "--seed")
    done = job(1, *train, 1, ":", "-n", 1, sys.executable, *train, 2)
    assert done.code == 2 and done.seconds < 10
    (line,) = done.err
    assert line.startswith("rank 1 on ")
    assert "on rank 0" in line
