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
        Card.done.append("capture")
        self.capturing = []

    def end_capture(self):
        assert self.capturing is not None, "the stream is not capturing"
        done, self.capturing = self.capturing, None
        return SimpleNamespace(launch=lambda stream: (Card.done.append("launch"), setattr(self, "launched", done)))

    def synchronize(self):
        assert self.capturing is None, "a capturing stream was waited for"
        Card.done.append("wait")


class Pool:
    """Memory that is not used any more stays in the pool, until the card is full; it fits one size only."""

    def __init__(self, allocator):
        self.allocator, self.free = allocator, 0

    def malloc(self, size):
        try:
            return self.allocator(size)
        except Full:
            self.free_all_blocks()
            return self.allocator(size)

    def free_all_blocks(self):
        Card.done.append("free")
        Card.used -= self.free
        self.free = 0


class Full(MemoryError):
    pass


class Card:
    size, used, done, allocator = 10, 0, [], None  # done: what was asked of it;  allocator: that of a context

    @contextlib.contextmanager
    def using_allocator(allocator):
        Card.allocator = allocator
        yield
        Card.allocator = None

    def memory(size):
        if Card.used + size > Card.size:
            raise Full
        Card.used += size
        return size


@pytest.fixture
def xp():
    """A CuPy without a GPU"""
    default = Pool(Card.memory)
    cuda = SimpleNamespace(
        Stream=Stream,
        Device=lambda: SimpleNamespace(synchronize=lambda: Card.done.append("wait for all")),
        MemoryPool=Pool,
        Memory=Card.memory,
        MemoryPointer=lambda memory, offset: memory,
        memory=SimpleNamespace(OutOfMemoryError=Full),
        using_allocator=Card.using_allocator,
        set_allocator=lambda allocator: setattr(cuda, "allocator", allocator),
    )

    class XP:  # unlike a SimpleNamespace it can be the key of a cache
        pass

    fake = XP()
    fake.cuda, fake.get_default_memory_pool, Card.used, Card.done = cuda, lambda: default, 0, []
    yield fake
    graphs.stream_of_graphs.cache_clear()


def test_a_part_runs_once_then_is_captured_then_replayed(xp):
    each = Graphs(xp)
    pool = each.pool

    def part():
        assert Card.allocator == pool.malloc  # so its memory stays its own
        Card.done.append("part")

    for _ in range(4):
        each.run(part)
    assert Card.done == ["wait for all", "part", "capture", "part", "launch", "launch", "launch"]
    Card.done.clear()
    del each  # frees its memory now, not at the next garbage collection
    assert Card.done == ["wait", "free"]


@pytest.mark.parametrize("who", ["another graph", "the same graphs", "plain CuPy"])
def test_a_card_that_is_full_gives_back_what_nobody_uses(xp, who):
    """A replay would write to memory that its pool has given back, so no graph outlives it."""
    each, other = Graphs(xp), Graphs(xp)

    def part():
        each.pool.malloc(4)
        each.pool.free += 4  # at the end of the part nobody uses it; a replay does

    for _ in range(2):
        each.run(part)
    assert each.captured.keys() == {"part"} and Card.used == 8
    malloc = {"another graph": other.pool.malloc, "the same graphs": each.pool.malloc}.get(who, xp.cuda.allocator)
    malloc(7)
    assert not each.captured and Card.used == 7
    with pytest.raises(Full):
        xp.cuda.allocator(11)


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
