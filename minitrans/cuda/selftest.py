"""Compare the kernels with the plain operations on small arrays: forward, backward, Adam and a step.

The plain operations run in float64 on the host.  So the right results do not depend on the card, and only the kernels
have to be compiled.
"""

from functools import partial

import numpy as np

from .. import ops
from ..backend import to_numpy
from ..config import Config
from ..decoding import best_words
from ..nn import Transformer
from ..ops.attention import merge_heads, split_heads
from ..ops.scaled_dot_product_attention import (
    scaled_dot_product_attention_backward,
    scaled_dot_product_attention_forward,
)
from ..optim import Adam, clip
from ..parallel.workers import Workers
from ..step import Step as PlainStep
from ..system.cupy import bfloat16
from . import on_kernels
from .best_words import best_words as by_kernel
from .step import Step

TOLERANCE = {"float32": 1e-4, "tf32": 2e-2, "bfloat16": 5e-2}  # largest allowed result of `difference`
SMALL = dict(rows=96, sentences=4, width=64, d_ff=96, heads=2, vocabulary=1000)
TALL = 10_000  # rows whose columns are summed by the largest number of blocks
P = 0.3
DROPOUT = dict(p=P, seed=(7, 3, 0, 1, 12))  # run seed, step, micro-batch, shard, site
MODEL = dict(layers=1, d_model=16, d_ff=24, heads=2, vocabulary=16, max_length=12, batch_tokens=20, dropout=0.0)
PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5]), ([4, 4], [8, 8, 6])]
STEPS = 4  # the first launches the kernels, the second captures them in a graph, and the others replay it


def checks(xp, dtype):
    """-> {name: function() -> the largest `difference` that it finds}"""
    random = Random(xp, dtype)
    checks = {name: partial(operation, random, name, *case) for name, case in cases(random, **SMALL).items()}
    checks["dropout"] = partial(dropout, random, **SMALL)
    checks["dropout of attention"] = partial(dropout_of_attention, random, **SMALL)
    checks["Adam"] = partial(adam, xp, dtype)
    checks["training step"] = partial(training_step, xp, dtype)
    checks["best words"] = partial(best, random, **SMALL)
    return checks


class Random:
    """Random arrays on the device, always the same ones."""

    def __init__(self, xp, dtype):
        self.xp, self.dtype, self.rng = xp, dtype, np.random.default_rng(0)
        self.type = np.dtype(bfloat16() if dtype == "bfloat16" else np.float32)

    def normal(self, *shape, scale=1.0):
        """Normally distributed numbers of the type of activations

        For TF32 they have its ten bits after the point.  Otherwise the products would round them, and where the input
        of ReLU is nearly zero it could change its sign.
        """
        numbers = self.rng.normal(size=shape, scale=scale)
        numbers = numbers.astype(np.float16) if self.dtype == "tf32" else numbers
        return self.xp.asarray(numbers.astype(self.type))

    def ids(self, vocabulary, *shape):
        return self.xp.asarray(self.rng.integers(4, vocabulary, shape))


