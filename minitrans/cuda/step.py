"""A training step that never waits for the host: from a packed batch to new weights, captured once and replayed.

All data that changes between steps is at fixed addresses in device memory: the batch, the dropout seed, the learning
rate.  The host writes these, launches the graphs, and only now and then reads the loss and the norm of the gradient.
"""

import numpy as np

from ..nn.module import views
from ..parallel.exchange import exchange_of
from ..parallel.world import world
from ..step import Totals
from ..system.cupy import bfloat16
from .graphs import Graphs
from .kernels import THREADS, blocks, launch
from .packed import PackedRows, fitting, pack, packed_training_flops, unpack
from .tape import backward

SUMS = 512  # blocks that sum the squares of the gradient


class Step:
    """Training steps of a model; `minitrans.step.Step` has the same attributes.

    Mixed precision: activations, and a copy of the weights for the products, have the type config.dtype; the weights,
    the moments of Adam and the gradients are float32.  A batch has at most config.batch_tokens tokens on each side.

    With several processes, each has a GPU and computes the gradient of some pairs of each batch.  They add up their
    gradients between the graph of the gradient and that of the update.
    """

    synchronous = False  # a call only launches kernels; `totals` waits for the device

    def __init__(self, model, optimizer):
        xp, config = model.xp, model.config
        self.model, self.optimizer, self.config = model, optimizer, config
        self.worker, self.copy = lowered(model)
        self.rows = rows_of(config, world().size)
        self.packed = xp.zeros((len(PackedRows._fields), self.rows), np.int32)
        self.batch = unpack(self.packed, config.max_length)
        self.seed, self.scalars = xp.zeros(4, np.uint32), xp.zeros(6, np.float32)
        self.running, self.loss = xp.zeros(len(Totals._fields), np.float32), xp.zeros(1, np.float32)
        self.partial = xp.empty(SUMS, np.float32)
        self.graphs = Graphs(xp)
        self.stream = self.graphs.stream
        self.exchanges = exchange_of(self.worker.flat_grad), exchange_of(self.loss)

    def __call__(self, micro_batches, number, rate):
        """Launch step `number` at learning rate `rate`, on lists of pairs of ids -> number of target tokens"""
        adam = self.optimizer
        tokens = sum(len(target) + 1 for pairs in micro_batches for _, target in pairs)
        scales = 1 - adam.beta1**number, 1 - adam.beta2**number
        with self.stream:
            self.gradient_of_step(micro_batches, number)
            self.fill(self.scalars, np.array([rate, *scales, 1 / tokens, tokens, number], np.float32))
            self.graphs.run(self.update)
        return tokens

    def gradient_of_step(self, micro_batches, number):
        """Compute the gradient of all pairs, over all processes."""
        self.flops = 0  # counted as if every process had as many as this one
        own = (pairs[world().rank :: world().size] for pairs in micro_batches)
        for micro, pairs in enumerate(part for share in own for part in fitting(share, self.rows)):
            packed = pack(pairs, self.rows)
            self.fill(self.packed, packed)
            self.fill(self.seed, np.array([self.config.seed % 2**32, number, micro, world().rank], np.uint32))
            self.graphs.run(self.gradient_of_batch)
            self.flops += world().size * packed_training_flops(self.config, packed)
        for exchange, array in zip(self.exchanges, (self.worker.flat_grad, self.loss), strict=True):
            if world().size > 1:
                exchange.sum_up(array)

    def fill(self, array, values):
        array[...] = self.model.xp.asarray(values)

    def gradient_of_batch(self):
        """Add the loss and the gradient of the batch to the sums."""
        loss = self.worker.loss(self.batch, seed=(self.seed,))
        backward(loss)
        self.loss += loss.data

    def update(self):
        """The update of Adam; then set loss and gradient to zero."""
        flat, gradient, adam = self.model.flat, self.worker.flat_grad, self.optimizer
        size, real = np.int64(flat.size), "float" if self.copy is None else "bf16"
        launch("adam", "squares", SUMS, THREADS, gradient, self.partial, size, REAL=real)
        arguments = self.partial, SUMS, self.loss, self.scalars, self.running
        launch("adam", "gradient_norm", 1, THREADS, *arguments, REAL=real)
        arguments = flat, gradient, adam.m, adam.v, self.copy, self.scalars, self.running, size
        constants = float(self.config.clip), adam.beta1, adam.beta2, adam.epsilon
        launch("adam", "adam", blocks(flat.size // 4), THREADS, *arguments, *constants, REAL=real)
        gradient[...] = 0
        self.loss[...] = 0

    def totals(self):
        """Wait for all launched steps -> the Totals of the steps since the last call"""
        with self.stream:
            totals = Totals(*self.running.tolist())
            self.running[...] = 0
        return totals

    def not_finite(self, micro_batches, number):
        """Compute the gradients of a step again -> names of the weights whose gradients are not finite"""
        xp = self.model.xp
        with self.stream:
            self.gradient_of_step(micro_batches, number)
            bad = [name for name, t in self.worker.parameters().items() if not xp.isfinite(t.grad).all()]
            self.worker.flat_grad[...] = 0
            self.loss[...] = 0
        return bad


def rows_of(config, processes):
    """The rows of a packed batch, a multiple of 64 because matrix products are faster then.

    Several processes rarely get equally many tokens, so each then has some spare rows.  A pair of more than
    batch_tokens has its own batch.
    """
    share = config.batch_tokens // processes
    share += share // 16 if processes > 1 else 0
    return -(-max(share, config.max_length) // 64) * 64


def lowered(model):
    """-> (the model with weights of config.dtype, their flat array), or the model itself and None

    Both have the same gradients, which are float32.
    """
    if model.config.dtype != "bfloat16":
        return model, None
    worker, copy = model.replica(), model.flat.astype(bfloat16())
    tensors, own = list(worker.parameters().values()), model.parameters().values()
    for tensor, view, same in zip(tensors, views(copy, tensors), own, strict=True):
        tensor.data, tensor.grad = view, same.grad
    worker.flat_grad = model.flat_grad
    return worker, copy
