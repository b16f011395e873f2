"""The report about a GPU, with small sizes; without a GPU, NumPy replaces CuPy and the kernels run on the CPU."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.commands.measure import gpu_profile, gpu_report
from minitrans.cuda import selftest
from minitrans.cuda.ops import OPERATIONS

pytestmark = pytest.mark.slow  # the kernels are emulated

TINY = dict(layers=1, d_model=16, d_ff=24, heads=2, vocabulary=30)
SHAPE = dict(rows=16, sentences=2, width=16, d_ff=24, heads=2, vocabulary=40)


class Spins:
    """The events of a GPU on which each kernel takes 2 ms."""

    now, spins = 0, 0

    class Event:
        def record(self):
            self.at, Spins.now = Spins.now, Spins.now + 1

        done = False

        def synchronize(self):
            pass

    @staticmethod
    def get_elapsed_time(before, after):
        return 2 * (after.at - before.at)

    @staticmethod
    def spin(grid, threads, arguments):
        Spins.spins += 1


@pytest.fixture(autouse=True)
def small(xp, kernels_on_cpu, monkeypatch):
    pytest.importorskip("ml_dtypes")
    if xp is np:
        monkeypatch.setattr(np, "cuda", Spins, raising=False)
        monkeypatch.setattr(np, "RawKernel", lambda code, name: Spins.spin, raising=False)
        monkeypatch.setattr(gpu_report, "card", lambda xp: dict(name="none"))
        monkeypatch.setattr(gpu_report, "computes_in", lambda xp, dtype: True)
    monkeypatch.setattr(selftest, "SMALL", SHAPE)
    monkeypatch.setattr(gpu_report, "SIZES", {"S": TINY, "B": TINY})
    monkeypatch.setattr(gpu_report, "JOBS", {"train": ("S", 60)})
    monkeypatch.setattr(gpu_report, "DECODE", {"decode": ("S", 2)})
    for name, value in dict(STEPS=2, WARM_UP=1).items():
        monkeypatch.setattr(gpu_report, name, value)


@pytest.fixture
def report(xp):
    """report(path, dies): as the command does it, but in this process, where the replacements above are

    dies: a part whose process is a real one, which is killed by what it runs, as by an illegal address
    """

    def run(command, dies):
        *_, path, _, part = command
        if part == dies:
            return subprocess.run([sys.executable, "-c", "import os; os.abort()"])
        gpu_report.write_part(xp, Path(path), part)
        return SimpleNamespace(returncode=0)

    return lambda path, dies=None: gpu_report.report(path, lambda command: run(command, dies))


def test_all_parts_are_there_and_right(report, tmp_path, capsys):
    report(tmp_path / "out.json")
    found = json.loads((tmp_path / "out.json").read_text())
    assert "are right" in capsys.readouterr().out
    assert len(found["correctness"]) == 3 * 18
    assert all(0 <= row["error"] <= row["tolerance"] for row in found["correctness"].values())
    assert any(row["error"] > 1e-4 for row in found["correctness"].values())  # bfloat16 is not exact
    for part, count in (("profile", 3), ("training", 3), ("decoding", 3)):
        assert len(found[part]) == count
    assert all(row["skipped steps"] == 0 and row["tokens/s, running"] > 0 for row in found["training"].values())


def test_an_old_card_is_asked_for_float32_alone(xp, monkeypatch):
    monkeypatch.setattr(gpu_report, "computes_in", lambda xp, dtype: dtype == "float32")
    found = {}
    gpu_report.correctness(xp, found)
    assert {name.partition(", ")[2] for name in found} == {"float32"}


@pytest.mark.parametrize("factor", [1.1, np.nan])
def test_a_wrong_kernel_is_named(report, tmp_path, capsys, monkeypatch, factor):
    forward, backward, _ = OPERATIONS["layer_norm"]
    monkeypatch.setitem(
        OPERATIONS, "layer_norm", (forward, lambda dy, cache: tuple(factor * x for x in backward(dy, cache)), False)
    )
    for part in ("profile", "training", "decoding"):
        monkeypatch.setitem(gpu_report.PARTS, part, lambda xp, found: None)
    report(tmp_path / "out.json")
    assert "wrong: layer_norm, float32" in capsys.readouterr().out


def test_a_part_that_fails_costs_neither_the_others_nor_what_it_had_found(report, tmp_path, capsys, monkeypatch):
    def fails(xp, found):
        found["before"] = dict(error=0, tolerance=1)
        raise RuntimeError("cublasLtMatmul failed: 15")

    monkeypatch.setitem(gpu_report.PARTS, "correctness", fails)
    monkeypatch.setitem(gpu_report.PARTS, "training", fails)
    report(tmp_path / "out.json", dies="profile")
    found = json.loads((tmp_path / "out.json").read_text())
    assert "cublasLtMatmul failed: 15" in found["correctness failed"] and len(found["decoding"]) == 3
    assert list(found["correctness"]) == list(found["training"]) == ["before"]
    assert found["profile"] == {} and "ended with code -6" in found["profile failed"]
    assert "out.json: failed: correctness, profile, training\n" in capsys.readouterr().out


def test_the_profile_has_each_launch_of_a_step(xp, monkeypatch):
    """Of a post-norm model with one layer on each side."""
    if xp is not np:
        pytest.skip("counts on the stand-in for the events of a GPU")
    monkeypatch.setattr(Spins, "spins", 0)
    monkeypatch.setattr(gpu_profile, "AT_ONCE", 10)
    monkeypatch.setattr(gpu_report, "computes_in", lambda xp, dtype: dtype == "float32")
    found = {}
    gpu_report.kernels_of_a_step(xp, found)
    (row,) = found.values()
    kernels = row["kernels"]
    expected = dict(adam=1, squares=1, embed_forward=2, add_norm_forward=5, attention_forward=3, relu_backward=2)
    assert expected.items() <= {name: each["launches"] for name, each in kernels.items()}.items()
    products = 3 * 4 + 2 * 2 + 1  # of the forward; the backward has twice as many
    assert sum(each["launches"] for name, each in kernels.items() if "product" in name) == 3 * products
    assert all(each["ms"] == 2 * each["launches"] for each in kernels.values())
    launches = sum(each["launches"] for each in kernels.values())
    assert Spins.spins == -(-launches // 10) and row["late"] == 0
    most = [each["ms"] for each in kernels.values()]
    assert most == sorted(most, reverse=True)
