"""The profile of kernels, on a stand-in for the events of a GPU; tests/cuda/test_report_cuda.py runs whole steps."""

from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.commands.measure import gpu_profile
from minitrans.commands.measure.gpu_profile import profile
from minitrans.cuda import kernels
from minitrans.cuda.ops import products


class Clock:
    """A GPU whose kernels take as many milliseconds as `work` says; while it spins, `done` of an event is False."""

    def __init__(self, spins_long_enough=True):
        self.now, self.spins, self.late = 0, [], not spins_long_enough
        events = SimpleNamespace(Event=lambda: Event(self), get_elapsed_time=lambda a, b: b.at - a.at)
        self.xp = SimpleNamespace(cuda=events, RawKernel=lambda code, name: self.spin)

    def work(self, milliseconds):
        self.now += milliseconds

    def spin(self, grid, threads, arguments):
        self.now += 70
        self.spins.append(self.now)


class Event:
    def __init__(self, clock):
        self.clock = clock

    def record(self):
        self.at = self.clock.now

    @property
    def done(self):
        return self.clock.late

    def synchronize(self):
        pass


@pytest.mark.parametrize("long_enough", [True, False])
def test_launches_and_milliseconds_of_each_kernel(monkeypatch, long_enough):
    clock, x = Clock(long_enough), np.zeros((3, 4))
    takes = dict(scale=2, adam=5)
    monkeypatch.setattr(kernels, "function", lambda xp, file, kernel, defines: lambda *_: clock.work(takes[kernel]))
    monkeypatch.setattr(products, "matmul", lambda a, b, **options: clock.work(7) or a @ b)
    monkeypatch.setattr(gpu_profile, "AT_ONCE", 3)

    def part():
        for _ in range(2):
            kernels.launch("rows", "scale", 1, 1, x, REAL="float")
        clock.work(100)  # what is not a kernel of ours is not counted
        kernels.launch("adam", "adam", 1, 1, x)
        assert products.matmul(x, x.T).shape == (3, 3)

    product = "product [3, 4] [4, 3]"
    expected = {product: (1, 7), "adam": (1, 5), "scale": (2, 4)}
    found = profile(clock.xp, part)
    assert list(found["kernels"]) == list(expected)  # the longest first
    assert {name: (row["launches"], row["ms"]) for name, row in found["kernels"].items()} == expected
    assert len(clock.spins) == 2 and found["late"] == (0 if long_enough else 2)


def test_afterwards_kernels_are_launched_as_before():
    before = kernels.function, products.matmul

    def fails():
        assert kernels.function is not before[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        profile(Clock().xp, fails)
    assert (kernels.function, products.matmul) == before
