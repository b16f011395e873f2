"""Where the time of a step goes: each operation timed, and the matrix products alone as the floor under it."""

import functools
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import numpy as np

from . import ops
from .data.tokenizer import PAD


@contextmanager
def timed_operations():
    """Within this context every row of the table is timed -> {(name, "forward" or "backward"): seconds, all threads}"""
    seconds, lock = {}, threading.Lock()

    def timed(function):
        name, _, direction = function.__name__.rpartition("_")

        @functools.wraps(function)  # the tape looks for `out` in the signature
        def run(*arrays, **constants):
            start = time.perf_counter()
            result = function(*arrays, **constants)
            taken = time.perf_counter() - start
            with lock:
                seconds[name, direction] = seconds.get((name, direction), 0.0) + taken
            return result

        return run

    with ExitStack() as rows:
        for name, operation in list(ops.TABLE.items()):
            rows.enter_context(ops.use(name, *map(timed, operation)))
        yield seconds


def gemm_shapes(config, batch):
    """The products (n, k, m) of [n, k] and [k, m] in the forward of a training step, those of attention left out.

    Each has two more in the backward: [n, m] by [m, k] for the input and [k, n] by [n, m] for the weights.
    """
    d, source, target = config.d_model, batch.source.size, batch.target_in.size
    d_k, d_v = (width or d // config.heads for width in (config.d_k, config.d_v))

    def attention(queries, keys):
        inner_k, inner_v = config.heads * d_k, config.heads * d_v
        return [(queries, d, inner_k), (keys, d, inner_k), (keys, d, inner_v), (queries, inner_v, d)]

    def feed_forward(rows):
        return [(rows, d, config.d_ff), (rows, config.d_ff, d)]

    encoder = attention(source, source) + feed_forward(source)
    decoder = attention(target, target) + attention(target, source) + feed_forward(target)
    words = int((batch.target_out != PAD).sum())
    return config.layers * (encoder + decoder) + [(words, d, config.vocabulary)]


class GemmReplay:
    """The matrix products of a training step and nothing else, each shard's on a thread of its own.

    Operands and results lie ready in memory, one array for each role, as large as the largest needs it.
    """

    def __init__(self, config, steps):
        """steps: for each training step its shards, a list of Batch"""
        self.steps = [[gemm_shapes(config, batch) for batch in shards] for shards in steps]
        threads = max(map(len, self.steps))
        shapes = [shape for shards in self.steps for shard in shards for shape in shard]
        sizes = dict(x=max(n * k for n, k, _ in shapes), weight=max(k * m for _, k, m in shapes))
        sizes |= dict(y=max(n * m for n, _, m in shapes), dx=sizes["x"], dweight=sizes["weight"])
        rng = np.random.default_rng(0)
        self.arrays = [
            {role: rng.standard_normal(size, np.float32).astype(config.dtype) for role, size in sizes.items()}
            for _ in range(threads)
        ]
        self.pool = ThreadPoolExecutor(threads)

    def step(self, i):
        """Forward products in order, backward products in reverse."""
        list(self.pool.map(self.run, self.steps[i], self.arrays))

    def run(self, shapes, arrays):
        def take(role, *shape):
            return arrays[role][: shape[0] * shape[1]].reshape(shape)

        for n, k, m in shapes:
            np.matmul(take("x", n, k), take("weight", k, m), out=take("y", n, m))
        for n, k, m in reversed(shapes):
            dy = take("y", n, m)
            np.matmul(dy, take("weight", k, m).T, out=take("dx", n, k))
            np.matmul(take("x", n, k).T, dy, out=take("dweight", k, m))
