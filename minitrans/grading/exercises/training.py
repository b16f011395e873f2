"""The training step, and the loop of many."""

import math
from functools import partial

import numpy as np

from ...data.batching import make_batch
from ...optim import Adam, learning_rate
from ..my_transformer.model import Transformer
from ..my_transformer.training import training_loop, training_step
from .exercise import EXACT, TOLERATED, Exercise, short_repr
from .finding import Finding
from .training_mistakes import ALL, ANEW, MISTAKES, ONE_SEED, SEED
from .whole import PAIRS, SHAPE, arrays_of, both

BATCH = arrays_of(PAIRS)
SEVEN = [([i], [i, i]) for i in range(4, 11)]


class Recorded(Transformer):
    """Our model, which keeps the batches, smoothings and seeds that it was given"""

    def loss(self, source, target_in, target_out, smoothing=0.0, seed=None):
        vars(self).setdefault("calls", []).append((source, target_in, target_out, smoothing, seed))
        return super().loss(source, target_in, target_out, smoothing, seed)


class Descent:
    """An optimizer that goes down the gradient, and keeps what it was given"""

    def __init__(self):
        self.calls = []

    def update(self, flat, gradient, step, rate):
        self.calls.append((flat.copy(), gradient.copy(), step, rate))
        flat -= rate * gradient


class Training(Exercise):
    """In a folder, take what you have: `from .words import batch_arrays, batches`.  `training_step` may use what is
    said here of the model and of the optimizer, and `training_loop` the model's d_model too."""

    name = "training"
    wants = (training_step, training_loop)
    mistakes = MISTAKES

    def interface(self, data, training_step, training_loop):
        """A number comes back; weights keep shape and dtype; the batch does not change."""
        for dtype in (np.float32, np.float64):
            model, batch = Transformer(**SHAPE, layers=1), [each.copy() for each in BATCH]
            for w in model.weights:
                w.data = w.data.astype(dtype)
            before = [(w.data.shape, dtype) for w in model.weights]
            loss = training_step(model, Descent(), batch, 1, 0.1)
            if not isinstance(loss, float | np.floating):
                raise Finding(f"training_step must return the mean loss, a number, not {short_repr(loss)}")
            after = [(np.shape(w.data), getattr(w.data, "dtype", None)) for w in model.weights]
            for i, (own, right) in enumerate(zip(after, before, strict=True)):
                if own != right:
                    raise Finding(f"weight {i} has after the step the shape and dtype {own}, before it {right}")
            if not all((one == two).all() for one, two in zip(batch, BATCH, strict=True)):
                raise Finding("training_step has changed the batch")
        steps = list(training_loop(Transformer(**SHAPE, layers=1), PAIRS, 2))
        if [step for step, _ in steps] != [1, 2]:
            raise Finding(f"training_loop(model, pairs, 2) must yield (1, loss) and (2, loss), not {short_repr(steps)}")
        self.same_defaults(training_step, training_loop)

    def forward(self, data, training_step, training_loop):
        """The mean loss, and a step down its gradient."""
        own = training_step, training_loop
        for smoothing in (0.0, 0.3):
            step = partial(one_step, data, smoothing)
            self.same(step, own, step(*self.ours()), EXACT)

    def adversarial(self, data, training_step, training_loop):
        """Several steps: old gradients are gone, and a seed is handed on; a batch of one word."""
        steps = partial(three_steps, data)
        before = [partial(one_step, data, 0.0)]
        self.same(steps, (training_step, training_loop), steps(*self.ours()), TOLERATED, earlier=before)
        model, _ = both(data, Recorded, dropout=0.3)
        training_step(model, Descent(), BATCH, 1, 0.1, 0.0, (5, 1))
        if (seed := model.calls[0][-1]) != (5, 1):
            raise Finding(f"model.loss gets the seed {seed}, not (5, 1)", cause=SEED)
        empty = BATCH[0][:1], np.array([[1]]), np.array([[2]])
        if not math.isfinite(training_step(model, Descent(), empty, 5, 0.1)):
            raise Finding("a batch whose only word is EOS has a loss that is not finite")

    def invariants(self, data, training_step, training_loop):
        """The loop: every pair has its turn in each epoch, every step its own seed, and the batches are right."""
        model, _ = both(data, Recorded)
        steps = training_loop(model, SEVEN, 40, batch_tokens=7, warmup=100, smoothing=0.0, seed=3)
        losses, seeds = [loss for _, loss in steps], [seed for *_, seed in model.calls]
        if len(seeds) != 40:
            raise Finding(f"in 40 steps, model.loss ran {len(seeds)} times")
        if seeds != [(3, step) for step in range(1, 41)]:
            cause = SEED if seeds == 40 * [None] else ONE_SEED
            raise Finding(f"step n must have the seed (seed, n); the first two are {seeds[:2]}", cause=cause)
        seen = []
        for source, target_in, target_out, *_ in model.calls:
            for s, given, asked in zip(source, target_in, target_out, strict=True):
                i = int(s[0])
                seen.append(i)
                if (list(s), list(given), list(asked)) != ([i, 2], [1, i, i], [i, i, 2]):
                    what = f"the pair ([{i}], [{i}, {i}]) has become {s}, {given} and {asked}"
                    raise Finding(what, cause="source and target_out end with EOS = 2, target_in begins with BOS = 1")
        epochs = [seen[start : start + 7] for start in range(0, len(seen) - 6, 7)]
        for number, epoch in enumerate(epochs, 1):
            if sorted(epoch) != list(range(4, 11)):
                raise Finding(f"in epoch {number}, not every pair is used exactly once: {epoch}", cause=ALL)
        if epochs[0] == epochs[1] == epochs[2] == epochs[3]:
            raise Finding("every epoch has the same batches in the same order", cause=ANEW)
        first, last = np.mean(losses[:8]), np.mean(losses[-8:])
        if not last < first:
            raise Finding(f"the loss does not fall: {first:.4g} in the first 8 steps, {last:.4g} in the last of 40")

    def integration(self, data, training_step, training_loop):
        """One batch holds all pairs: the losses equal those of the library's model, with its Adam and schedule."""
        losses = partial(losses_of_loop, data)
        before = [partial(one_step, data, 0.0), partial(three_steps, data)]
        self.same(losses, (training_step, training_loop), losses_of_library(data), 1e-8, earlier=before)


