"""A model of a student beside the library's own, with the same weights."""

import numpy as np

from ...config import Config
from ...data.batching import make_batch
from ...nn import Transformer
from .exercise import TOLERATED, assert_close
from .finding import Finding
from .mistakes import program

SIZES = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=11, max_length=16, warmup=3, dtype="float64")
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5])]  # unequal lengths, hence padding
SHAPE = {name: SIZES[name] for name in ("vocabulary", "d_model", "d_ff", "heads")}


def arrays_of(pairs):
    """source, target_in, target_out"""
    batch = make_batch(pairs)
    return batch.source.ids, batch.target_in.ids, batch.target_out


def both(data, transformer, layers=1, dropout=0.0):
    """(a model of a student, the library's with its weights), in float64, with random gamma, beta and biases"""
    model = transformer(**SHAPE, layers=layers, dropout=dropout)
    library = Transformer(Config(**SIZES | dict(layers=layers, norm="post", label_smoothing=0.1, dropout=dropout)))
    library.flat += 0.1 * data.rng.standard_normal(library.flat.size)
    for w, tensor in zip(model.weights, library.parameters().values(), strict=True):
        w.data = tensor.data.copy()
    return model, library


def same_as_library(data, transformer, layers=1):
    """Finding unless the loss and the gradients of all weights equal the library's."""
    model, library = both(data, transformer, layers)
    loss, right = model.loss(*arrays_of(PAIRS), 0.1), library.loss(make_batch(PAIRS))
    assert_close("in the Transformer, the loss", loss.data, right.data, TOLERATED)
    loss.backward()
    right.backward()
    scale, right = abs(library.flat_grad).max(), library.parameters()
    for w, name in reversed(list(zip(model.weights, right, strict=True))):  # the table, which has most users, last
        grad = np.zeros(w.data.shape) if w.grad is None else w.grad
        try:
            assert_close(f"in the Transformer, the gradient of {name}", grad, right[name].grad, TOLERATED, scale=scale)
        except Finding as finding:
            if w is model.weights[0]:
                finding.cause = "the table has three uses, source, target and logits: its gradient is the sum of theirs"
            raise


def same_training(data, exercise, *own, **options):
    """Finding unless four steps of the program have the losses with these functions that they have with ours."""
    losses = []
    for functions in (own, exercise.ours()):
        modules = program(exercise, *functions)
        model = modules["model"].Transformer(**SHAPE, layers=1, seed=data.seed)
        losses.append([loss for _, loss in modules["training"].training_loop(model, PAIRS, 4, warmup=3, **options)])
    assert_close("in the Transformer, the losses of four steps", np.array(losses[0]), np.array(losses[1]), 1e-4)
