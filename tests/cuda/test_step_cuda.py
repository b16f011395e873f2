"""Whole training steps with the kernels, on the CPU or a GPU, compared with steps of NumPy in float64."""

import threading

import numpy as np
import pytest

from minitrans.backend import to_numpy
from minitrans.config import Config
from minitrans.cuda import on_kernels
from minitrans.cuda import step as step_module
from minitrans.cuda.ops import products as module
from minitrans.cuda.packed import fitting
from minitrans.cuda.step import Step
from minitrans.nn import Transformer
from minitrans.nn.module import views
from minitrans.optim import Adam
from minitrans.parallel.ordered_sum import OverMPI
from minitrans.parallel.workers import Workers

from ..conftest import PAIRS

CONFIG = dict(layers=2, d_model=16, d_ff=24, heads=2, vocabulary=11, max_length=12, dropout=0.0, batch_tokens=20)
KINDS = {
    "post-norm": {},
    "pre-norm": dict(norm="pre"),
    "separate tables, learned positions": dict(share_embeddings=False, positions="learned"),
    "own d_k and d_v": dict(d_k=4, d_v=12),
    "near words": dict(attention_radius=1),
    "clipped": dict(clip=0.9),
    "as published": dict(
        activation="swish", eps=1e-5, logits_bias=True, decoder_layers=1, vocabulary=12, source_vocabulary=11
    ),
}


pytestmark = [pytest.mark.usefixtures("kernels_on_cpu"), pytest.mark.slow]


def plain_steps(config, batches):
    """-> (weights, [(loss per token, norm of the gradient)]), with the operations of `minitrans.ops`"""
    model = Transformer(Config(**config, dtype="float64"))
    adam, workers, results = Adam(model.flat), Workers(model, 1), []
    for number, micro_batches in enumerate(batches, start=1):
        loss, *_ = workers.gradient(micro_batches, (1, number))
        results.append((loss, norm := np.linalg.norm(model.flat_grad)))
        model.flat_grad *= min(1, config.get("clip", np.inf) / norm)
        adam.update(model.flat, model.flat_grad, number, 0.01)
    return model.flat, results


def tensors(model):
    return list(model.parameters().values())


def compare(model, expected):
    for (name, tensor), right in zip(model.parameters().items(), views(expected, tensors(model)), strict=True):
        if not name.endswith("key.bias"):  # softmax ignores it: Adam enlarges the rounding errors of its gradient
            assert abs(to_numpy(tensor.data) - right).max() < 1e-4, name


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_steps_are_those_of_the_plain_path(xp, kind):
    batches = [[PAIRS[:3]], [PAIRS[1:], PAIRS[:2]], [PAIRS]]
    expected, wanted = plain_steps(CONFIG | kind, batches)
    model = Transformer(Config(**CONFIG | kind), xp)
    with on_kernels():
        step = Step(model, Adam(model.flat))
        for number, (micro_batches, (loss, norm)) in enumerate(zip(batches, wanted, strict=True), start=1):
            step(micro_batches, number, 0.01)
            outcome = step.totals()
            assert outcome.skipped == 0
            assert outcome.loss / outcome.tokens == pytest.approx(loss, rel=1e-5)
            assert outcome.norm == pytest.approx(norm, rel=1e-4)
    compare(model, expected)


@pytest.mark.parametrize("kind", [{}, dict(d_k=4, d_v=12), dict(attention_radius=1)])
def test_operations_are_counted_as_they_are_done(xp, monkeypatch, kind):
    config, plain, products = Config(**CONFIG | kind), module.matmul, []

    def counting(a, b, **options):
        products.append(2 * a.shape[0] * a.shape[1] * b.shape[1])
        return plain(a, b, **options)

    monkeypatch.setattr(module, "matmul", counting)
    model = Transformer(config, xp)
    with on_kernels():
        step = Step(model, Adam(model.flat))
        step([PAIRS], 1, 0.01)
    near, scores = range(-(config.attention_radius or 100), (config.attention_radius or 100) + 1), 0
    for source, target in ((len(source) + 1, len(target) + 1) for source, target in PAIRS):
        scores += sum(key - query in near for query in range(source) for key in range(source)) + source * target
        scores += sum(key - query in near for query in range(target) for key in range(query + 1))
    attention = 2 * config.layers * config.heads * sum(config.head_widths) * scores
    assert step.flops == sum(products) + 3 * attention


