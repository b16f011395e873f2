"""A training step that never waits for the host: packed batch in, new weights out, captured once and replayed.

All that changes from step to step lies in device memory at fixed places: the batch, the numbers of dropout's dice, the
learning rate.  The host writes them, launches, and looks at what the steps have told only once in a while.
"""

import os
from contextlib import nullcontext
from functools import cache
from typing import NamedTuple
from weakref import finalize

import numpy as np

from ..backend import bfloat16
from ..nn.module import views
from .kernels import THREADS, blocks, launch
from .packed import ARRAYS, pack, unpack

SUMS = 512  # blocks that sum squares


class Told(NamedTuple):
    """What happened since the host last looked; the order is that of adam.cu."""

    norm: float  # of the last gradient, per target token
    loss: float  # sum over target tokens
    tokens: float
    refused: float  # steps whose loss or gradient was not finite: they changed nothing
    first_refused: float  # the number of the first of them


class Step:
    """Training steps of a model.

    Activations, and a copy of the weights for the products, are of config.dtype; the weights themselves, Adam's
    moments and the gradients of weights are float32.  rows: words of a batch on either side, at most.
    """

    def __init__(self, model, optimizer, rows=None):
        xp, config = model.xp, model.config
        self.model, self.optimizer, self.config = model, optimizer, config
        self.worker, self.copy = lowered(model)
        # A pair longer than a batch has one of its own.  To multiples of 64, which products like.
        self.rows = -(-max(rows or config.batch_tokens, config.max_length) // 64) * 64
        self.table = xp.zeros((ARRAYS, self.rows), np.int32)
        self.batch = unpack(self.table, config.max_length)
        self.draw, self.now = xp.zeros(4, np.uint32), xp.zeros(6, np.float32)
        self.told, self.loss = xp.zeros(5, np.float32), xp.zeros(1, np.float32)
        self.partial = xp.empty(SUMS, np.float32)
        self.graphs = graphs_of(xp)
        self.stream = self.graphs.stream

    def __call__(self, micro_batches, number, rate):
        """Step `number`, from lists of pairs of ids -> target tokens"""
        adam = self.optimizer
        tokens = sum(len(target) + 1 for pairs in micro_batches for _, target in pairs)
        scales = 1 - adam.beta1**number, 1 - adam.beta2**number
        with self.stream:
            self.gradients(micro_batches, number)
            self.write(self.now, np.array([rate, *scales, 1 / tokens, tokens, number], np.float32))
            self.graphs.run(self.update)
        return tokens

    def gradients(self, micro_batches, number):
        for micro, pairs in enumerate(micro_batches):
            self.write(self.table, pack(pairs, self.rows))
            self.write(self.draw, np.array([self.config.seed % 2**32, number, micro, 0], np.uint32))
            self.graphs.run(self.gradient)

    def write(self, array, values):
        array[...] = self.model.xp.asarray(values)

    def gradient(self):
        """Add loss and gradient of the batch."""
        loss = self.worker.loss(self.batch, seed=(self.draw,))
        loss.backward()
        self.loss += loss.data

    def update(self):
        """The step of Adam, and zeros for the next gradient."""
        flat, gradient, adam = self.model.flat, self.worker.flat_grad, self.optimizer
        size, real = np.int64(flat.size), "float" if self.copy is None else "bf16"
        launch("adam", "squares", SUMS, THREADS, gradient, self.partial, size, REAL=real)
        arguments = self.partial, SUMS, self.loss, self.now, self.told
        launch("adam", "gradient_norm", 1, THREADS, *arguments, REAL=real)
        arguments = flat, gradient, adam.m, adam.v, self.copy, self.now, self.told, size
        constants = float(self.config.clip), adam.beta1, adam.beta2, adam.epsilon
        launch("adam", "adam", blocks(flat.size // 4), THREADS, *arguments, *constants, REAL=real)
        gradient[...] = 0
        self.loss[...] = 0

    def look(self):
        """Wait for the steps so far -> Told, which begins anew"""
        with self.stream:
            told = Told(*self.told.tolist())
            self.told[...] = 0
        return told

    def not_finite(self, micro_batches, number):
        """Names of the weights whose gradients are not finite in a step, which is tried again without its update."""
        xp = self.model.xp
        with self.stream:
            self.gradients(micro_batches, number)
            bad = [name for name, t in self.worker.parameters().items() if not xp.isfinite(t.grad).all()]
            self.worker.flat_grad[...] = 0
            self.loss[...] = 0
        return bad


def lowered(model):
    """-> (a replica whose weights are of config.dtype, the flat copy of them; None where they are the model's own)"""
    worker, copy = model.replica(), None
    if model.config.dtype == "bfloat16":
        copy = model.flat.astype(bfloat16())
        tensors = list(worker.parameters().values())
        for tensor, view in zip(tensors, views(copy, tensors), strict=True):
            tensor.data = view
    return worker, copy


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
