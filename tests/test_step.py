"""A training step on NumPy is Adam on the sum over shards and micro-batches; what is not finite changes nothing."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.parallel.workers import Workers, shards_of
from minitrans.step import Step, Totals

from .conftest import PAIRS

TOKENS = 3 + 5 + 2 + 4
CONFIG = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=11, max_length=12, dtype="float64", seed=3)


@pytest.fixture
def step():
    model = Transformer(Config(**CONFIG))
    return Step(model, Adam(model.flat), Workers(model, 2))


@pytest.mark.parametrize("clip", [0.0, 0.5])
def test_two_steps_by_hand(clip):
    """The gradient pair by pair, without padding or shards; clipping and Adam from their formulas"""
    config = Config(**CONFIG, clip=clip, dropout=0.0)
    model, other = Transformer(config), Transformer(config)
    step = Step(model, Adam(model.flat), Workers(model, shards_of(config)))
    m = v = 0
    for number, micro_batches in ((1, [PAIRS]), (2, [PAIRS[:1], PAIRS[1:]])):
        other.flat_grad[:] = 0
        losses = [other.loss(make_batch([pair]), seed=None) for pair in PAIRS]
        for loss in losses:
            loss.backward()
        g = other.flat_grad / TOKENS
        norm = np.sqrt((g**2).sum())
        assert clip < norm  # so it is clipped, where it is to be clipped
        g *= clip / norm if clip else 1
        m, v = 0.9 * m + 0.1 * g, 0.98 * v + 0.02 * g**2
        other.flat[:] -= 0.01 * (m / (1 - 0.9**number)) / (np.sqrt(v / (1 - 0.98**number)) + 1e-9)
        assert step(micro_batches, number, 0.01) == TOKENS
        totals = step.totals()
        assert totals[2:] == (TOKENS, 0, 0)
        assert (totals.norm, totals.loss) == pytest.approx((norm, sum(float(loss.data) for loss in losses)), rel=1e-9)
        # Adam divides by the root of tiny squares, which magnifies rounding.
        np.testing.assert_allclose(model.flat, other.flat, rtol=0, atol=1e-7)


def test_totals_sum_up_the_steps_since_the_last_call(step):
    losses = []
    for number in (1, 2, 3):
        step([PAIRS], number, 0.01)
        losses.append(step.running.loss - sum(losses))
    totals = step.totals()
    assert totals.loss == pytest.approx(sum(losses)) and totals.tokens == 3 * TOKENS
    assert step.totals()[1:] == Totals()[1:]


def test_a_step_that_is_not_finite_is_refused(step):
    step([PAIRS], 1, 0.01)
    weights, moments = step.model.flat.copy(), step.optimizer.m.copy()
    gamma = step.model.encoder[0].attention_residual.norm.gamma.data
    whole = gamma.copy()
    for number in (2, 3):
        gamma[...] = np.nan
        step([PAIRS], number, 0.01)
        gamma[...] = whole
    totals = step.totals()
    assert np.isnan(totals.norm) and totals[2:] == (TOKENS, 2, 2)  # tokens and loss of the first step alone
    assert np.isfinite(totals.loss)
    np.testing.assert_array_equal(step.model.flat, weights)
    np.testing.assert_array_equal(step.optimizer.m, moments)
    assert step.not_finite([PAIRS], 3) == []  # with these weights all is well again
    gamma[...] = np.nan
    assert "encoder.0.attention_residual.norm.gamma" in step.not_finite([PAIRS], 3)


def test_number_of_threads_changes_no_step(monkeypatch, small_model, pairs):
    """Norm, sum of the gradients and Adam are divided between the threads; some threads get no part."""
    results = []
    for threads, chunk in ((1, 1 << 18), (2, 1 << 18), (3, 1000), (5, 1000), (1, 1000)):
        monkeypatch.setattr("minitrans.parallel.workers.cores", lambda threads=threads: threads)
        monkeypatch.setattr("minitrans.optim.CHUNK", chunk)
        model = small_model(dropout=0.3, dtype="float32", shards=5)
        step = Step(model, Adam(model.flat), Workers(model, 5))
        assert len(step.workers.replicas) <= threads  # gradient buffers beside that of the model
        for number in (1, 2):
            step([pairs, pairs[:2]], number, 0.01)
        results.append((model.flat.copy(), step.totals()))
        assert results[-1][1].norm == pytest.approx(np.linalg.norm(model.flat_grad.astype(float)))
    for weights, totals in results[1:]:
        np.testing.assert_array_equal(weights, results[0][0])
        assert totals[1:] == results[0][1][1:]
    assert results[2][1] == results[3][1] == results[4][1]
