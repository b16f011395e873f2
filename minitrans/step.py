"""One training step on NumPy: forward and backward, shared between threads and processes, then Adam (Section 5.3).

A batch is divided into shards (data parallelism).  Each shard runs in one thread, on its own replica of the model.
Then the threads divide the parameters between them, to add up the gradients and for Adam.  The number of shards is a
setting of the run, and the sums are taken in a fixed order, so the result does not depend on the number of cores or of
processes.
"""

import functools
import itertools
import math
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from .data.batching import make_batch
from .nn.flops import training_flops
from .optim import chunks, clip
from .processes.exchange import exchange_of
from .processes.world import cores, world


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
            adam = functools.partial(self.optimizer.update, model.flat, model.flat_grad, number, rate)
            self.workers.divide(adam, model.flat)
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

    Each process has some of the shards.  If there are more of them than threads, the threads run them in rounds.  So
    there is at most one gradient buffer more than there are threads.
    """

    def __init__(self, model, shards):
        self.model, self.shards = model, shards
        self.own = range(world().rank, shards, world().size)  # the shards of this process
        self.threads = min(cores(), len(self.own))
        self.replicas = [model.replica() for _ in range(min(self.threads, len(self.own) - 1))]
        self.pool = ThreadPoolExecutor(self.threads)
        self.exchange = exchange_of(model.flat)
        self.flops = 0  # of the last step

    def gradient(self, micro_batches, seed):
        """Loss and gradient per target token, over all pairs of all micro-batches (lists of pairs of ids).

        seed: (run seed, step), to which micro-batch and shard are appended for dropout.
        -> (loss per token, target tokens); the gradient is in model.flat_grad.
        """
        shards = [self.cut(pairs) for pairs in micro_batches]
        tokens = sum(len(target) + 1 for pairs in micro_batches for _, target in pairs)  # + 1: EOS

        def run(index, replica):
            replica.flat_grad[:] = 0
            loss = 0.0
            for micro, row in enumerate(shards):
                if row[index]:
                    total = replica.loss(row[index], seed=(*seed, micro, self.own[index]))
                    # Divide by the tokens of the whole step, not of this shard.
                    total.backward(1 / tokens)
                    loss += float(total.data)
            return loss

        losses = []
        for first in range(0, len(self.own), self.threads):
            indices = range(first, min(first + self.threads, len(self.own)))
            # The first shard runs on the model itself, and the gradients of the others are added to its own.
            replicas = ([self.model, *self.replicas] if first == 0 else self.replicas)[: len(indices)]
            losses += self.pool.map(run, indices, replicas)
            for replica in replicas:
                self.add_up(replica.flat_grad)
        self.exchange.complete(self.model.flat_grad)
        self.flops, losses = self.of_all_shards(losses, shards)
        return sum(losses) / tokens, tokens

    def add_up(self, gradient):
        """Add a shard's gradient to that of the model, and those of the other processes, in the order of the shards."""
        slices, total = self.exchange.slices(gradient), self.model.flat_grad[self.exchange.own]
        if gradient is self.model.flat_grad:
            total[:] = slices.pop(0)

        def add(parts):
            for part in parts:
                for each in slices:
                    total[part] += each[part]

        self.divide(add, total)

    def of_all_shards(self, losses, shards):
        """-> floating point operations of the step, and the losses of all shards"""
        flops = sum(training_flops(self.model.config, batch) for row in shards for batch in row if batch)
        flops, losses = zip(*world().gather((flops, losses)), strict=True)
        return sum(flops), [losses[shard % len(losses)][shard // len(losses)] for shard in range(self.shards)]

    def divide(self, function, flat):
        """Divide the entries of `flat` between the threads: each calls function(slices) -> list of results"""
        parts = chunks(flat)
        return list(self.pool.map(function, [parts[i :: self.threads] for i in range(self.threads)]))

    def norm(self):
        """-> the Euclidean norm of the model's gradient"""
        gradient = self.model.flat_grad
        squares = self.divide(lambda slices: [float(gradient[part] @ gradient[part]) for part in slices], gradient)
        return math.sqrt(sum(sorted(itertools.chain(*squares))))  # in an order that does not depend on the threads

    def cut(self, pairs):
        """Divide pairs between n shards: shard i gets pairs i, i + n, ... -> for each shard of this process its Batch,
        or None if it is empty"""
        parts = [pairs[shard :: self.shards] for shard in self.own]
        return [make_batch(part, self.model.xp) if part else None for part in parts]
