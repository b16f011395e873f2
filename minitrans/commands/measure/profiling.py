"""Profiling of a training step: the time of each operation, and of the matrix products alone as a lower bound."""

import functools
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import numpy as np

from ... import ops
from ...config import Config
from ...parallel.flops import weight_products


@contextmanager
def timed_operations() -> Iterator[dict]:
    """Time the operations of ops.TABLE in this context -> {(name, "forward" or "backward"): seconds of all threads}"""
    seconds, lock = {}, threading.Lock()

    def timed(function):
        name, _, direction = function.__name__.rpartition("_")

        @functools.wraps(function)
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
            rows.enter_context(ops.use(name, timed(operation.forward), timed(operation.backward), operation.adds))
        yield seconds


class GemmReplay:
    """The matrix products of a training step and nothing else, with one thread for each shard.

    Operands and results use arrays that are allocated once per thread and role, large enough for every product.
    """

    def __init__(self, config: Config, steps: list):
        """steps: for each training step, the list of Batch of its shards"""
        self.steps = [[weight_products(config, batch) for batch in shards] for shards in steps]
        threads = max(map(len, self.steps))
        shapes = [shape for shards in self.steps for shard in shards for shape in shard]
        sizes = dict(x=max(n * k for n, k, _ in shapes), weight=max(k * m for _, k, m in shapes))
        sizes |= dict(y=max(n * m for n, _, m in shapes), dx=sizes["x"], dweight=sizes["weight"])
        rng = np.random.default_rng(0)
        self.arrays = [
            {role: rng.standard_normal(size, np.float32).astype(config.weights_dtype) for role, size in sizes.items()}
            for _ in range(threads)
        ]
        self.pool = ThreadPoolExecutor(threads)

    def step(self, i: int) -> None:
        """Compute the products of step i: the forward ones in order, then the backward ones in reverse order."""
        list(self.pool.map(self.run, self.steps[i], self.arrays))

    def run(self, shapes: list, arrays: dict) -> None:
        def take(role, *shape):
            return arrays[role][: shape[0] * shape[1]].reshape(shape)

        for n, k, m in shapes:
            np.matmul(take("x", n, k), take("weight", k, m), out=take("y", n, m))
        for n, k, m in reversed(shapes):
            dy = take("y", n, m)
            np.matmul(dy, take("weight", k, m).T, out=take("dx", n, k))
            np.matmul(take("x", n, k).T, dy, out=take("dweight", k, m))
