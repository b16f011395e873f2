"""The training step, and the loop of many."""

import math
from types import SimpleNamespace

import numpy as np

from ..my_transformer.training import training_loop, training_step
from .adam import moment
from .exercise import EXACT, TOLERATED, Exercise, assert_close, short_repr
from .finding import Finding

PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5]), ([5], [])]
BATCH = (
    np.array([[4, 5, 6, 2], [9, 2, 0, 0]]),
    np.array([[1, 7, 8, 0, 0], [1, 10, 4, 9, 9]]),
    np.array([[7, 8, 2, 0, 0], [10, 4, 9, 9, 2]]),
)
WORDS = 8  # of the target in BATCH, with EOS


class Bowl:
    """A model with a loss of two weights, for each word y: (a_y - 1)^2 / 2 + smoothing a_y + |b - 2|^2 / 2

    It keeps the batches, smoothings and seeds that it was given.
    """

    d_model = 16

    def __init__(self, rng, dtype=np.float64):
        arrays = [rng.standard_normal(shape).astype(dtype) for shape in (11, (2, 3))]
        self.weights = [SimpleNamespace(data=array, grad=np.zeros_like(array)) for array in arrays]
        self.calls = []

    def loss(self, source, target_in, target_out, smoothing=0.0, seed=None):
        self.calls.append(([np.array(each) for each in (source, target_in, target_out)], smoothing, seed))
        loss, gradients = loss_of([w.data for w in self.weights], target_out, smoothing)

        def backward(dy=1):
            for w, gradient in zip(self.weights, gradients, strict=True):
                w.grad = dy * gradient if w.grad is None else w.grad + dy * gradient

        return SimpleNamespace(data=loss, backward=backward)


def loss_of(weights, target_out, smoothing):
    """The loss of a Bowl, and its gradients"""
    a, b = weights
    y = target_out[target_out != 0]
    loss = ((a[y] - 1) ** 2 / 2 + a.dtype.type(smoothing) * a[y]).sum() + len(y) * ((b - 2) ** 2).sum() / 2
    of_a = np.bincount(y, minlength=len(a)).astype(a.dtype) * (a - 1 + a.dtype.type(smoothing))
    return loss, [of_a, len(y) * (b - 2)]


class Descent:
    """An optimizer that goes down the gradient, and keeps what it was given"""

    def __init__(self):
        self.calls = []

    def update(self, flat, gradient, step, rate):
        self.calls.append((flat.copy(), gradient.copy(), step, rate))
        flat -= rate * gradient