def test_bfloat16_keeps_float32_weights(xp):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    _, wanted = plain_steps(CONFIG, [[PAIRS]] * 3)
    model = Transformer(Config(**CONFIG, dtype="bfloat16", backend="cupy"), xp)
    with on_kernels():
        step = Step(model, Adam(model.flat))
        for number in (1, 2, 3):
            step([PAIRS], number, 0.01)
            outcome = step.totals()
            assert outcome.loss / outcome.tokens == pytest.approx(wanted[number - 1][0], rel=2e-2)
    assert model.flat.dtype == np.float32
    np.testing.assert_array_equal(to_numpy(step.copy), to_numpy(model.flat).astype(bfloat16))


def test_what_is_not_finite_changes_nothing_and_is_told(xp):
    model = Transformer(Config(**CONFIG), xp)
    with on_kernels():
        step = Step(model, Adam(model.flat))
        step([PAIRS], 1, 0.01)
        assert step.totals().skipped == 0
        before = to_numpy(model.flat).copy()
        gamma = step.worker.encoder[0].attention_residual.norm.gamma.data
        with step.stream:
            whole, gamma[...] = gamma.copy(), np.nan
        for number in (2, 3):
            step([PAIRS], number, 0.01)
        outcome = step.totals()
        assert (outcome.skipped, outcome.first_skipped, outcome.tokens) == (2, 2, 0)
        assert step.not_finite([PAIRS], 3)
        with step.stream:
            gamma[...] = whole
            np.testing.assert_array_equal(to_numpy(model.flat), before)
        step([PAIRS], 4, 0.01)
        assert step.totals()[2:] == (14, 0, 0)
        for number, loss in ((5, np.inf), (6, np.nan)):  # though the gradient is finite
            with step.stream:
                step.loss[...] = loss
            step([PAIRS], number, 0.01)
            assert step.totals()[2:] == (0, 1, number)
    after = to_numpy(model.flat)
    assert np.isfinite(after).all() and (after != before).any()
    assert step.totals() == (0, 0, 0, 0, 0)


def test_a_seed_of_more_bits_than_the_dice_take(xp):
    model = Transformer(Config(**CONFIG | dict(seed=1 << 40, dropout=0.2)), xp)
    with on_kernels():
        step = Step(model, Adam(model.flat))
        step([PAIRS], 1, 0.01)
        assert step.totals().skipped == 0


@pytest.mark.parametrize("size", [2, 3])
def test_several_processes_take_the_steps_of_one(monkeypatch, pytestconfig, ranks_in_threads, size):
    """Each rank, here a thread with NumPy in place of a GPU, computes some of the pairs.  One rank can have none."""
    if pytestconfig.getoption("--backend") == "cupy":
        pytest.skip("it needs as many GPUs as ranks")
    batches, own = [[PAIRS[:3]], [PAIRS[1:], PAIRS[:2]], [PAIRS]], threading.local()
    expected, wanted = plain_steps(CONFIG, batches)
    monkeypatch.setattr(step_module, "world", lambda: own.ranks)
    monkeypatch.setattr(step_module, "exchange_of", lambda flat: OverMPI(flat, own.ranks))

    def run(ranks):
        own.ranks = ranks
        model = Transformer(Config(**CONFIG))
        step, found = Step(model, Adam(model.flat)), []
        for number, micro_batches in enumerate(batches, start=1):
            tokens = step(micro_batches, number, 0.01)
            outcome = step.totals()
            found.append((outcome.loss / tokens, outcome.norm))
        return model.flat, found, step.flops

    with on_kernels():
        results = ranks_in_threads(size, run)
    model = Transformer(Config(**CONFIG))
    model.flat[:] = results[0][0]
    compare(model, expected)
    for weights, found, _ in results:
        np.testing.assert_array_equal(weights, results[0][0])  # the ranks stay equal in every bit
        assert np.allclose(found, wanted, rtol=1e-4) and found == results[0][1] and results[0][2] > 0


def test_fitting():
    pairs = [([4] * a, [4] * b) for a, b in ((2, 2), (3, 1), (9, 9), (1, 4), (1, 1))]
    assert list(fitting(pairs, 100)) == [pairs]
    assert list(fitting(pairs, 10)) == [pairs[:2], pairs[2:3], pairs[3:]]
    assert list(fitting([], 10)) == []