def cases(random, rows, sentences, width, d_ff, heads, vocabulary):
    """-> {name: (arrays, constants)}; the last word of a name is the row of `ops.TABLE`"""
    normal, mask = random.normal, np.ones((sentences, rows // sentences), bool)
    mask[::2, -rows // sentences // 4 :] = False
    attention = dict(heads=heads, key_mask=random.xp.asarray(mask))
    x, sublayer, q, k, v = (normal(rows, width) for _ in range(5))
    table, gamma, beta = normal(vocabulary, width, scale=width**-0.5), normal(width), normal(width)
    two_layers = normal(width, d_ff, scale=width**-0.5), normal(d_ff), normal(d_ff, width, scale=d_ff**-0.5), beta
    positions = normal(mask.shape[1], width).astype(np.float32)
    targets = dict(targets=random.ids(vocabulary, rows), smoothing=0.1)
    return {
        "add_norm": ((x, sublayer, gamma, beta), {}),
        "layer_norm": ((x, gamma, beta), {}),
        "residual": ((x, sublayer), {}),
        "embed": ((table, positions), dict(ids=random.ids(vocabulary, *mask.shape))),
        "attention": ((q, k, v), attention),
        "causal attention": ((q, k, v), attention | dict(causal=True)),
        "restricted_attention": ((q, k, v), attention | dict(radius=2)),
        "linear": ((x, normal(width, width, scale=width**-0.5), beta), {}),
        "feed_forward": ((x, *two_layers), {}),
        "feed_forward_swish": ((x, *two_layers), {}),
        "project_loss": ((x, table), targets),
        "biased project_loss": ((x, table, normal(vocabulary)), targets),
        "tall linear": ((normal(TALL, width), normal(width, width), beta), {}),
    }


def operation(random, name, arrays, constants):
    """Outputs and gradients of an operation."""
    row = name.split()[-1]
    y, cache = getattr(ops, f"{row}_forward")(*map(on_host, arrays), **{k: on_host(v) for k, v in constants.items()})
    dy = random.normal(*y.shape) if y.ndim else random.xp.ones((), np.float32)
    return worst(
        both_ways(random, row, arrays, dy, **constants), [y, *getattr(ops, f"{row}_backward")(on_host(dy), cache)]
    )


def both_ways(random, row, arrays, dy, **constants):
    """-> outputs and gradients by the kernels"""
    with on_kernels(random.dtype):
        y, cache = ops.TABLE[row].forward(*arrays, **constants)
        return [y, *ops.TABLE[row].backward(dy, cache)]


def dropout(random, rows, width, **_):
    """Dropout of rows.  `residual` shows which entries it drops, and all operations with rows drop the same ones."""
    x, sublayer, dy, gamma, beta = *(random.normal(rows, width) for _ in range(3)), *random.normal(2, width)
    ids, positions = random.ids(rows, 1, rows), random.xp.zeros((rows, width), np.float32)
    found = {
        "residual": both_ways(random, "residual", (random.xp.zeros_like(x), sublayer), dy, **DROPOUT),
        "add_norm": both_ways(random, "add_norm", (x, sublayer, gamma, beta), dy, **DROPOUT),
        "embed": both_ways(random, "embed", (x, positions), dy, ids=ids, **DROPOUT),
    }
    mask = factors(found["residual"][0])
    x, sublayer, dy, gamma, beta = map(on_host, (x, sublayer, dy, gamma, beta))
    of_norm, norm_cache = ops.add_norm_forward(x, sublayer * mask, gamma, beta)
    dx, dsublayer, *others = ops.add_norm_backward(dy, norm_cache)
    embedded, cache = ops.embed_forward(x, on_host(positions), on_host(ids))
    expected = sublayer * mask, dy, dy * mask, of_norm, dx, dsublayer * mask, *others
    return worst(sum(found.values(), []), [*expected, embedded * mask, *ops.embed_backward(dy * mask, cache)])


def dropout_of_attention(random, rows, sentences, width, heads, **_):
    """Dropout of the weights of attention.  With unit vectors as the values, the output shows the weights."""
    length = rows // sentences
    constants = dict(heads=heads, key_mask=random.xp.ones((sentences, length), bool), **DROPOUT)
    q, k, v, dy = (random.normal(rows, width) for _ in range(4))
    units = random.xp.asarray(np.tile(np.eye(length, width // heads), (sentences, heads)).astype(random.type))
    weights = both_ways(random, "attention", (q, k, units), dy, **constants)[0]
    found = both_ways(random, "attention", (q, k, v), dy, **constants)
    mask = factors(split_heads(on_host(weights), sentences, heads)[..., :length])
    *inputs, dy = (split_heads(on_host(x), sentences, heads) for x in (q, k, v, dy))
    _, cache = scaled_dot_product_attention_forward(*inputs)
    cache = cache._replace(dropped=cache.weights * mask, keep=(mask, np.float64(1)))
    expected = cache.dropped @ cache.v, *scaled_dot_product_attention_backward(dy, cache)
    return worst(found, [merge_heads(x) for x in expected])


def factors(x):
    """-> the factors of dropout, 0 or 1 / (1 - P), where x is zero or not; NaN if too few or too many are zero"""
    zero = on_host(x) == 0
    deviation = (P * (1 - P) / zero.size) ** 0.5
    return np.where(zero, 0, 1 / (1 - P) if abs(zero.mean() - P) < 5 * deviation else np.nan)


def best(random, rows, vocabulary, **_):
    """The words that a search chooses, and their probabilities.  Many logits are equal; every third row must end."""
    logits, rest = random.normal(rows, vocabulary).astype(np.float32).round(1), (5, np.arange(rows) % 3 == 0)
    logits[:, :4] += 3  # words that are never chosen, and EOS
    logits[1::3, 4:] = -np.inf
    both = by_kernel(logits, *rest), best_words(on_host(logits), *rest)
    found, expected = (np.exp(log_p) + ids for log_p, ids in both)
    return float(abs(found - expected).max())


def adam(xp, dtype):
    """Updates with random gradients, which are clipped, in a graph that is replayed."""
    step, rng = step_of(xp, dtype), np.random.default_rng(0)
    flat = on_host(step.model.flat)
    plain, found, expected = Adam(flat), [], []
    for number in range(1, STEPS + 1):
        gradient = rng.normal(size=flat.size).astype(np.float32)
        step.gradient_of_step = lambda *_, gradient=gradient: step.fill(step.worker.flat_grad, gradient)
        tokens = step([PAIRS], number, 0.01)
        gradient = gradient / np.float64(tokens)
        norm = np.linalg.norm(gradient)
        clip(gradient, norm, step.config.clip)
        plain.update(flat, gradient, number, 0.01)
        found.append(step.totals().norm)
        expected.append(norm)
    with step.stream:
        copy = step.model.flat if step.copy is None else step.copy
        arrays = step.model.flat, copy, step.optimizer.m, step.optimizer.v
        return worst([*arrays, np.array(found)], [flat, flat, plain.m, plain.v, np.array(expected)])


def training_step(xp, dtype):
    """Loss and norm of the gradient of whole training steps, in graphs that are replayed with other batches."""
    step = step_of(xp, dtype)
    plain = Transformer(Config(**MODEL, dtype="float64"))  # the same model on NumPy
    plain.flat[...] = on_host(step.model.flat)
    with on_kernels(dtype):
        found = steps(step)
    return worst([found], [steps(PlainStep(plain, Adam(plain.flat), Workers(plain, 1)))])


def steps(step):
    """-> [STEPS, 2]: the loss per token and the norm of the gradient of each step"""
    results = []
    for number in range(1, STEPS + 1):
        tokens = step([PAIRS[number % 3 :], PAIRS[:2]], number, 0.01)
        totals = step.totals()
        results.append((totals.loss / tokens, totals.norm))
    return np.array(results)


def step_of(xp, dtype):
    model = Transformer(Config(**MODEL, dtype=dtype, backend="cupy"), xp)
    model.flat += xp.asarray(np.linspace(0, 0.1, model.flat.size), np.float32)  # no bias is zero
    return Step(model, Adam(model.flat))


def on_host(x):
    """A copy of an array in float64, or unconverted if it has integers or booleans; everything else as it is."""
    if not hasattr(x, "dtype"):
        return x
    x = to_numpy(x)
    return x if x.dtype.kind in "biu" else x.astype(np.float64)


def worst(found, expected):
    """The largest `difference` of several arrays; NaN if one is NaN, unlike with Python's max"""
    return float(np.max([difference(a, b) for a, b in zip(found, expected, strict=True)]))


def difference(found, expected):
    """Largest absolute difference, relative to the largest entry of `expected`, or to 1 if that is smaller."""
    return float(abs(on_host(found) - expected).max() / max(1, abs(expected).max()))
