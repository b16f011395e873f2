"""CUDA graphs after errors and beside the garbage collector, on a stand-in for the streams of CuPy."""

import gc
import random
import sys
import weakref
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from minitrans.cuda import graphs, on_kernels
from minitrans.cuda.graphs import Graphs


class CUDARuntimeError(RuntimeError):
    """What CUDA raises outside of the pools"""


class OutOfMemoryError(MemoryError):
    """What a pool raises"""


class Memory:
    """What cudaMalloc gives, until nobody has it any more"""

    def __init__(self, size):
        if Card.used() + size > Card.size:
            raise CUDARuntimeError("cudaErrorMemoryAllocation: out of memory")
        self.size = size
        Card.memories.add(self)


class Card:
    size, done = 10, []  # done: what was asked of it
    memories = weakref.WeakSet()
    allocators = []  # of the contexts that are open; the first one is the default

    def used():
        return sum(memory.size for memory in Card.memories)


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
        own = [Memory(1)]  # of the graph, outside of all pools

        def launch(stream):
            own.extend(Memory(1) for _ in range(len(own), 2))  # the first launch moves the graph to the card
            assert all(memory() for memory in done), "a replay writes to memory that was freed"
            Card.done.append("launch")
            self.launched = done

        return SimpleNamespace(launch=launch)

    def synchronize(self):
        assert self.capturing is None, "a capturing stream was waited for"
        Card.done.append("wait")


class Array:
    """Uses a part of a block of a pool (its memory, size, free) until nobody has the array any more"""

    def __init__(self, block, part):
        self.block, self.part = block, part

    def __del__(self):
        self.part.free, merged = True, []
        for part in self.block:
            if merged and merged[-1].free and part.free:
                merged[-1].size += part.size
            else:
                merged.append(part)
        self.block[:] = merged


class Pool:
    """As cupy.cuda.MemoryPool: the smallest free part that is large enough is split; blocks that are not split are free
    to go, which the pool does by itself when cudaMalloc raises its error."""

    def __init__(self, allocator=Memory):
        self.allocator, self.blocks = allocator, []

    def malloc(self, size):
        places = [(block, i) for block in self.blocks for i in range(len(block))]
        fitting = [(block[i].size, block, i) for block, i in places if block[i].free and block[i].size >= size]
        if fitting:
            found, block, i = min(fitting, key=lambda each: each[0])
            part = block[i]
            if found > size:
                block.insert(i + 1, SimpleNamespace(memory=part.memory, size=found - size, free=True))
            part.size, part.free = size, False
        else:
            block = [part := SimpleNamespace(memory=self.try_malloc(size), size=size, free=False)]
            self.blocks.append(block)
        return Array(block, part)

    def try_malloc(self, size):
        for clean in (lambda: None, gc.collect):
            try:
                return self.allocator(size)
            except CUDARuntimeError:
                clean()
                self.free_all_blocks()
        try:
            return self.allocator(size)
        except CUDARuntimeError:
            raise OutOfMemoryError(size, sum(part.size for block in self.blocks for part in block)) from None

    def free_all_blocks(self):
        Card.done.append("free")
        self.blocks = [block for block in self.blocks if len(block) > 1 or not block[0].free]


@contextmanager
def using_allocator(allocator):
    Card.allocators.append(allocator)
    try:
        yield
    finally:
        Card.allocators.pop()


def malloc(size):
    """An array of CuPy"""
    try:
        return Card.allocators[-1](size)
    except MemoryError:
        pools = [Card.pool, *(each.pool for each in graphs.LIVE)]
        Card.unused = any(len(block) == 1 and block[0].free for pool in pools for block in pool.blocks)
        raise


class XP:
    """A CuPy without a GPU; unlike a SimpleNamespace it can be the key of a cache."""

    def __init__(self):
        self.pool = Pool()
        self.get_default_memory_pool = lambda: self.pool
        self.cuda = SimpleNamespace(
            Stream=Stream,
            Device=lambda: SimpleNamespace(synchronize=lambda: Card.done.append("wait for all")),
            MemoryPool=Pool,
            Memory=Memory,
            MemoryPointer=lambda memory, offset: memory,
            get_allocator=lambda: Card.allocators[-1],
            using_allocator=using_allocator,
        )


@pytest.fixture
def xp(monkeypatch):
    fake = XP()
    monkeypatch.setitem(sys.modules, "cupy", fake)
    Card.pool, Card.memories, Card.done, Card.allocators = fake.pool, weakref.WeakSet(), [], [fake.pool.malloc]
    graphs.LIVE.clear()
    graphs.say_once.cache_clear()
    with on_kernels():
        yield fake
    assert Card.allocators == [fake.pool.malloc]  # the program that uses minitrans has its own again
    graphs.stream_of_graphs.cache_clear()


