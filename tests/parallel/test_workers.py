"""The gradient of a batch is that of the whole model, however many shards, threads and micro-batches there are."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.nn import Transformer
from minitrans.parallel.workers import Workers, shards_of


@pytest.mark.parametrize(
    "cores, batch_tokens, shards",
    [(1, 25000, 1), (2, 25000, 2), (16, 25000, 16), (8, 3000, 6), (8, 999, 1), (8, 10, 1)],
)
def test_shards_are_as_many_as_the_cores_that_the_batch_can_feed(monkeypatch, cores, batch_tokens, shards):
    monkeypatch.setattr("minitrans.parallel.workers.cores", lambda: cores)
    assert shards_of(Config(batch_tokens=batch_tokens)) == shards
    assert shards_of(Config(batch_tokens=batch_tokens, shards=3)) == 3


def gradient_of_shards(monkeypatch, model, shards, threads, micro_batches):
    monkeypatch.setattr("minitrans.parallel.workers.cores", lambda: threads)
    workers = Workers(model, shards)
    loss, tokens, _ = workers.gradient(micro_batches, (1, 17))
    return loss, tokens, model.flat_grad.copy()


@pytest.mark.parametrize("shards", [1, 2, 3, 7])
def test_shards_and_micro_batches_sum_to_the_whole(monkeypatch, design, shards, small_model, loss_and_gradient, pairs):
    """More shards than pairs too.  Divided by the target tokens of the step, however it was cut."""
    model = small_model(design, label_smoothing=0.1)
    batch = make_batch(pairs)
    whole_loss, whole = loss_and_gradient(model, batch)
    for micro_batches in ([pairs], [pairs[:1], pairs[1:]]):
        loss, tokens, gradient = gradient_of_shards(monkeypatch, model, shards, 2, micro_batches)
        assert tokens == batch.tokens == sum(len(target) + 1 for _, target in pairs)
        assert loss == pytest.approx(whole_loss / tokens, rel=1e-13)
        np.testing.assert_allclose(gradient, whole / tokens, atol=1e-13 * abs(whole).max())


def test_shards_and_micro_batches_draw_masks_of_their_own(monkeypatch, small_model, pairs):
    """The same sentence four times, in two micro-batches of two shards: four different losses."""
    model, seen = small_model(dropout=0.3), []
    original = Transformer.loss

    def recording(self, batch, seed=None, smoothing=None):
        loss = original(self, batch, seed, smoothing)
        seen.append((seed, float(loss.data)))
        return loss

    monkeypatch.setattr(Transformer, "loss", recording)
    gradient_of_shards(monkeypatch, model, 2, 1, [pairs[:1] * 2] * 2)
    assert sorted(seed for seed, _ in seen) == [(1, 17, 0, 0), (1, 17, 0, 1), (1, 17, 1, 0), (1, 17, 1, 1)]
    assert len({loss for _, loss in seen}) == 4
