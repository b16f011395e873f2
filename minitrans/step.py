"""One training step on NumPy: forward and backward, shared between threads, then Adam (Section 5.3).

A batch is divided into shards (data parallelism).  Each shard runs in its own thread, on its own replica of the model.
The number of shards is a setting of the run, and the sums are taken in a fixed order, so the result does not depend on
the number of cores.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from .backend import cores
from .data.batching import make_batch
from .nn.flops import training_flops
from .optim import clip


class Outcome(NamedTuple):
    """What the steps since the last `look` have done; cuda/adam.cu has the fields in the same order.

    A step whose loss or gradient is not finite is refused: it changes no weight, and its tokens do not count.
    """

    norm: float = math.nan  # of the last gradient, per target token
    loss: float = 0.0  # sum over target tokens
    tokens: float = 0  # target tokens
    refused: float = 0  # how many steps were refused
    first_refused: float = 0  # the step number of the first one


class Step:
    """Training steps of a model.  `cuda.step.Step` has the same attributes."""

    waits = True  # a call returns when its step is complete, so `look` has nothing to wait for

    def __init__(self, model, optimizer):
        self.model, self.optimizer, self.config = model, optimizer, model.config
        self.workers = Workers(model, model.config.shards)
        self.outcome = Outcome()

    @property
    def flops(self):
        """The number of floating point operations of the last step, see nn/flops.py."""
        return self.workers.flops

    def __call__(self, micro_batches, number, rate):
        """Take step `number` (first: 1) at learning rate `rate`, on lists of pairs of ids -> number of target tokens"""
        model, before = self.model, self.outcome
        loss, tokens = self.workers.gradient(micro_batches, (self.config.seed, number))
        norm = math.sqrt(float(model.flat_grad @ model.flat_grad))
        if math.isfinite(loss + norm):
            clip(model.flat_grad, norm, self.config.clip)
            self.optimizer.update(model.flat, model.flat_grad, number, rate)
            loss, learned = before.loss + loss * tokens, before.tokens + tokens
            self.outcome = Outcome(norm, loss, learned, before.refused, before.first_refused)
        else:
            first = before.first_refused or number
            self.outcome = Outcome(math.nan, before.loss, before.tokens, before.refused + 1, first)
        return tokens

    def look(self):
        """-> the Outcome of the steps since the last look"""
        outcome, self.outcome = self.outcome, Outcome()
        return outcome

    def not_finite(self, micro_batches, number):
        """Compute the gradients of a step again -> names of the weights whose gradients are not finite"""
        self.workers.gradient(micro_batches, (self.config.seed, number))
        xp = self.model.xp
        return [name for name, t in self.model.parameters().items() if not xp.isfinite(t.grad).all()]


class Workers:
    """Replicas of a model and the threads that run them.  Shard 0 runs on the model itself."""

    def __init__(self, model, shards):
        self.model = model
        self.replicas = [model, *(model.replica() for _ in range(shards - 1))]
        self.threads = min(cores(), shards)
        self.pool = ThreadPoolExecutor(self.threads)
        self.flops = 0  # of the last step

    def gradient(self, micro_batches, seed):
        """Loss and gradient per target token, over all pairs of all micro-batches (lists of pairs of ids).

        seed: (run seed, step), to which micro-batch and shard are appended for dropout.
        -> (loss per token, target tokens); the gradient is in model.flat_grad.
        """
        shards = [self.cut(pairs) for pairs in micro_batches]
        tokens = sum(batch.tokens for row in shards for batch in row if batch)
        self.flops = sum(training_flops(self.model.config, batch) for row in shards for batch in row if batch)

        def run(index):
            replica, loss = self.replicas[index], 0.0
            replica.flat_grad[:] = 0
            for micro, row in enumerate(shards):
                if row[index]:
                    total = replica.loss(row[index], seed=(*seed, micro, index))
                    # Divide by the tokens of the whole step, not of this shard.
                    total.backward(1 / tokens)
                    loss += float(total.data)
            return loss

        losses = list(self.pool.map(run, range(len(self.replicas))))
        for replica in self.replicas[1:]:
            self.model.flat_grad += replica.flat_grad
        return sum(losses) / tokens, tokens

    def cut(self, pairs):
        """Divide pairs between n shards: shard i gets pairs i, i + n, ... -> a Batch for each, None if it is empty"""
        n = len(self.replicas)
        parts = [pairs[i::n] for i in range(n)]
        return [make_batch(part, self.model.xp) if part else None for part in parts]
