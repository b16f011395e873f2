"""A model of a student beside the library's own, with the same weights."""

import numpy as np

from ...config import Config
from ...data.batching import make_batch
from ...nn import Transformer
from .exercise import TOLERATED, assert_close
from .integration import PAIRS, SIZES

SHAPE = {name: SIZES[name] for name in ("vocabulary", "d_model", "d_ff", "heads")}


def both(data, transformer, layers=1):
    """(a model of a student, the library's with its weights), in float64, with random gamma, beta and biases"""
    model = transformer(**SHAPE, layers=layers, dropout=0.0)
    library = Transformer(Config(**SIZES | dict(layers=layers, norm="post", label_smoothing=0.1, dropout=0.0)))
    library.flat += 0.1 * data.rng.standard_normal(library.flat.size)
    for w, tensor in zip(model.weights, library.parameters().values(), strict=True):
        w.data = tensor.data.copy()
    return model, library


def same_as_library(data, transformer, layers=1):
    """Finding unless the loss and the gradients of all weights equal the library's."""
    model, library = both(data, transformer, layers)
    batch = make_batch(PAIRS)
    loss, right = model.loss(batch.source.ids, batch.target_in.ids, batch.target_out, 0.1), library.loss(batch)
    assert_close("in the Transformer, the loss", loss.data, right.data, TOLERATED)
    loss.backward()
    right.backward()
    scale = abs(library.flat_grad).max()
    for w, (name, tensor) in zip(model.weights, library.parameters().items(), strict=True):
        grad = np.zeros(w.data.shape) if w.grad is None else w.grad
        assert_close(f"in the Transformer, the gradient of {name}", grad, tensor.grad, TOLERATED, scale=scale)
