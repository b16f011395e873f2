"""The real Transformer with a student's work inside it.  Its training steps must equal those of the reference."""

from contextlib import ExitStack

import numpy as np

from ..backend import array_module, to_numpy
from ..config import Config
from ..data.batching import make_batch
from ..nn import Transformer
from ..ops import use
from ..ops.attention import merge_heads, split_heads
from ..optim import Adam, learning_rate
from .exercise import assert_close

SIZES = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=11, max_length=16, warmup=3, dtype="float64")
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5])]  # unequal lengths, hence padding


def same_step(data, rows=None, adam=Adam, schedule=learning_rate, prepare=None, reference=None, **changes):
    """Raise AssertionError unless two training steps with the given parts equal those of the reference model.

    rows, reference: rows that replace those of ops.TABLE in the graded model and in the reference model
    adam, schedule: the optimizer class and the learning rate of the graded model
    prepare: a function that changes the graded model
    changes: configuration values of both models
    """
    expected = train(data, reference or {}, Adam, learning_rate, None, changes)
    actual = train(data, rows or {}, adam, schedule, prepare, changes)
    for quantity, right in expected.items():
        scale = max(abs(array).max() for array in right.values())  # some gradients are zero except for rounding errors
        rtol = 1e-6 if "steps" in quantity else 1e-8  # Adam magnifies these rounding errors
        for name, array in right.items():
            assert_close(f"in the Transformer, {quantity} {name}", actual[quantity][name], array, rtol, scale=scale)


def train(data, rows, adam, schedule, prepare, changes, steps=2):
    """{quantity: {name: array}}: loss and gradients of the first step, and the change of the weights over all steps."""
    config = Config(**SIZES | dict(label_smoothing=0.1, seed=data.seed) | changes)
    model = Transformer(config, data.xp)
    if prepare:
        prepare(model)
    before = {name: to_numpy(t.data).copy() for name, t in model.parameters().items()}
    batch, optimizer, seen = make_batch(PAIRS, data.xp), adam(model.flat), {}
    with ExitStack() as replaced:
        for name, (forward, backward) in rows.items():
            replaced.enter_context(use(name, forward, backward))
        for step in range(1, steps + 1):
            loss = model.loss(batch, seed=(data.seed, step, 0, 0))
            model.flat_grad[...] = 0
            loss.backward()
            if step == 1:
                seen["the"] = {"loss": np.asarray(to_numpy(loss.data))}
                seen["the gradient of"] = {name: to_numpy(t.grad).copy() for name, t in model.parameters().items()}
            optimizer.update(model.flat, model.flat_grad, step, schedule(step, config.d_model, config.warmup))
    moved = {name: to_numpy(t.data) - before[name] for name, t in model.parameters().items()}
    seen[f"in {steps} steps the change of"] = moved
    return seen


def attention_row(attend, attend_back):
    """The row `attention`, built from attention for one head: (q, k, v, mask) -> (y, cache), and its backward."""

    def forward(q, k, v, *, heads, key_mask, causal=False, p=0.0, seed=None):
        mask = key_mask[:, None, None, :]
        q, k, v = (split_heads(x, len(key_mask), heads) for x in (q, k, v))
        if causal:
            mask = mask & array_module(q).tri(q.shape[2], k.shape[2], dtype=bool)
        y, cache = attend(q, k, v, mask)
        return merge_heads(y), (cache, len(key_mask), heads)

    def backward(dy, cache):
        cache, batch, heads = cache
        return tuple(merge_heads(dx) for dx in attend_back(split_heads(dy, batch, heads), cache))

    return {"attention": (forward, backward)}
