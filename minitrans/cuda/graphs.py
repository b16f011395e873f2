"""Parts of a computation as CUDA graphs: captured once, then launched as a whole."""

import os
from contextlib import nullcontext
from functools import cache
from weakref import finalize


def graphs_of(xp):
    """Graphs; with MINITRANS_EAGER=1 in the environment each kernel is launched by itself, to look for faults."""
    return Eager(xp) if os.environ.get("MINITRANS_EAGER") == "1" else Graphs(xp)


class Eager:
    """Runs parts kernel by kernel."""

    def __init__(self, xp):
        self.stream = nullcontext()

    def run(self, part):
        part()


class Graphs:
    """Parts of a step as CUDA graphs.  Each runs kernel by kernel the first time, which compiles what it needs, is
    captured the second time, and replayed from then on."""

    def __init__(self, xp):
        self.xp, self.seen, self.captured = xp, set(), {}
        xp.cuda.Device().synchronize()  # what was written so far is there for the stream of graphs
        self.stream = stream_of_graphs(xp)
        self.pool = xp.cuda.MemoryPool()  # of its own: what a graph has used must never be given to others
        finalize(self, give_back, self.stream, self.pool).atexit = False  # the driver takes all back then

    def run(self, part):
        name = part.__name__  # the method itself would keep alive what it belongs to
        if name not in self.captured:
            with self.xp.cuda.using_allocator(self.pool.malloc):
                if name not in self.seen:
                    self.seen.add(name)
                    return part()
                self.stream.begin_capture()
                part()
                self.captured[name] = self.stream.end_capture()
        self.captured[name].launch(self.stream)


@cache
def stream_of_graphs(xp):
    """One for all: memory that was freed on a stream is kept for that stream."""
    return xp.cuda.Stream(non_blocking=True)


def give_back(stream, pool):
    """CuPy's pools do not do it when they are dropped."""
    stream.synchronize()
    pool.free_all_blocks()