def part_of(each, *sizes, name="part"):
    """A part that keeps its first array while it makes the others, and writes to all; a graph remembers where"""

    def part():
        Card.done.append(name)
        arrays = []
        for size in sizes:
            del arrays[1:]
            arrays.append(malloc(size))
            if each.stream.capturing is not None:
                each.stream.capturing.append(weakref.ref(arrays[-1].part.memory))

    part.__name__ = name
    return part


def test_a_part_runs_once_then_is_captured_then_replayed(xp):
    each = Graphs(xp)
    pool = each.pool

    def part():
        malloc(1)  # its memory stays its own
        assert len(pool.blocks) == 1
        Card.done.append("part")

    for _ in range(4):
        each.run(part)
    assert Card.done == ["wait for all", "part", "capture", "part", "launch", "launch", "launch"]
    Card.done.clear()
    del each  # frees its memory now, not at the next garbage collection
    assert Card.done == ["wait", "free"]


def test_a_part_without_room_for_its_graph_is_launched(xp, capsys):
    """One line says so.  A forgotten Graphs waits at its end, which the garbage collector must not do in a capture."""
    each, forgotten = Graphs(xp), Graphs(xp)
    forgotten.itself = forgotten
    del forgotten
    part, ballast = part_of(each, 4, 4), malloc(2)
    for _ in range(3):
        each.run(part)
    assert each.captured == {"part": None}
    del ballast
    for _ in range(3):
        each.run(part)
    assert each.captured["part"] and capsys.readouterr().err.count("no GPU memory for a CUDA graph") == 1


def test_the_stream_of_graphs_takes_its_turn(xp):
    """After earlier work of the current stream, and before its later work, also after an error."""
    order, stream = [], SimpleNamespace(record=lambda: "before", wait_event=lambda event: order.append(event))
    xp.cuda.get_current_stream = lambda: stream
    each = Graphs(xp)
    each.stream = contextmanager(lambda: (yield order.append("graph")))()
    each.stream.record, each.stream.wait_event = lambda: "after", stream.wait_event
    with pytest.raises(ZeroDivisionError), each.in_order():
        raise ZeroDivisionError
    assert order == ["before", "graph", "after"]


@pytest.mark.parametrize("seed", range(100))
def test_memory_of_graphs_on_a_card_that_is_nearly_full(xp, monkeypatch, seed):
    """Parts of two Graphs and arrays of plain CuPy, in any order: no replay writes to memory that was freed (see
    Stream), and an allocation fails only if the card is too full for it when all is given back that nobody uses."""
    monkeypatch.setattr(gc, "collect", lambda: None)  # the slowest part, and here nothing is a cycle
    rng, kept = random.Random(seed), []
    both = [Graphs(xp), Graphs(xp)]
    sizes = [[rng.randint(1, 4) for _ in range(rng.randint(1, 4))] for _ in range(4)]
    parts = [(each, part_of(each, *sizes[i], name=f"part {i}")) for i, each in enumerate(both * 2)]
    for _ in range(60):
        del kept[: rng.randint(0, 2)]
        try:
            if rng.random() < 0.3:
                kept.append(malloc(rng.randint(1, 4)))
            else:
                each, part = rng.choice(parts)
                each.run(part)
        except MemoryError:
            assert not Card.unused and not any(each.captured for each in both)


def test_after_an_error_in_a_capture_a_fresh_one_works(xp):
    calls, kept = [], []

    def part():
        calls.append(len(calls))
        if len(calls) == 2:
            kept.append(malloc(Card.size))  # so the end of the capture fails too, which must not hide the error
            raise ZeroDivisionError

    broken = Graphs(xp)
    broken.run(part)
    with pytest.raises(ZeroDivisionError):
        broken.run(part)
    assert gc.isenabled() and broken.stream.capturing is None
    kept.clear()
    graphs.make_room(xp)
    fresh = Graphs(xp)
    assert fresh.stream is broken.stream  # there is one for the process
    for _ in range(3):
        fresh.run(part)
    assert calls == [0, 1, 2, 3] and fresh.stream.launched == []


@pytest.mark.parametrize("enabled", [True, False])
def test_no_garbage_is_collected_during_a_capture(xp, enabled):
    """A Graphs that a cycle keeps alive, as a traceback does, waits for the stream when it is collected.

    enabled: whether garbage was collected before, which a capture must not change
    """

    def part():
        for _ in range(3000):  # enough new objects for a collection, if it were enabled
            cycle = []
            cycle.append(cycle)

    forgotten = Graphs(xp)
    forgotten.itself = forgotten
    del forgotten
    each = Graphs(xp)
    threshold = gc.get_threshold()
    gc.set_threshold(10, 1, 1)
    try:
        each.run(part)
        again = Graphs(xp)
        again.itself = again
        del again
        if not enabled:
            gc.disable()
        each.run(part)  # the stream's `synchronize` would fail
        assert gc.isenabled() == enabled
    finally:
        gc.enable()
        gc.set_threshold(*threshold)
    assert each.captured.keys() == {"part"}
