"""Parts of a computation as CUDA graphs: captured once, then each launched as a whole."""

import gc
import os
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from weakref import WeakSet, finalize

LIVE = WeakSet()  # all Graphs


def graphs_of(xp):
    """-> Graphs; or Eager if MINITRANS_EAGER=1, to find errors: each kernel is then launched by itself."""
    return Eager(xp) if os.environ.get("MINITRANS_EAGER") == "1" else Graphs(xp)


class Eager:
    """Runs a part kernel by kernel."""

    def __init__(self, xp):
        self.stream = nullcontext()

    def synchronized(self):
        return nullcontext()

    def run(self, part):
        part()


class Graphs:
    """Parts of a computation as CUDA graphs.  The first run launches each kernel, which compiles it.  The second run
    captures the graph, and all later runs replay it."""

    def __init__(self, xp):
        self.xp, self.seen, self.captured = xp, set(), {}
        xp.cuda.Device().synchronize()  # so that the stream of graphs sees all earlier writes
        self.stream = stream_of_graphs(xp)
        # A pool of its own: memory that a graph uses must not be used by others.
        self.pool = xp.cuda.MemoryPool(roomy(xp, lambda size: xp.cuda.MemoryPointer(xp.cuda.Memory(size), 0)))
        xp.cuda.set_allocator(roomy(xp, xp.get_default_memory_pool().malloc))
        LIVE.add(self)
        finalize(self, give_back, self.stream, self.pool).atexit = False  # at exit the driver frees everything

    def run(self, part):
        name = part.__name__  # not the method, which would keep its object alive
        if name not in self.captured:
            with self.xp.cuda.using_allocator(self.pool.malloc):
                if name not in self.seen:
                    self.seen.add(name)
                    return part()
                self.captured[name] = self.capture(part)
        self.captured[name].launch(self.stream)

    @contextmanager
    def synchronized(self):
        """A context on the stream of graphs, after all that any stream was given before."""
        self.xp.cuda.Device().synchronize()
        with self.stream:
            yield

    def capture(self, part):
        """-> the CUDA graph of a part.  After an error in it, the stream can be used again.

        No garbage is collected meanwhile: among it could be another Graphs, which waits for the stream, and a stream
        that captures must not be waited for.
        """
        gc.collect()
        gc.disable()
        try:
            self.stream.begin_capture()
            try:
                part()
            except BaseException:
                with suppress(Exception):  # the error of the part is the one to report
                    self.stream.end_capture()
                raise
            return self.stream.end_capture()
        finally:
            gc.enable()


def roomy(xp, malloc):
    """-> `malloc`, but when the card is full, it tries once more after all pools have given back what nobody uses.

    A pool does not know that its free memory is used by graphs, which write to it when they are replayed.  So all
    graphs are forgotten first; they are captured again at their next run.
    """

    def allocate(size):
        try:
            return malloc(size)
        except xp.cuda.memory.OutOfMemoryError:
            for graphs in LIVE:
                graphs.captured.clear()
                graphs.pool.free_all_blocks()
            xp.get_default_memory_pool().free_all_blocks()
            return malloc(size)

    return allocate


@cache
def stream_of_graphs(xp):
    """One stream for all graphs: CuPy keeps freed memory for the stream on which it was freed."""
    return xp.cuda.Stream(non_blocking=True)


def give_back(stream, pool):
    """Free the memory of a pool, which CuPy does not do when the pool is deleted."""
    stream.synchronize()
    pool.free_all_blocks()
