"""Parts of a computation as CUDA graphs: captured once, then each launched as a whole.

A replay writes to memory that the pool of its graph counts as free.  So no pool may give memory back to the card by
itself while a graph exists.  When the card is full, all graphs are discarded first, and captured again later.
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
    captures the graph, and all later runs replay it.  If the card has no room for a graph, its part is launched."""

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
            make_room(self.xp)  # after the error is gone, because its traceback holds arrays of the part
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

        No garbage is collected during the capture: it could contain another Graphs, which waits for the stream, and
        nothing may wait for a stream that captures.
        """
        collecting = gc.isenabled()
        gc.collect()
        gc.disable()
        try:
            self.stream.begin_capture()
            try:
                with self.xp.cuda.using_allocator(self.pool.malloc):  # which frees nothing during a capture
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

    CuPy's own error is a RuntimeError, on which its pool would free its blocks and collect garbage.
    """
    return xp.cuda.MemoryPointer(xp.cuda.Memory(size), 0)


def roomy(xp, malloc):
    """-> `malloc`, which makes room when the card is full, and tries once more"""

    def allocate(size):
        with suppress(MemoryError):
            return malloc(size)
        make_room(xp)
        return malloc(size)

    return allocate


def make_room(xp):
    """Discard all graphs, and free the memory that only they or unreachable objects use."""
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
