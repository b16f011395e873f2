"""What must hold of the whole model, whatever its weights: gradient, padding, causality, dropout, positions, size."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.config.presets import preset
from minitrans.data.batching import Batch, Padded, make_batch
from minitrans.data.ids import BOS, PAD
from minitrans.gradcheck import check
from minitrans.nn import Transformer
from minitrans.nn.layers import Zeros
from minitrans.system.errors import UserError

# Gradient


def test_gradient_of_the_whole_model(design, small_model, pairs):
    """Every parameter at once, along random directions, with dropout everywhere and smoothing."""
    model = small_model(design, dropout=0.2, attention_dropout=0.2, label_smoothing=0.1)
    batch = make_batch(pairs)

    def forward(flat):
        model.flat[:] = flat
        loss = model.loss(batch, seed=(1, 2, 0, 0))
        return loss.data, loss

    def backward(dy, loss):
        model.flat_grad[:] = 0
        loss.backward(dy)
        return (model.flat_grad,)

    check(forward, backward, [model.flat.copy()], directions=12)


# Padding and batches


def test_padding_changes_nothing(design, small_model, loss_and_gradient, pairs):
    model, batch = small_model(design, label_smoothing=0.1), make_batch(pairs)
    source, target_in, target_out = (
        np.pad(ids, ((0, 0), (0, 2)), constant_values=PAD)
        for ids in (batch.source.ids, batch.target_in.ids, batch.target_out)
    )
    wider = Batch(Padded(source), Padded(target_in, causal=True), target_out)
    words = batch.target_in.ids != PAD
    before, after = (model.logits(b.source.ids, b.target_in.ids) for b in (batch, wider))
    np.testing.assert_allclose(after[:, : words.shape[1]][words], before[words], rtol=1e-12, atol=1e-12)
    (loss, gradient), (wider_loss, wider_gradient) = (loss_and_gradient(model, b) for b in (batch, wider))
    assert wider_loss == pytest.approx(loss, rel=1e-13)
    np.testing.assert_allclose(wider_gradient, gradient, atol=1e-12 * abs(gradient).max())


def test_sentences_do_not_see_each_other(design, small_model, loss_and_gradient, pairs):
    """Loss and gradient of a batch are the sums over its sentences."""
    model = small_model(design)
    loss, gradient = loss_and_gradient(model, make_batch(pairs))
    alone = [loss_and_gradient(model, make_batch([pair])) for pair in pairs]
    assert sum(each for each, _ in alone) == pytest.approx(loss, rel=1e-13)
    np.testing.assert_allclose(sum(g for _, g in alone), gradient, atol=1e-12 * abs(gradient).max())


def test_smoothing_can_be_switched_off_for_perplexity(small_model, pairs):
    model, batch = small_model(label_smoothing=0.3), make_batch(pairs)
    logits = model.logits(batch.source.ids, batch.target_in.ids)
    log_p = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    rows = np.argwhere(batch.target_out != PAD)
    exact = -math.fsum(log_p[b, t, batch.target_out[b, t]] for b, t in rows)
    smooth = -math.fsum(log_p[b, t].mean() for b, t in rows)
    assert float(model.loss(batch, smoothing=0).data) == pytest.approx(exact, rel=1e-13)
    assert float(model.loss(batch).data) == pytest.approx(0.7 * exact + 0.3 * smooth, rel=1e-13)


# Causality


def test_a_word_has_no_influence_on_what_comes_before_it(design, small_model):
    """Bit for bit: a word to come has weight zero, not a small one.  From itself on it does matter."""
    model = small_model(design)
    source, target = np.array([[5, 6, 7], [8, 9, PAD]]), np.array([[BOS, 4, 5, 6, 7], [BOS, 8, 9, 10, 11]])
    before = model.logits(source, target)
    for t in range(target.shape[1]):
        other = target.copy()
        other[:, t] = 11 - other[:, t]
        changed = (model.logits(source, other) != before).any(axis=(0, 2))
        assert changed.tolist() == [u >= t for u in range(target.shape[1])]


def test_every_source_word_matters_to_every_target_position(design, small_model):
    model = small_model(design)
    source, target = np.array([[5, 6, 7, 8]]), np.array([[BOS, 4, 5]])
    before = model.logits(source, target)
    for s in range(4):
        other = source.copy()
        other[0, s] = 11
        assert (model.logits(other, target) != before).any(axis=2).all()


# Dropout


def test_evaluation_is_deterministic_and_without_dropout(small_model, loss_and_gradient, pairs):
    """Without a seed the rates play no part: equal to a model that has none."""
    model, plain, batch = small_model(dropout=0.5, attention_dropout=0.5), small_model(), make_batch(pairs)
    np.testing.assert_array_equal(model.flat, plain.flat)
    once, twice, expected = (loss_and_gradient(m, batch) for m in (model, model, plain))
    for found in (once, twice):
        assert found[0] == expected[0]
        np.testing.assert_array_equal(found[1], expected[1])
    np.testing.assert_array_equal(
        model.logits(batch.source.ids, batch.target_in.ids), plain.logits(batch.source.ids, batch.target_in.ids)
    )


def test_training_loss_is_a_function_of_the_seed(small_model, pairs):
    model, batch = small_model(dropout=0.5), make_batch(pairs)
    losses = [float(model.loss(batch, seed=seed).data) for seed in [(1, 1, 0, 0), (1, 1, 0, 0), (1, 2, 0, 0)]]
    assert losses[0] == losses[1] != losses[2]


# Positions


def test_learned_positions_end_where_training_ended(small_model):
    model = small_model("learned positions", max_length=6)
    fits, too_long = np.full((1, 6), 5), np.full((1, 7), 5)
    model.logits(fits, fits)
    for source, target in ((too_long, fits), (fits, too_long)):
        with pytest.raises(UserError, match="7 positions, but this model has learned 6"):
            model.logits(source, target)
    state = model.start(fits)
    for _ in range(6):
        model.step(np.array([5]), state)
    with pytest.raises(UserError, match="7 positions"):
        model.step(np.array([5]), state)


def test_sinusoids_go_on(small_model):
    """A model with a small max_length treats a long sentence as a model with a large one does."""
    short, long = small_model(max_length=4), small_model(max_length=64)
    ids = np.random.default_rng(4).integers(4, 12, (2, 21))
    expected = long.logits(ids, ids)
    np.testing.assert_array_equal(short.logits(ids, ids), expected)
    fresh = small_model(max_length=4)
    state = fresh.start(ids[:, :3])
    for t in range(21):
        found = fresh.step(ids[:, t], state)
    np.testing.assert_allclose(found, long.logits(ids[:, :3], ids)[:, -1], rtol=1e-11, atol=1e-12)


def test_long_sentences_in_many_threads(small_model):
    """Each sentence gets the positions that it needs, whatever the others need, and the model's own table stays."""
    model, long = small_model(max_length=4), small_model(max_length=200)
    before = model.positions.data.copy()
    sentences = [np.full((1, length), 5) for length in (10, 150, 3, 40, 5, 33, 129, 64)]
    with ThreadPoolExecutor(8) as pool:
        logits = list(pool.map(lambda ids: model.logits(ids, ids), sentences))
    for ids, found in zip(sentences, logits, strict=True):
        np.testing.assert_array_equal(found, long.logits(ids, ids))
    np.testing.assert_array_equal(model.positions.data, before)


