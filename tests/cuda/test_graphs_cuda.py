"""CUDA graphs after errors and beside the garbage collector, on a stand-in for the streams of CuPy."""

import contextlib
import gc
from types import SimpleNamespace

import pytest

from minitrans.cuda import graphs
from minitrans.cuda.graphs import Graphs


class Stream:
    """Like CUDA it refuses a capture within a capture, and to be waited for in one."""

    def __init__(self, non_blocking):
        self.launched = self.capturing = None

    def begin_capture(self):
        assert self.capturing is None, "the stream is capturing already"
        self.capturing = []

    def end_capture(self):
        assert self.capturing is not None, "the stream is not capturing"
        done, self.capturing = self.capturing, None
        return SimpleNamespace(launch=lambda stream: setattr(self, "launched", done))

    def synchronize(self):
        assert self.capturing is None, "a capturing stream was waited for"


@pytest.fixture
def xp():
    """A CuPy without a GPU"""
    pool = SimpleNamespace(malloc=None, free_all_blocks=lambda: None)
    device = SimpleNamespace(synchronize=lambda: None)
    using = lambda allocator: contextlib.nullcontext()  # noqa: E731
    cuda = SimpleNamespace(Stream=Stream, Device=lambda: device, MemoryPool=lambda: pool, using_allocator=using)

    class XP:  # unlike a SimpleNamespace it can be the key of a cache
        pass

    fake = XP()
    fake.cuda = cuda
    yield fake
    graphs.stream_of_graphs.cache_clear()


def test_after_an_error_in_a_capture_a_fresh_one_works(xp):
    calls = []

    def part():
        calls.append(len(calls))
        if len(calls) == 2:
            raise ZeroDivisionError

    broken = Graphs(xp)
    broken.run(part)
    with pytest.raises(ZeroDivisionError):
        broken.run(part)
    assert gc.isenabled() and broken.stream.capturing is None
    fresh = Graphs(xp)
    assert fresh.stream is broken.stream  # there is one for the process
    for _ in range(3):
        fresh.run(part)
    assert calls == [0, 1, 2, 3] and fresh.stream.launched == []


def test_an_error_at_the_end_of_a_capture_hides_no_other(xp, monkeypatch):
    def fails(self):
        self.capturing = None
        raise RuntimeError("invalidated")

    monkeypatch.setattr(Stream, "end_capture", fails)
    part = iter((None, ZeroDivisionError))

    def run():
        if error := next(part):
            raise error

    each = Graphs(xp)
    each.run(run)
    with pytest.raises(ZeroDivisionError):
        each.run(run)


def test_no_garbage_is_collected_during_a_capture(xp):
    """A Graphs that a cycle keeps alive, as a traceback does, waits for the stream when it is collected."""

    def part():
        for _ in range(3000):  # enough new objects for a collection, if it were enabled
            cycle = []
            cycle.append(cycle)

    forgotten = Graphs(xp)
    forgotten.itself = forgotten
    del forgotten
    each = Graphs(xp)
    before, threshold = gc.isenabled(), gc.get_threshold()
    gc.set_threshold(10, 1, 1)
    try:
        each.run(part)
        again = Graphs(xp)
        again.itself = again
        del again
        each.run(part)  # the stream's `synchronize` would fail
    finally:
        gc.set_threshold(*threshold)
    assert gc.isenabled() == before and each.captured.keys() == {"part"}
