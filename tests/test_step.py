"""A training step on NumPy is Adam on the sum over shards and micro-batches; what is not finite changes nothing."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.parallel.workers import Workers, shards_of
from minitrans.step import Step, Totals

PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6, 7, 8, 10], [5]), ([4, 4], [8, 8, 6])]
TOKENS = 3 + 5 + 2 + 4
CONFIG = dict(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=11, max_length=12, dtype="float64", seed=3)


@pytest.fixture
def step():
    model = Transformer(Config(**CONFIG))
    return Step(model, Adam(model.flat), Workers(model, 2))


@pytest.mark.parametrize("clip", [0.0, 0.5])
def test_two_steps_by_hand(clip):
    config = Config(**CONFIG, clip=clip)
    model, other = Transformer(config), Transformer(config)
    step = Step(model, Adam(model.flat), Workers(model, shards_of(config)))
    adam, workers = Adam(other.flat), Workers(other, shards_of(config))
    for number, micro_batches in ((1, [PAIRS]), (2, [PAIRS[:1], PAIRS[1:]])):
        loss, tokens, _ = workers.gradient(micro_batches, (3, number))
        norm = np.linalg.norm(other.flat_grad)
        assert clip < norm  # so it is clipped, where it is to be clipped
        other.flat_grad *= clip / norm if clip else 1
        adam.update(other.flat, other.flat_grad, number, 0.01)
        assert step(micro_batches, number, 0.01) == tokens == TOKENS
        assert step.flops == workers.flops > 0
        outcome = step.totals()
        assert outcome[2:] == (TOKENS, 0, 0)
        assert (outcome.norm, outcome.loss) == pytest.approx((norm, loss * TOKENS), rel=1e-12)
        np.testing.assert_allclose(model.flat, other.flat, rtol=1e-12)


def test_looking_sums_up_the_steps_since_the_last_look(step):
    losses = []
    for number in (1, 2, 3):
        step([PAIRS], number, 0.01)
        losses.append(step.running.loss - sum(losses))
    outcome = step.totals()
    assert outcome.loss == pytest.approx(sum(losses)) and outcome.tokens == 3 * TOKENS
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
    outcome = step.totals()
    assert np.isnan(outcome.norm) and outcome[2:] == (TOKENS, 2, 2)  # tokens and loss of the first step alone
    assert np.isfinite(outcome.loss)
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
    for weights, outcome in results[1:]:
        np.testing.assert_array_equal(weights, results[0][0])
        assert outcome[1:] == results[0][1][1:]
    assert results[2][1] == results[3][1] == results[4][1]
