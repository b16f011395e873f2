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
    library.flat += 0.1 * np.random.default_rng(data.seed).standard_normal(library.flat.size)
    tensors = library.parameters()
    if len(model.weights) != len(tensors):
        raise Finding(f"model.weights must have {len(tensors)} entries with {layers=}, not {len(model.weights)}")
    for i, (w, (name, tensor)) in enumerate(zip(model.weights, tensors.items(), strict=True)):
        if w.data.shape != tensor.data.shape:
            raise Finding(f"weight {i} has the shape {w.data.shape}, not {tensor.data.shape}, that of {name}")
        w.data = tensor.data.copy()
    return model, library


def trained(data, layers, transformer):
    """{what: array} of a model of a student: the loss, and the gradients of all weights, the table's last"""
    model, library = both(data, transformer, layers)
    loss = model.loss(*arrays_of(PAIRS), 0.1)
    loss.backward()
    gradients = [np.zeros(w.data.shape) if w.grad is None else w.grad for w in model.weights]
    return named(loss, library, gradients)


def trained_library(data, layers, transformer):
    """The same of the library's model with these weights"""
    _, library = both(data, transformer, layers)
    loss = library.loss(make_batch(PAIRS))
    loss.backward()
    return named(loss, library, [w.grad for w in library.parameters().values()])


def named(loss, library, gradients):
    names = [f"the gradient of {name}" for name in library.parameters()]
    return {"the loss": loss.data, **dict(reversed(list(zip(names, gradients, strict=True))))}


def same_as_ours(data, exercise, *own):
    """Finding unless a student's part in our program gives the loss and the gradients that our part gives"""
    own, right = (
        trained(data, 1, program(exercise, *functions)["model"].Transformer) for functions in (own, exercise.ours())
    )
    in_the_transformer(own, right, TOLERATED, largest(right))


def largest(arrays):
    return max(abs(array).max() for array in arrays.values())


def in_the_transformer(own, right, rtol, scale=None):
    """Compare {what: array}.  It names no cause, because the part's own stages find more."""
    for what, expected in right.items():
        try:
            assert_close(f"in the Transformer, {what}", own[what], expected, rtol, scale=scale)
        except Finding as finding:
            finding.cause = ""
            raise


def same_training(data, exercise, *own, **options):
    """Finding unless four steps of the program have the same losses with these functions as with ours."""

    def losses(functions):
        modules = program(exercise, *functions)
        model = modules["model"].Transformer(**SHAPE, layers=1, seed=data.seed)
        steps = modules["training"].training_loop(model, PAIRS, 4, warmup=3, **options)
        return {"the losses of four steps": np.array([loss for _, loss in steps])}

    in_the_transformer(losses(own), losses(exercise.ours()), 1e-4)