def one_step(data, smoothing, training_step, training_loop):
    """What a step returns and hands to the optimizer, and the weights after it"""
    (model, _), optimizer = both(data, Transformer), Descent()
    loss = training_step(model, optimizer, BATCH, 3, 0.2, smoothing)
    if len(optimizer.calls) != 1:
        raise Finding(f"training_step must call optimizer.update once, not {len(optimizer.calls)} times")
    flat, gradient, step, rate = optimizer.calls[0]
    return {
        "the mean loss": loss,
        "the weights that update gets": flat,
        "the gradient that update gets": gradient,
        "step and rate that update gets": np.array([step, rate]),
        "after the step, the weights": weights_of(model),
    }


def three_steps(data, training_step, training_loop):
    """The weights after each of three steps"""
    (model, _), optimizer, found = both(data, Transformer), Descent(), {}
    for step in (1, 2, 3):
        training_step(model, optimizer, BATCH, step, 0.01)
        found[f"after step {step}, the weights"] = weights_of(model)
    return found


def weights_of(model):
    return np.concatenate([w.data.ravel() for w in model.weights])


def losses_of_loop(data, training_step, training_loop):
    model, _ = both(data, Transformer)
    steps = training_loop(model, PAIRS, 5, batch_tokens=100, warmup=3, smoothing=0.2)
    return {"the losses of training_loop": np.array([loss for _, loss in steps], float)}


def losses_of_library(data):
    _, library = both(data, Transformer)
    adam, words, losses = Adam(library.flat), np.count_nonzero(BATCH[-1]), []
    for step in range(1, 6):
        library.flat_grad[:] = 0
        loss = library.loss(make_batch(PAIRS), smoothing=0.2)
        loss.backward()
        losses.append(loss.data / words)
        adam.update(library.flat, library.flat_grad / words, step, learning_rate(step, SHAPE["d_model"], 3))
    return {"the losses of training_loop": np.array(losses)}
