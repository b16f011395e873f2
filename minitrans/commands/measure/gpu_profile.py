"""Milliseconds of each kernel in a part of a computation on the GPU, with CuPy alone.

Each kernel runs between two events.  If the GPU had to wait for Python between them, the times would be those of
Python.  So it first spins while the host launches the next kernels, and then runs these without a gap.
"""

from collections import defaultdict
from functools import partial
from unittest.mock import patch

import numpy as np

from ...cuda import kernels
from ...cuda.ops import products

AT_ONCE = 200  # kernels that wait while the GPU spins; a stream takes some 1,000 launches and events before it blocks
CYCLES = 1 << 27  # of spinning: about 70 ms, where the host needs some 15 ms
SPIN = 'extern "C" __global__ void spin(long long n) { for (long long start = clock64(); clock64() - start < n;); }'


def profile(xp, part):
    """Run part() -> {"kernels": {name: launches and milliseconds}, the longest first; "late": see Watch}

    part: a function that launches kernels one by one, not as a graph
    """
    watch = Watch(xp)
    function, matmul = partial(watch.function, kernels.function), partial(watch.matmul, products.matmul)
    with patch.object(kernels, "function", function), patch.object(products, "matmul", matmul):
        part()
    watch.collect()
    rows = sorted(watch.times.items(), key=lambda row: -sum(row[1]))
    found = {name: dict(launches=len(times), ms=round(sum(times), 4)) for name, times in rows}
    return dict(kernels=found, late=watch.late)


class Watch:
    """times: {name: the milliseconds of each launch}.  late: how often the GPU had finished spinning before all kernels
    were launched, so that some times are too long; it should be 0."""

    def __init__(self, xp):
        self.xp, self.spin, self.times, self.late = xp, xp.RawKernel(SPIN, "spin"), defaultdict(list), 0
        self.waiting = []  # (name, event before, event after)

    def function(self, function, xp, file, kernel, defines):
        run = function(xp, file, kernel, defines)
        return lambda *arguments: self.time(kernel, partial(run, *arguments))

    def matmul(self, matmul, a, b, **options):
        name = f"product [{len(a)}, {a.shape[1]}] [{b.shape[0]}, {b.shape[1]}]"
        return self.time(name, partial(matmul, a, b, **options))

    def time(self, name, run):
        if not self.waiting:
            self.spin((1,), (1,), (np.int64(CYCLES),))
        before, after = self.xp.cuda.Event(), self.xp.cuda.Event()
        before.record()
        result = run()
        after.record()
        self.waiting.append((name, before, after))
        if len(self.waiting) == AT_ONCE:
            self.collect()
        return result

    def collect(self):
        if self.waiting:
            _, first, _ = self.waiting[0]
            self.late += bool(first.done)  # recorded when the GPU has finished spinning
        for name, before, after in self.waiting:
            after.synchronize()
            self.times[name].append(self.xp.cuda.get_elapsed_time(before, after))
        self.waiting = []
