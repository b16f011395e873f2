"""One training step on NumPy: forward and backward, shared between threads, then Adam (Section 5.3).

A batch is divided into shards (data parallelism).  Each shard runs in one thread, on its own replica of the model.
Then the threads divide the parameters between them, to add up the gradients and for Adam.  The number of shards is a
setting of the run, and the sums are taken in a fixed order, so the result does not depend on the number of cores.
"""

import itertools
import math
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from .backend import cores
from .data.batching import make_batch
from .nn.flops import training_flops
from .optim import chunks, clip


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
        norm = self.workers.norm()
        if math.isfinite(loss + norm):
            clip(model.flat_grad, norm, self.config.clip)
            self.workers.divide(lambda parts: self.optimizer.update(model.flat, model.flat_grad, number, rate, parts))
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
    """Replicas of a model and the threads that run them.

    If there are more shards than threads, the threads run them in rounds.  So there is at most one gradient buffer more
    than there are threads.
    """

    def __init__(self, model, shards):
        self.model, self.shards = model, shards
        self.threads = min(cores(), shards)
        self.replicas = [model.replica() for _ in range(min(self.threads, shards - 1))]
        self.pool = ThreadPoolExecutor(self.threads)
        slices = chunks(model.flat)
        self.parts = [slices[i :: self.threads] for i in range(self.threads)]
        self.flops = 0  # of the last step

    def gradient(self, micro_batches, seed):
        """Loss and gradient per target token, over all pairs of all micro-batches (lists of pairs of ids).

        seed: (run seed, step), to which micro-batch and shard are appended for dropout.
        -> (loss per token, target tokens); the gradient is in model.flat_grad.
        """
        shards = [self.cut(pairs) for pairs in micro_batches]
        tokens = sum(batch.tokens for row in shards for batch in row if batch)
        self.flops = sum(training_flops(self.model.config, batch) for row in shards for batch in row if batch)

        def run(index, replica):
            replica.flat_grad[:] = 0
            loss = 0.0
            for micro, row in enumerate(shards):
                if row[index]:
                    total = replica.loss(row[index], seed=(*seed, micro, index))
                    # Divide by the tokens of the whole step, not of this shard.
                    total.backward(1 / tokens)
                    loss += float(total.data)
            return loss

        losses = []
        for first in range(0, self.shards, self.threads):
            indices = range(first, min(first + self.threads, self.shards))
            # Shard 0 runs on the model itself.  The gradients of the others are added to its own, in their order.
            replicas = [self.model, *self.replicas] if first == 0 else self.replicas
            losses += self.pool.map(run, indices, replicas)
            self.add_up(replicas[first == 0 : len(indices)])
        return sum(losses) / tokens, tokens

    def divide(self, function):
        """Divide the parameters between the threads: each calls function(slices) with its part -> list of results"""
        return list(self.pool.map(function, self.parts))

    def add_up(self, replicas):
        """Add the gradients of these replicas to that of the model."""

        def add(slices):
            for part in slices:
                for replica in replicas:
                    self.model.flat_grad[part] += replica.flat_grad[part]

        self.divide(add)

    def norm(self):
        """-> the Euclidean norm of the model's gradient"""
        gradient = self.model.flat_grad
        squares = self.divide(lambda slices: [float(gradient[part] @ gradient[part]) for part in slices])
        return math.sqrt(sum(sorted(itertools.chain(*squares))))  # in an order that does not depend on the threads

    def cut(self, pairs):
        """Divide pairs between n shards: shard i gets pairs i, i + n, ... -> a Batch for each, None if it is empty"""
        n = self.shards
        parts = [pairs[i::n] for i in range(n)]
        return [make_batch(part, self.model.xp) if part else None for part in parts]
