"""The real Transformer with a student's work inside it.  Its training steps must equal those of the reference."""

import numpy as np

from ...backend import to_numpy
from ...config import Config
from ...data.batching import make_batch
from ...nn import Transformer
from ...training.substitutes import Substitutes
from .exercise import TOLERATED, assert_close

SIZES = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=11, max_length=16, warmup=3, dtype="float64")
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5])]  # unequal lengths, hence padding


def same_step(data, substitutes, reference=None, **changes):
    """Raise Finding unless two training steps with the substitutes equal those of the reference model.

    substitutes, reference: Substitutes of the graded model and of the reference model
    changes: configuration values of both models
    """
    expected, actual = train(data, reference or Substitutes(), changes), train(data, substitutes, changes)
    for quantity, right in expected.items():
        scale = max(abs(array).max() for array in right.values())  # some gradients are zero except for rounding errors
        rtol = 1e-4 if "steps" in quantity else TOLERATED
        for name, array in right.items():
            assert_close(f"in the Transformer, {quantity} {name}", actual[quantity][name], array, rtol, scale=scale)


def train(data, substitutes, changes, steps=2):
    """{quantity: {name: array}}: loss and gradients of the first step, and the change of the weights over all steps."""
    config = Config(**SIZES | dict(label_smoothing=0.1, seed=data.seed) | changes)
    model = Transformer(config, data.xp)
    before = {name: to_numpy(t.data).copy() for name, t in model.parameters().items()}
    batch, optimizer, seen = make_batch(PAIRS, data.xp), substitutes.adam(model.flat), {}
    with substitutes.in_place(model):
        for step in range(1, steps + 1):
            loss = model.loss(batch, seed=(data.seed, step, 0, 0))
            model.flat_grad[...] = 0
            loss.backward()
            if step == 1:
                seen["the"] = {"loss": np.asarray(to_numpy(loss.data))}
                seen["the gradient of"] = {name: to_numpy(t.grad).copy() for name, t in model.parameters().items()}
            # Adam divides a gradient by its size, which magnifies small deviations of small gradients: leave these out.
            model.flat_grad[abs(model.flat_grad) < 1e-3 * abs(model.flat_grad).max()] = 0
            rate = substitutes.schedule(step, config.d_model, config.warmup)
            optimizer.update(model.flat, model.flat_grad, step, rate)
    moved = {name: to_numpy(t.data) - before[name] for name, t in model.parameters().items()}
    seen[f"in {steps} steps the change of"] = moved
    return seen
