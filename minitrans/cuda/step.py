"""A training step that never waits for the host: packed batch in, new weights out, captured once and replayed.

All that changes from step to step lies in device memory at fixed places: the batch, the numbers of dropout's dice, the
learning rate.  The host writes them, launches, and looks at what the steps have told only once in a while.
"""

import numpy as np

from ..backend import bfloat16
from ..nn.flops import packed_training_flops
from ..nn.module import views
from ..step import Outcome
from .graphs import graphs_of
from .kernels import THREADS, blocks, launch
from .packed import PackedRows, pack, unpack

SUMS = 512  # blocks that sum squares


class Step:
    """Training steps of a model; `minitrans.step.Step` has the same attributes.

    Activations, and a copy of the weights for the products, are of config.dtype; the weights themselves, Adam's
    moments and the gradients of weights are float32.  A batch has at most config.batch_tokens words on either side.
    """

    waits = False  # a call only launches, and looking waits for the device

    def __init__(self, model, optimizer):
        xp, config = model.xp, model.config
        self.model, self.optimizer, self.config = model, optimizer, config
        self.worker, self.copy = lowered(model)
        # A pair that is longer has a batch of its own.  Round up to 64: matrix products are faster.
        self.rows = -(-max(config.batch_tokens, config.max_length) // 64) * 64
        self.packed = xp.zeros((len(PackedRows._fields), self.rows), np.int32)
        self.batch = unpack(self.packed, config.max_length)
        self.draw, self.now = xp.zeros(4, np.uint32), xp.zeros(6, np.float32)
        self.outcome, self.loss = xp.zeros(len(Outcome._fields), np.float32), xp.zeros(1, np.float32)
        self.partial = xp.empty(SUMS, np.float32)
        self.graphs, self.flops = graphs_of(xp), 0
        self.stream = self.graphs.stream

    def __call__(self, micro_batches, number, rate):
        """Launch step `number` at learning rate `rate`, from lists of pairs of ids -> target tokens"""
        adam = self.optimizer
        tokens = sum(len(target) + 1 for pairs in micro_batches for _, target in pairs)
        scales = 1 - adam.beta1**number, 1 - adam.beta2**number
        with self.stream:
            self.gradients(micro_batches, number)
            self.write(self.now, np.array([rate, *scales, 1 / tokens, tokens, number], np.float32))
            self.graphs.run(self.update)
        self.flops = sum(packed_training_flops(self.config, pairs, self.rows) for pairs in micro_batches)
        return tokens

    def gradients(self, micro_batches, number):
        for micro, pairs in enumerate(micro_batches):
            self.write(self.packed, pack(pairs, self.rows))
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
        arguments = self.partial, SUMS, self.loss, self.now, self.outcome
        launch("adam", "gradient_norm", 1, THREADS, *arguments, REAL=real)
        arguments = flat, gradient, adam.m, adam.v, self.copy, self.now, self.outcome, size
        constants = float(self.config.clip), adam.beta1, adam.beta2, adam.epsilon
        launch("adam", "adam", blocks(flat.size // 4), THREADS, *arguments, *constants, REAL=real)
        gradient[...] = 0
        self.loss[...] = 0

    def look(self):
        """Wait for the steps so far -> the Outcome of those since the last look"""
        with self.stream:
            outcome = Outcome(*self.outcome.tolist())
            self.outcome[...] = 0
        return outcome

    def not_finite(self, micro_batches, number):
        """Names of the weights whose gradients are not finite in a step; its gradients are computed again."""
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
