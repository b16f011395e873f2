"""Launches, bytes and operations of a step of training or of a search, counted without a GPU, as docs/gpu.md has them.

Kernels and products are counted in place of being run.  NumPy's own operations on arrays count as a kernel each, as
they are with CuPy.  A change that adds a pass over some array shows here.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from minitrans.commands.measure.jobs import SIZES, draw_batches, words_of
from minitrans.config.presets import preset
from minitrans.cuda import decode, kernels, on_kernels, step
from minitrans.cuda.ops import products
from minitrans.nn import Transformer
from minitrans.optim import Adam

pytestmark = pytest.mark.slow
PAGE = Path(__file__).parents[2] / "docs" / "gpu.md"


class Counts:
    on = False

    @classmethod
    def add(cls, name, *arrays):
        if cls.on:
            cls.launches[name] += 1
            cls.bytes[name] += sum(x.nbytes for x in arrays if isinstance(x, np.ndarray))


class Counted(np.ndarray):
    """An array whose operations count as kernels; a change of a part of it is one too."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        plain = [np.asarray(x) if isinstance(x, Counted) else x for x in inputs]
        if out:
            options["out"] = tuple(np.asarray(x) for x in out)
        result = getattr(ufunc, method)(*plain, **options)
        Counts.add("other array operations", *plain, result)
        return out[0] if out else result.view(Counted) if isinstance(result, np.ndarray) else result

    def __setitem__(self, key, value):
        Counts.add("other array operations", self)
        super().__setitem__(key, value)

    def copy(self, order="C"):
        Counts.add("other array operations", self, self)
        return super().copy(order)


def function(xp, file, kernel, defines):
    return lambda grid, threads, arguments: Counts.add(kernel, *arguments)


def matmul(a, b, *, bias=None, relu=False, out=None, dtype=None, add=False):
    out = np.empty((len(a), b.shape[1]), dtype or a.dtype) if out is None else out
    Counts.add("product", a, b, out, *([out] if add else []))
    Counts.operations += 2 * a.shape[0] * a.shape[1] * b.shape[1] * Counts.on
    return out


@pytest.fixture
def counting(monkeypatch, on_cpu):
    pytest.importorskip("ml_dtypes")
    on_cpu.use_no_graphs(monkeypatch)
    monkeypatch.setattr(kernels, "function", function)
    monkeypatch.setattr(products, "matmul", matmul)
    for name in ("empty", "empty_like", "zeros", "zeros_like", "ones_like"):
        plain = getattr(np, name)
        monkeypatch.setattr(np, name, lambda *a, plain=plain, **o: plain(*a, **o).view(Counted))
    Counts.launches, Counts.bytes, Counts.operations = Counter(), Counter(), 0
    with np.errstate(all="ignore"):
        yield lambda: monkeypatch.setattr(Counts, "on", True)


@pytest.fixture
def counts(counting):
    batches = draw_batches(1, 25000, 37000)
    config = preset("base", dtype="bfloat16", backend="cupy", batch_tokens=words_of(batches), shards=1)
    model = Transformer(config)
    with on_kernels("bfloat16"):
        training = step.Step(model, Adam(model.flat))
        counting()
        training(batches, 1, 1e-4)
    return Counts


NAMES = {
    "products": ("product",),
    "attention": ("attention_forward", "attention_backward_queries", "attention_backward_keys"),
    "add_norm": ("add_norm_forward", "add_norm_backward", "add_norm_sums"),
    "column sums": ("column_sum",),
    "ReLU, backward, with its column sums": ("relu_backward",),
    "cross entropy": ("cross_entropy", "scale"),
    "embedding": ("embed_forward", "embed_backward"),
    "Adam and the norm": ("squares", "gradient_norm", "adam"),
    "other array operations": ("other array operations",),
}


def test_the_table_is_what_a_step_does(counts):
    assert {name for names in NAMES.values() for name in names} == set(counts.launches)
    found = {
        what: (sum(counts.launches[name] for name in names), round(sum(counts.bytes[name] for name in names) / 1e9, 1))
        for what, names in NAMES.items()
    }
    found["all"] = tuple(round(sum(column), 1) for column in zip(*found.values(), strict=True))
    rows = "".join(f"| {what} | {launches} | {gigabytes} |\n" for what, (launches, gigabytes) in found.items())
    page = PAGE.read_text(encoding="utf-8")
    assert f"\n| part | launches | GB |\n|---|---:|---:|\n{rows}\n" in page, rows
    assert f"The step has {counts.operations / 1e12:.2f} TFLOP of products." in page


@pytest.mark.parametrize(
    "config, sentences, beam",
    [(preset("base", **SIZES["S"]), 32, 4), (preset("base"), 128, 4), (preset("parser"), 24, 21)],
)
def test_a_step_of_a_search(counting, config, sentences, beam):
    """No cache is copied: what is written there are the rows of the newest words."""
    with on_kernels():
        decoder = decode.Decoder(Transformer(config))
        decoder.make_room(sentences * beam, sentences, 15, 32)
        counting()
        decoder.next_words()
        decoder.best_words(decoder.logits[:, : decoder.config.vocabulary], beam, np.zeros(sentences * beam, bool))
    row = f"{sentences} sentences, beam {beam} | {Counts.launches.total()} | {Counts.bytes.total() / 1e9:.2f} |"
    assert row in PAGE.read_text(encoding="utf-8"), row
