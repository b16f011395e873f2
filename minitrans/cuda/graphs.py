"""Parts of a computation as CUDA graphs: captured once, then each launched as a whole.

A replay writes to memory that is free for the pool of its graph.  So no pool may give memory back to the card by itself
while a graph exists.  When the card is full, all graphs are forgotten first, and captured again later.
"""

import gc
from contextlib import contextmanager, suppress
from functools import cache
from weakref import WeakSet, finalize

from ..system.cupy import memory_errors
from ..system.errors import say_once

LIVE = WeakSet()  # all Graphs


class Graphs:
    """Parts of a computation as CUDA graphs.  The first run launches each kernel, which compiles it.  The second run
    captures the graph, and all later runs replay it.  A part for whose graph the card has no room is launched again."""

    def __init__(self, xp):
        self.xp, self.captured = xp, {}
        xp.cuda.Device().synchronize()  # so that the stream of graphs sees all earlier writes
        self.stream = stream_of_graphs(xp)
        # A pool of its own: memory that a graph uses must not be used by others.
        self.pool = xp.cuda.MemoryPool(lambda size: new_memory(xp, size))
        LIVE.add(self)
        finalize(self, give_back, self.stream, self.pool).atexit = False  # at exit the driver frees everything

    def run(self, part):
        name = part.__name__  # not the method, which would keep its object alive
        if name in self.captured:
            with suppress(MemoryError), memory_errors():
                self.captured[name] = graph = self.captured[name] or self.capture(part)
                graph.launch(self.stream)
                return
            make_room(self.xp)  # not before the error is gone, because its traceback holds arrays of the part
            say_once("no GPU memory for a CUDA graph, so steps are slower; use a smaller --batch-tokens or --beam")
        with self.xp.cuda.using_allocator(roomy(self.xp, self.pool.malloc)):
            part()
        self.captured[name] = None

    @contextmanager
    def in_order(self):
        """A context on the stream of graphs: after the earlier work of the current stream, before its later work."""
        current = self.xp.cuda.get_current_stream()
        self.stream.wait_event(current.record())
        try:
            with self.stream:
                yield
        finally:
            current.wait_event(self.stream.record())

    def capture(self, part):
        """-> the CUDA graph of a part.  After an error in it, the stream can be used again.

        No garbage is collected meanwhile: among it could be another Graphs, which waits for the stream, and a stream
        that captures must not be waited for.
        """
        collecting = gc.isenabled()
        gc.collect()
        gc.disable()
        try:
            self.stream.begin_capture()
            try:
                with self.xp.cuda.using_allocator(self.pool.malloc):  # which gives nothing back in a capture
                    part()
            except BaseException:
                with suppress(Exception):  # the error of the part is the one to report
                    self.stream.end_capture()
                raise
            return self.stream.end_capture()
        finally:
            if collecting:
                gc.enable()


@memory_errors()
def new_memory(xp, size):
    """Memory of the card, for a pool; MemoryError if the card is full.

    At CuPy's own error, a RuntimeError, CuPy's pool would free its blocks and collect garbage.
    """
    return xp.cuda.MemoryPointer(xp.cuda.Memory(size), 0)


def roomy(xp, malloc):
    """-> `malloc`, but when the card is full, it makes room and tries once more"""

    def allocate(size):
        with suppress(MemoryError):
            return malloc(size)
        make_room(xp)
        return malloc(size)

    return allocate


def make_room(xp):
    """Forget all graphs, and give back the memory that only they use, or objects that nobody can reach any more."""
    gc.collect()
    for graphs in LIVE:
        graphs.captured.clear()
        graphs.pool.free_all_blocks()
    xp.get_default_memory_pool().free_all_blocks()


@cache
def stream_of_graphs(xp):
    """One stream for all graphs: CuPy keeps freed memory for the stream on which it was freed."""
    return xp.cuda.Stream(non_blocking=True)


def give_back(stream, pool):
    """Free the memory of a pool, which CuPy does not do when the pool is deleted."""
    stream.synchronize()
    pool.free_all_blocks()
