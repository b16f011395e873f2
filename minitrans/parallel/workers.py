"""The gradient of a batch, shared between threads and processes (data parallelism).

A batch is divided into shards.  Each shard runs in one thread, on its own replica of the model.  Then the threads
divide the parameters among them, to add up the gradients and to run Adam.  The number of shards is a setting of the
run, and the sums have a fixed order, so the result does not depend on the number of cores or of processes.
"""

import itertools
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..backend import Array, array_module, same_device
from ..config import Config
from ..data.batching import Batch, Pair, make_batch
from ..nn import Transformer
from ..optim import chunks
from ..step import gradient
from .exchange import exchange_of
from .flops import training_flops
from .world import cores, world

SHARD_TOKENS = 500  # smaller shards cost more per token: products of few rows are slower, and Python has more overhead


def setting_of_shards(config: Config) -> int:
    """The number of shards to save with a run: its setting or, without one, one per core."""
    processes = world().size
    return config.shards or processes * max(1, min(cores(), config.batch_tokens // SHARD_TOKENS // processes))


def shards_of(config):
    """The number of shards of each batch here.  Threads would share a GPU, so there each process has one shard."""
    return world().size if config.backend == "cupy" else setting_of_shards(config)


class ThisThread:
    """A pool with only this thread, because a browser cannot start others."""

    map = map


class Workers:
    """Replicas of a model and the threads that run them.

    Each process has some of the shards.  If it has more shards than threads, the threads run them in rounds.  So there
    are at most threads + 1 gradient buffers.
    """

    def __init__(self, model: Transformer, shards: int):
        self.model, self.shards = model, shards
        self.own = range(world().rank, shards, world().size)  # the shards of this process
        self.threads = min(cores(), len(self.own))
        self.replicas = [model.replica() for _ in range(min(self.threads, len(self.own) - 1))]
        initializer = same_device(model.xp)
        self.pool = ThisThread if self.threads == 1 else ThreadPoolExecutor(self.threads, initializer=initializer)
        self.exchange = exchange_of(model.flat)

    def gradient(self, micro_batches: list[list[Pair]], seed: tuple) -> tuple[float, int, float]:
        """Loss and gradient per target token, over all pairs of all micro-batches (lists of pairs of ids).

        seed: (run seed, step), to which micro-batch and shard are appended for dropout.
        -> (loss per token, target tokens, Euclidean norm of the gradient); the gradient is in model.flat_grad.
        """
        shards = [self.cut(pairs) for pairs in micro_batches]
        tokens = sum(len(target) + 1 for pairs in micro_batches for _, target in pairs)  # + 1: EOS

        def run(index, replica):
            replica.flat_grad[:] = 0
            return [
                gradient(replica, row[index], (*seed, micro, self.own[index]), tokens)
                for micro, row in enumerate(shards)
                if row[index]
            ]

        losses = []
        for first in range(0, len(self.own), self.threads):
            indices = range(first, min(first + self.threads, len(self.own)))
            # The first shard runs on the model itself, and the gradients of the others are added to its own.
            replicas = ([self.model, *self.replicas] if first == 0 else self.replicas)[: len(indices)]
            losses += self.pool.map(run, indices, replicas)
            for replica in replicas:
                self.add_up(replica.flat_grad)
        self.exchange.complete(total := self.model.flat_grad)
        squares = self.divide(lambda slices: [total[part] @ total[part] for part in slices], total)
        *losses, squares = on_host([*losses, list(itertools.chain(*squares))])
        self.flops, losses = self.of_all_shards([sum(each) for each in losses], shards)
        # In an order that does not depend on the threads.
        return sum(losses) / tokens, tokens, math.sqrt(sum(sorted(squares)))

    def add_up(self, gradient: Array) -> None:
        """Add a shard's gradient to that of the model, and those of the other processes, in the order of the shards."""
        slices, total = self.exchange.slices(gradient), self.model.flat_grad[self.exchange.own]
        if gradient is self.model.flat_grad:
            total[:] = slices.pop(0)

        def add(parts):
            for part in parts:
                for each in slices:
                    total[part] += each[part]

        self.divide(add, total)

    def of_all_shards(self, losses: list[float], shards: list) -> tuple[int, list[float]]:
        """-> floating point operations of the step, and the losses of all shards"""
        flops = sum(training_flops(self.model.config, batch) for row in shards for batch in row if batch)
        flops, losses = zip(*world().gather((flops, losses)), strict=True)
        return sum(flops), [losses[shard % len(losses)][shard // len(losses)] for shard in range(self.shards)]

    def divide(self, function: Callable, flat: Array) -> list:
        """Divide the entries of `flat` between the threads: each calls function(slices) -> list of results"""
        parts = chunks(flat)
        return list(self.pool.map(function, [parts[i :: self.threads] for i in range(self.threads)]))

    def cut(self, pairs: list[Pair]) -> list[Batch | None]:
        """Divide pairs between n shards: shard i gets pairs i, i + n, ... -> for each shard of this process its Batch,
        or None if it is empty."""
        parts = [pairs[shard :: self.shards] for shard in self.own]
        return [make_batch(part, self.model.xp) if part else None for part in parts]


def on_host(lists):
    """Lists of arrays of one number -> the same of floats; a GPU is waited for once."""
    arrays = list(itertools.chain(*lists))
    if array_module(arrays[0]) is not np:
        arrays = array_module(arrays[0]).concatenate([x.reshape(1) for x in arrays]).tolist()
    numbers = map(float, arrays)
    return [list(itertools.islice(numbers, len(each))) for each in lists]
