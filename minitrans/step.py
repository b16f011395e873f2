"""One training step on NumPy or CuPy: forward, backward, clipping, then Adam (Section 5.3)."""

import functools
import math
from typing import Any, NamedTuple

from .backend import Array
from .data.batching import Batch, Pair
from .nn import Transformer
from .optim import Adam, clip


def gradient(model: Transformer, batch: Batch, seed: tuple[int, ...], tokens: int) -> Array:
    """Add the gradient of a batch to model.flat_grad -> its loss [], a sum over target tokens.

    seed: a tuple of integers, for dropout
    tokens: the number by which to divide the gradient: the target tokens of the whole step, of which this is a part
    """
    loss = model.loss(batch, seed)
    loss.backward(1 / tokens)
    return loss.data


class Totals(NamedTuple):
    """Sums over the steps since the last call of `Step.totals`.

    The kernels write them, so cuda/adam.cu has the fields in the same order.  A step whose loss or gradient is not
    finite is skipped: it changes no weight, and its tokens do not count.
    """

    norm: float = math.nan  # of the last gradient, per target token
    loss: float = 0.0  # sum over target tokens
    tokens: float = 0  # target tokens
    skipped: float = 0  # how many steps were skipped
    first_skipped: float = 0  # the step number of the first one


class Step:
    """Training steps of a model.  `cuda.step.Step` has the same attributes.

    workers: parallel.workers.Workers, which divide the gradient and the update between threads and processes
    """

    synchronous = True  # a call returns when its step is complete, so `totals` has nothing to wait for

    def __init__(self, model: Transformer, optimizer: Adam, workers: Any):
        self.model, self.optimizer, self.workers, self.config = model, optimizer, workers, model.config
        self.running = Totals()

    @property
    def flops(self) -> int:
        """The number of floating point operations of the last step, see parallel/flops.py."""
        return self.workers.flops

    def __call__(self, micro_batches: list[list[Pair]], number: int, rate: float) -> int:
        """Take step `number` (first: 1) at learning rate `rate`, on lists of pairs of ids -> number of target tokens"""
        model, before = self.model, self.running
        loss, tokens, norm = self.workers.gradient(micro_batches, (self.config.seed, number))
        if math.isfinite(loss + norm):
            clip(model.flat_grad, norm, self.config.clip)
            adam = functools.partial(self.optimizer.update, model.flat, model.flat_grad, number, rate)
            self.workers.divide(adam, model.flat)
            loss, learned = before.loss + loss * tokens, before.tokens + tokens
            self.running = Totals(norm, loss, learned, before.skipped, before.first_skipped)
        else:
            first = before.first_skipped or number
            self.running = Totals(math.nan, before.loss, before.tokens, before.skipped + 1, first)
        return tokens

    def totals(self) -> Totals:
        """-> the Totals of the steps since the last call"""
        totals, self.running = self.running, Totals()
        return totals

    def not_finite(self, micro_batches: list[list[Pair]], number: int) -> list[str]:
        """Compute the gradients of a step again -> names of the weights whose gradients are not finite"""
        self.workers.gradient(micro_batches, (self.config.seed, number))
        xp = self.model.xp
        return [name for name, t in self.model.parameters().items() if not xp.isfinite(t.grad).all()]