class Training(Exercise):
    """In a folder, take what you have: `from .words import arrays, batches`.  `training_step` may use of the model and
    of the optimizer what is said here, and `training_loop` the model's d_model too."""

    name = "training"
    wants = (training_step, training_loop)

    def interface(self, data, training_step, training_loop):
        """A number comes back; weights keep shape and dtype; the batch does not change."""
        for dtype in (np.float32, np.float64):
            model, batch = Bowl(data.rng, dtype), [each.copy() for each in BATCH]
            before = [(w.data.shape, dtype) for w in model.weights]
            loss = training_step(model, Descent(), batch, 1, 0.1)
            if not isinstance(loss, float | np.floating):
                raise Finding(f"training_step must return the mean loss, a number, not {short_repr(loss)}")
            after = [(np.shape(w.data), getattr(w.data, "dtype", None)) for w in model.weights]
            if after != before:
                raise Finding(f"after the step the weights have shapes and dtypes {after}, before it {before}")
            if not all((one == two).all() for one, two in zip(batch, BATCH, strict=True)):
                raise Finding("training_step has changed the batch")
        steps = list(training_loop(Bowl(data.rng), PAIRS, 2))
        if [step for step, _ in steps] != [1, 2]:
            raise Finding(f"training_loop(model, pairs, 2) must yield (1, loss) and (2, loss), not {short_repr(steps)}")
        self.same_defaults(training_step, training_loop)

    def forward(self, data, training_step, training_loop):
        """The mean loss, and a step down its gradient."""
        for smoothing in (0.0, 0.3):
            model, optimizer = Bowl(data.rng), Descent()
            before = [w.data.copy() for w in model.weights]
            loss = training_step(model, optimizer, BATCH, 3, 0.2, smoothing)
            total, gradients = loss_of(before, BATCH[-1], smoothing)
            means = {
                "it is the sum: divide it by the number of words": total,
                "padding is counted among the words": total / BATCH[-1].size,
                "it is divided by the number of sentences": total / 2,
                "EOS is not counted among the words": total / (WORDS - 2),
                "it is the loss after the step": loss_of([w.data for w in model.weights], BATCH[-1], smoothing)[0]
                / WORDS,
                "smoothing is not handed on": loss_of(before, BATCH[-1], 0.1)[0] / WORDS,
            }
            assert_close("the mean loss", np.asarray(loss), total / WORDS, EXACT, means)
            if len(optimizer.calls) != 1:
                raise Finding(f"training_step must call optimizer.update once, not {len(optimizer.calls)} times")
            flat, gradient, step, rate = optimizer.calls[0]
            right = np.concatenate([each.ravel() for each in gradients]) / WORDS
            assert_close("the weights that update gets", flat, np.concatenate([each.ravel() for each in before]), EXACT)
            slopes = {
                "it is that of the sum: hand 1 / words to backward": right * WORDS,
                "padding is counted among the words": right * WORDS / BATCH[-1].size,
                "it is divided by the number of words twice": right / WORDS,
                "the sign: the optimizer itself goes down": -right,
                "it is 0: take it after the backward": 0 * right,
            }
            assert_close("the gradient that update gets", gradient, right, EXACT, slopes)
            if (step, rate) != (3, 0.2):
                raise Finding(f"update must get step 3 and rate 0.2, not {step} and {rate:g}")
            moved = flat - rate * gradient
            stayed = {"update changes `flat`, a copy: hand its parts back to the weights": flat}
            assert_close("after the step, the weights", np.concatenate([w.data.ravel() for w in model.weights]), moved,
                         EXACT, stayed)  # fmt: skip

    def adversarial(self, data, training_step, training_loop):
        """Several steps: old gradients are gone; a seed is handed on; weights that a model gives anew each time."""
        model, optimizer = Bowl(data.rng), Descent()
        weights = [w.data.copy() for w in model.weights]
        for step in range(1, 4):
            training_step(model, optimizer, BATCH, step, 0.1, 0.0, (5, step))
            _, gradients = loss_of(weights, BATCH[-1], 0.0)
            weights = [w - 0.1 * each / WORDS for w, each in zip(weights, gradients, strict=True)]
            for w, right in zip(model.weights, weights, strict=True):
                if not abs(w.data - right).max() < TOLERATED:
                    raise Finding(f"step {step} is wrong", cause="set all grads to 0 before each backward, which adds")
        if [seed for *_, seed in model.calls] != [(5, 1), (5, 2), (5, 3)]:
            raise Finding("the seed must be handed on to model.loss: without it there is no dropout")
        for w in model.weights:
            w.grad = None
        training_step(model, optimizer, BATCH, 4, 0.1)  # as a Tensor is at first
        empty = BATCH[0][:1], np.array([[1]]), np.array([[2]])
        if not math.isfinite(training_step(model, optimizer, empty, 5, 0.1)):
            raise Finding("a batch whose only word is EOS has a loss that is not finite")

    def invariants(self, data, training_step, training_loop):
        """The loop: every pair has its turn in each epoch, every step its own seed, and the batches are right."""
        model, pairs = Bowl(data.rng), [([i], [i, i]) for i in range(4, 11)]
        losses = [loss for _, loss in training_loop(model, pairs, 40, batch_tokens=7, warmup=5, smoothing=0.0, seed=3)]
        seeds = [seed for *_, seed in model.calls]
        if seeds != [(3, step) for step in range(1, 41)]:
            raise Finding(f"step n must have the seed (seed, n); the first two are {seeds[:2]}")
        seen = []
        for (source, target_in, target_out), *_ in model.calls:
            for s, given, asked in zip(source, target_in, target_out, strict=True):
                seen.append(int(s[0]))
                if (s != [s[0], 2]).any() or (given != [1, s[0], s[0]]).any() or (asked != [s[0], s[0], 2]).any():
                    raise Finding(
                        f"the pair ({s[:1]}, {s[:1].repeat(2)}) has become {s}, {given} and {asked}",
                        cause="source and target_out end with EOS = 2, and target_in begins with BOS = 1",
                    )
        for start in range(0, len(seen) - 6, 7):
            if sorted(seen[start : start + 7]) != list(range(4, 11)):
                raise Finding(f"in epoch {start // 7 + 1}, not every pair has its turn once: {seen[start : start + 7]}")
        if seen[:7] == seen[7:14] == seen[14:21] == seen[21:28]:
            raise Finding("every epoch has the same batches in the same order: give `batches` a generator")
        if not losses[-1] < losses[0]:
            raise Finding(f"the loss does not fall: {losses[0]:.4g} at first, {losses[-1]:.4g} after 40 steps")

    def integration(self, data, training_step, training_loop):
        """One batch holds all pairs: the losses equal those of Adam and the schedule of the paper, by formulas."""
        model = Bowl(data.rng)
        weights = np.concatenate([w.data.ravel() for w in model.weights])
        right = by_formulas(weights, 3)
        wrong = {"warmup is not handed on": by_formulas(weights, 400)}
        wrong["the first step is 1: its rate is that of step 1"] = by_formulas(weights, 3, late=1)
        losses = [loss for _, loss in training_loop(model, PAIRS, 5, batch_tokens=100, warmup=3, smoothing=0.2)]
        assert_close("the losses of training_loop", np.array(losses, float), right, 1e-8, wrong)


def by_formulas(flat, warmup, late=0):
    """The losses of five steps on all PAIRS"""
    words, losses, gradients = np.array(sum(([*target, 2] for _, target in PAIRS), [])), [], []
    for step in range(1, 6):
        loss, slopes = loss_of([flat[:11], flat[11:].reshape(2, 3)], words, 0.2)
        losses.append(loss / len(words))
        gradients.append(np.concatenate([each.ravel() for each in slopes]) / len(words))
        g, at = np.array(gradients), max(step - late, 0.1)
        rate = Bowl.d_model**-0.5 * min(at**-0.5, at * warmup**-1.5)
        flat = flat - rate * moment(g, 0.9, step) / (np.sqrt(moment(g**2, 0.98, step)) + 1e-9)
    return np.array(losses)