def test_order_of_words_matters_only_through_positions(small_model):
    """Without positions an encoder treats a sentence as a set."""
    model = small_model()
    ids, order = np.array([[4, 5, 6, 7]]), [2, 0, 3, 1]
    ordered = lambda: (model.encode(Padded(ids))[0].data[order], model.encode(Padded(ids[:, order]))[0].data)  # noqa: E731
    assert abs(np.subtract(*ordered())).max() > 0.1
    model.positions.data[:] = 0
    np.testing.assert_allclose(*ordered(), rtol=1e-11, atol=1e-12)


# Size


def test_base_has_63_million_parameters(monkeypatch):
    """Table 3 says 65 million, with a vocabulary of about 37000."""
    monkeypatch.setattr(Transformer, "flatten", lambda self: None)
    config, as_it_is = preset("base", vocabulary=37000), SimpleNamespace(asarray=lambda x, dtype: x)
    model = Transformer(config, as_it_is, rng=Zeros())  # its zeros are one number
    count = sum(tensor.data.size for tensor in model.parameters().values())
    assert count == 63_082_496


# Initialisation


def test_logits_start_with_unit_variance_and_the_loss_near_log_vocabulary():
    config = Config(layers=2, d_model=64, d_ff=128, heads=4, vocabulary=500, dropout=0.0, label_smoothing=0.0)
    model, rng = Transformer(config), np.random.default_rng(0)
    batch = make_batch([(rng.integers(4, 500, 10).tolist(), rng.integers(4, 500, 10).tolist()) for _ in range(20)])
    assert 0.8 < model.logits(batch.source.ids, batch.target_in.ids).std() < 1.2
    assert math.log(500) < float(model.loss(batch).data) / batch.tokens < math.log(500) + 1


def test_same_seed_same_weights():
    sizes = dict(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=9)
    one, same, other = (Transformer(Config(**sizes, seed=seed)).flat for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).mean() > 0.5


@pytest.mark.exact_weights
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_model_to_be_loaded_draws_nothing(design, dtype, small_model):
    """It has the parameters of another, all zero where that draws, and takes its weights."""
    config = replace(small_model(design).config, dtype=dtype)
    drawn, empty = Transformer(config), Transformer(config, rng=Zeros())
    shapes = [{name: t.data.shape for name, t in model.parameters().items()} for model in (drawn, empty)]
    assert shapes[0] == shapes[1] and empty.flat.dtype == drawn.flat.dtype == dtype
    assert set(np.unique(empty.flat)) <= {0.0, 1.0}  # gamma is 1
    empty.load({name: tensor.data for name, tensor in drawn.parameters().items()})
    np.testing.assert_array_equal(empty.flat, drawn.flat)
