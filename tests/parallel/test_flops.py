"""The operations of a training step: the formula, compared with a count of the products that NumPy computes."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.config.presets import preset
from minitrans.data.batching import Batch, Padded, make_batch
from minitrans.nn import Transformer
from minitrans.ops import restricted_attention
from minitrans.parallel.flops import training_flops
from minitrans.parallel.workers import Workers

from ..conftest import PAIRS

CONFIG = dict(layers=2, d_model=12, d_ff=20, heads=2, vocabulary=11, batch_tokens=50)
KINDS = [{}, dict(d_k=5, d_v=7), dict(norm="pre", heads=3), dict(share_embeddings=False, positions="learned")]
KINDS += [dict(decoder_layers=1, source_vocabulary=19)]


class Counted(np.ndarray):
    """An array that counts the operations of its matrix products.  Arrays computed from it count too."""

    operations = 0

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        if ufunc is np.matmul and min(x.ndim for x in inputs) > 1:  # products with a vector are sums of rows or columns
            a, b = inputs
            rows = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
            Counted.operations += 2 * int(np.prod(rows)) * a.shape[-2] * a.shape[-1] * b.shape[-1]
        plain = [np.asarray(x) if isinstance(x, Counted) else x for x in inputs]
        if out is not None:
            options["out"] = tuple(np.asarray(x) for x in out)
        done = getattr(ufunc, method)(*plain, **options)
        return out[0] if out is not None else done.view(Counted) if isinstance(done, np.ndarray) else done


def multiplied(step, model):
    """The operations of all matrix products while step() runs."""
    for tensor in [*model.parameters().values(), model.positions]:
        tensor.data = tensor.data.view(Counted)
    Counted.operations = 0
    step()
    return Counted.operations


@pytest.fixture
def windows(monkeypatch):
    """Restricted attention multiplies copies of its arrays, the windows: count these too."""
    copied = restricted_attention.windows
    monkeypatch.setattr(restricted_attention, "windows", lambda *arguments: copied(*arguments).view(Counted))


@pytest.mark.parametrize(
    "kind", KINDS, ids=["usual", "own d_k and d_v", "pre-norm", "separate embeddings", "shallow decoder"]
)
def test_the_formula_is_what_numpy_multiplies(kind):
    config, batch = Config(**CONFIG | kind), make_batch(PAIRS)
    model = Transformer(config)
    found = multiplied(lambda: model.loss(batch, seed=(1, 1, 0, 0)).backward(), model)
    assert training_flops(config, batch) == found > 0


@pytest.mark.parametrize("radius", [1, 6, 20, 200])
def test_restricted_attention_is_counted_as_it_is_multiplied(windows, radius):
    """70 source pieces and 53 target pieces: the radius gives blocks on both sides, on one side, or on none."""
    config, batch = Config(**CONFIG, attention_radius=radius), make_batch([*PAIRS, ([4] * 69, [5] * 52)])
    model = Transformer(config)
    found = multiplied(lambda: model.loss(batch, seed=(1, 1, 0, 0)).backward(), model)
    assert training_flops(config, batch) == found
    assert (found < training_flops(Config(**CONFIG), batch)) == (radius < 10)


def test_a_step_of_the_workers_is_its_shards_and_micro_batches():
    model = Transformer(Config(**CONFIG))
    workers = Workers(model, 2)
    workers.gradient([PAIRS, PAIRS[:1]], (1, 1))
    parts = [PAIRS[::2], PAIRS[1::2], PAIRS[:1]]
    assert workers.flops == sum(training_flops(model.config, make_batch(part)) for part in parts)


def test_the_base_model_of_the_paper():
    """About 6 operations per weight and token: 25,000 + 25,000 tokens, 63 million weights in products."""
    words = np.full((1000, 25), 4)
    batch = Batch(Padded(words), Padded(words), words)
    weights = 6 * (4 * 512**2 + 2 * 512 * 2048) + 6 * (8 * 512**2 + 2 * 512 * 2048) + 512 * 37000
    found = training_flops(preset("base"), batch)
    assert 6 * 25000 * weights < found < 1.02 * 6 * 25000 * weights
