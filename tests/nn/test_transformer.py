"""What must hold of the whole model, whatever its weights: padding, causality, caches, dropout, shards."""

import importlib
import itertools
import math
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.batching import Batch, Padded, make_batch
from minitrans.data.ids import BOS, PAD
from minitrans.errors import UserError
from minitrans.gradcheck import check
from minitrans.nn import Transformer
from minitrans.nn.position import sinusoids
from minitrans.optim import Adam
from minitrans.recipes import preset
from minitrans.step import Workers

VARIANTS = {
    "post-norm": {},
    "pre-norm": dict(norm="pre"),
    "own widths": dict(d_k=3, d_v=5),
    "separate tables": dict(share_embeddings=False),
    "learned positions": dict(positions="learned", norm="pre"),
    "near words": dict(attention_radius=2),
}
variants = pytest.mark.parametrize("variant", VARIANTS)
PAIRS = [([5, 6, 7, 8], [9, 8, 7]), ([4, 5], [6, 6, 6, 6, 10]), ([11, 4, 9, 9, 5], [7]), ([6], [5, 11, 4, 8])]


def make(variant="post-norm", **more):
    """A small model in float64 whose biases and LayerNorms are not at their plain initial values."""
    sizes = dict(layers=2, d_model=8, d_ff=12, heads=2, vocabulary=12, max_length=32, dropout=0.0, dtype="float64")
    model = Transformer(Config(**sizes | VARIANTS[variant] | more))
    model.flat += 0.1 * np.random.default_rng(5).standard_normal(model.flat.size).astype(model.flat.dtype)
    return model


def loss_and_gradient(model, batch, seed=None):
    model.flat_grad[:] = 0
    loss = model.loss(batch, seed=seed)
    loss.backward()
    return float(loss.data), model.flat_grad.copy()


# Gradient


@variants
def test_gradient_of_the_whole_model(variant):
    """Every parameter at once, along random directions, with dropout everywhere and smoothing."""
    model = make(variant, dropout=0.2, attention_dropout=0.2, label_smoothing=0.1)
    batch = make_batch(PAIRS)

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


@variants
def test_padding_changes_nothing(variant):
    model, batch = make(variant, label_smoothing=0.1), make_batch(PAIRS)
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


@variants
def test_sentences_do_not_see_each_other(variant):
    """Loss and gradient of a batch are the sums over its sentences."""
    model = make(variant)
    loss, gradient = loss_and_gradient(model, make_batch(PAIRS))
    alone = [loss_and_gradient(model, make_batch([pair])) for pair in PAIRS]
    assert sum(each for each, _ in alone) == pytest.approx(loss, rel=1e-13)
    np.testing.assert_allclose(sum(g for _, g in alone), gradient, atol=1e-12 * abs(gradient).max())


def test_smoothing_can_be_switched_off_for_perplexity():
    model, batch = make(label_smoothing=0.3), make_batch(PAIRS)
    logits = model.logits(batch.source.ids, batch.target_in.ids)
    log_p = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    rows = np.argwhere(batch.target_out != PAD)
    exact = -math.fsum(log_p[b, t, batch.target_out[b, t]] for b, t in rows)
    smooth = -math.fsum(log_p[b, t].mean() for b, t in rows)
    assert float(model.loss(batch, smoothing=0).data) == pytest.approx(exact, rel=1e-13)
    assert float(model.loss(batch).data) == pytest.approx(0.7 * exact + 0.3 * smooth, rel=1e-13)


# Causality


@variants
def test_a_word_has_no_influence_on_what_comes_before_it(variant):
    """Bit for bit: a word to come has weight zero, not a small one.  From itself on it does matter."""
    model = make(variant)
    source, target = np.array([[5, 6, 7], [8, 9, PAD]]), np.array([[BOS, 4, 5, 6, 7], [BOS, 8, 9, 10, 11]])
    before = model.logits(source, target)
    for t in range(target.shape[1]):
        other = target.copy()
        other[:, t] = 11 - other[:, t]
        changed = (model.logits(source, other) != before).any(axis=(0, 2))
        assert changed.tolist() == [u >= t for u in range(target.shape[1])]


@variants
def test_every_source_word_matters_to_every_target_position(variant):
    model = make(variant)
    source, target = np.array([[5, 6, 7, 8]]), np.array([[BOS, 4, 5]])
    before = model.logits(source, target)
    for s in range(4):
        other = source.copy()
        other[0, s] = 11
        assert (model.logits(other, target) != before).any(axis=2).all()


# Restricted self-attention


@pytest.mark.parametrize("length", [9, 80])
def test_words_reach_as_far_as_radius_times_layers(length):
    """Two layers of radius 3: six words to either side in the encoder, six back in the decoder, all of the source."""
    model = make(attention_radius=3)
    ids = np.random.default_rng(6).integers(4, 12, (1, length))
    encode = lambda ids: model.encode(Padded(ids))[0].data  # noqa: E731
    encoded, logits = encode(ids), model.logits(ids, ids)
    for s in (0, 1, length // 2, length - 1):
        other = ids.copy()
        other[0, s] = 15 - other[0, s]
        reached = (encode(other) != encoded).any(axis=1)
        assert reached.tolist() == [abs(t - s) <= 6 for t in range(length)]
        reached = (model.logits(ids, other) != logits).any(axis=(0, 2))
        assert reached.tolist() == [0 <= t - s <= 6 for t in range(length)]
        assert (model.logits(other, ids) != logits).any(axis=2).all()


def test_a_radius_beyond_the_sentence_is_full_attention():
    full, near, batch = make(), make(attention_radius=5), make_batch(PAIRS)
    assert loss_and_gradient(near, batch)[0] == loss_and_gradient(full, batch)[0]
    shorter = make(attention_radius=4)
    assert loss_and_gradient(shorter, batch)[0] != loss_and_gradient(full, batch)[0]


def test_a_restricted_model_learns():
    """Four sentences by heart."""
    model, batch = make(attention_radius=1, label_smoothing=0.0), make_batch(PAIRS)
    adam, losses = Adam(model.flat), []
    for step in range(1, 101):
        loss, gradient = loss_and_gradient(model, batch, seed=(1, step, 0, 0))
        adam.update(model.flat, gradient, step, 0.01)
        losses.append(loss / batch.tokens)
    assert losses[0] > 2 and losses[-1] < 0.1


def test_decoding_keeps_no_more_words_than_it_sees():
    """80 words, three hypotheses: each step is that of teacher forcing, and remembers radius + 1 words."""
    model, rng = make(attention_radius=3), np.random.default_rng(7)
    source, words = rng.integers(4, 12, (1, 80)), rng.integers(4, 12, (3, 80))
    words[:, 0] = BOS
    expected = model.logits(source.repeat(3, axis=0), words)
    state = model.start(source)
    model.step(words[:1, 0], state)
    state.select(np.zeros(3, int), np.zeros(1, int))
    for t in range(1, 80):
        np.testing.assert_allclose(model.step(words[:, t], state), expected[:, t], rtol=1e-11, atol=1e-12)
        assert {x.shape[1] for cache in state.caches for x in cache.arrays} == {min(t + 1, 4)}


# Decoding word by word


@variants
def test_steps_equal_teacher_forcing(variant):
    """Two hypotheses a sentence, each with words of its own, sentences of different length."""
    model, beam = make(variant), 2
    source = make_batch(PAIRS).source.ids
    words = np.random.default_rng(2).integers(4, 12, (len(source) * beam, 6))
    words[:, 0] = BOS
    expected = model.logits(np.repeat(source, beam, axis=0), words)
    state = model.start(source)
    np.testing.assert_allclose(model.step(words[::beam, 0], state), expected[::beam, 0], rtol=1e-11, atol=1e-12)
    state.select(np.repeat(np.arange(len(source)), beam), np.arange(len(source)))
    for t in range(1, words.shape[1]):
        np.testing.assert_allclose(model.step(words[:, t], state), expected[:, t], rtol=1e-11, atol=1e-12)


@variants
def test_steps_equal_teacher_forcing_after_hypotheses_were_selected(variant):
    """Sentences are finished, hypotheses are dropped, doubled and change places, more than once."""
    model, beam, rng = make(variant), 2, np.random.default_rng(3)
    source = make_batch(PAIRS).source.ids
    state, prefix = model.start(source), np.full((8, 1), BOS)
    state.select(np.repeat(np.arange(4), beam), np.arange(4))
    plan = {2: ([1, 0, 5, 5, 6, 7], [0, 2, 3]), 4: ([3, 2, 5, 4], [1, 2]), 5: ([1, 1], [0])}
    for t in range(7):
        found = model.step(prefix[:, -1], state)
        np.testing.assert_allclose(
            found, model.logits(np.repeat(source, beam, axis=0), prefix)[:, -1], rtol=1e-11, atol=1e-12
        )
        if t in plan:
            hypotheses, sentences = map(np.array, plan[t])
            state.select(hypotheses, sentences)
            source, prefix = source[sentences], prefix[hypotheses]
        prefix = np.concatenate([prefix, rng.integers(4, 12, (len(prefix), 1))], axis=1)


# Dropout


def test_evaluation_is_deterministic_and_without_dropout():
    """Without a seed the rates play no part: equal to a model that has none."""
    model, plain, batch = make(dropout=0.5, attention_dropout=0.5), make(), make_batch(PAIRS)
    np.testing.assert_array_equal(model.flat, plain.flat)
    once, twice, expected = (loss_and_gradient(m, batch) for m in (model, model, plain))
    for found in (once, twice):
        assert found[0] == expected[0]
        np.testing.assert_array_equal(found[1], expected[1])
    np.testing.assert_array_equal(
        model.logits(batch.source.ids, batch.target_in.ids), plain.logits(batch.source.ids, batch.target_in.ids)
    )


def test_training_loss_is_a_function_of_the_seed():
    model, batch = make(dropout=0.5), make_batch(PAIRS)
    losses = [float(model.loss(batch, seed=seed).data) for seed in [(1, 1, 0, 0), (1, 1, 0, 0), (1, 2, 0, 0)]]
    assert losses[0] == losses[1] != losses[2]


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_dropout_has_a_site_of_its_own(monkeypatch, norm):
    """In one forward no two masks come from the same seed: embeddings, sub-layers and attention weights."""
    dropout, seeds = importlib.import_module("minitrans.ops.dropout"), []
    original = dropout.keep_mask

    def recording(xp, shape, p, seed):
        seeds.append(seed)
        return original(xp, shape, p, seed)

    monkeypatch.setattr(dropout, "keep_mask", recording)
    model, layers = make(dropout=0.1, attention_dropout=0.1, layers=3, norm=norm), 3
    model.loss(make_batch(PAIRS), seed=(7, 8, 9, 10))
    of_encoder, of_decoder = 1 + 2, 2 + 3  # attentions and sub-layers
    assert len(seeds) == len(set(seeds)) == 2 + layers * (of_encoder + of_decoder)
    assert {seed[:-1] for seed in seeds} == {(7, 8, 9, 10)}


# Positions


def test_learned_positions_end_where_training_ended():
    model = make("learned positions", max_length=6)
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


def test_sinusoids_go_on():
    """A model that was told of short sentences treats a long one as a model told of long ones does."""
    short, long = make(max_length=4), make(max_length=64)
    ids = np.random.default_rng(4).integers(4, 12, (2, 21))
    expected = long.logits(ids, ids)
    np.testing.assert_array_equal(short.logits(ids, ids), expected)
    fresh = make(max_length=4)
    state = fresh.start(ids[:, :3])
    for t in range(21):
        found = fresh.step(ids[:, t], state)
    np.testing.assert_allclose(found, long.logits(ids[:, :3], ids)[:, -1], rtol=1e-11, atol=1e-12)


def test_long_sentences_in_many_threads():
    """Each sentence gets the positions that it needs, whatever the others need, and the model's own table stays."""
    model, long = make(max_length=4), make(max_length=200)
    before = model.positions.data.copy()
    sentences = [np.full((1, length), 5) for length in (10, 150, 3, 40, 5, 33, 129, 64)]
    with ThreadPoolExecutor(8) as pool:
        logits = list(pool.map(lambda ids: model.logits(ids, ids), sentences))
    for ids, found in zip(sentences, logits, strict=True):
        np.testing.assert_array_equal(found, long.logits(ids, ids))
    np.testing.assert_array_equal(model.positions.data, before)


@pytest.mark.parametrize("d", [1, 6, 7])
def test_sinusoids_by_hand(d):
    table = sinusoids(50, d)
    for pos, i in itertools.product((0, 1, 49), range(d)):
        angle = pos / 10000 ** (2 * (i // 2) / d)
        assert table[pos, i] == pytest.approx(math.cos(angle) if i % 2 else math.sin(angle), abs=1e-14)


def test_order_of_words_matters_only_through_positions():
    """Without positions an encoder treats a sentence as a set."""
    model = make()
    ids, order = np.array([[4, 5, 6, 7]]), [2, 0, 3, 1]
    ordered = lambda: (model.encode(Padded(ids))[0].data[order], model.encode(Padded(ids[:, order]))[0].data)  # noqa: E731
    assert abs(np.subtract(*ordered())).max() > 0.1
    model.positions.data[:] = 0
    np.testing.assert_allclose(*ordered(), rtol=1e-11, atol=1e-12)


# Size


def parameter_count(c):
    """Counted from the paper's description."""
    d, h = c.d_model, c.heads
    d_k, d_v = c.d_k or d // h, c.d_v or d // h
    attention = 2 * h * (d * d_k + d_k) + h * (d * d_v + d_v) + h * d_v * d + d
    feed_forward = d * c.d_ff + c.d_ff + c.d_ff * d + d
    norm = 2 * d
    encoder, decoder = attention + feed_forward + 2 * norm, 2 * attention + feed_forward + 3 * norm
    tables = (1 if c.share_embeddings else 3) * c.vocabulary * d
    learned = c.max_length * d if c.positions == "learned" else 0
    return tables + learned + c.layers * (encoder + decoder) + (2 * norm if c.norm == "pre" else 0)


@variants
def test_parameter_count(variant):
    model = make(variant)
    assert model.flat.size == parameter_count(model.config)
    assert sum(t.data.size for t in model.parameters().values()) == model.flat.size


def test_base_has_63_million_parameters(monkeypatch):
    """Table 3 says 65 million, with a vocabulary of about 37000."""

    class Zeros:
        """In place of random weights: arrays of any shape that take no memory and no time."""

        def normal(self, mean, deviation, shape):
            return np.broadcast_to(0.0, shape)

        uniform = normal

    monkeypatch.setattr(np.random, "default_rng", lambda seed: Zeros())
    monkeypatch.setattr(Transformer, "flatten", lambda self: None)
    config, as_it_is = preset("base", vocabulary=37000), SimpleNamespace(asarray=lambda x, dtype: x)
    model = Transformer(config, as_it_is)
    count = sum(tensor.data.size for tensor in model.parameters().values())
    assert count == parameter_count(config) == 63_082_496


# Initialisation


def test_logits_start_with_unit_variance_and_the_loss_near_log_vocabulary():
    config = Config(layers=2, d_model=64, d_ff=128, heads=4, vocabulary=500, dropout=0.0, label_smoothing=0.0)
    model, rng = Transformer(config), np.random.default_rng(0)
    batch = make_batch([(rng.integers(4, 500, 10).tolist(), rng.integers(4, 500, 10).tolist()) for _ in range(20)])
    assert 0.8 < model.logits(batch.source.ids, batch.target_in.ids).std() < 1.2
    assert math.log(500) < float(model.loss(batch).data) / batch.tokens < math.log(500) + 1


def test_queries_keys_and_values_start_as_parts_of_one_matrix():
    """Uniform within sqrt(6 / (rows + columns)), where the columns are those of all three; the output by itself."""
    config = Config(layers=1, d_model=64, d_ff=64, heads=4, d_k=24, d_v=32, vocabulary=9)
    for attention in (Transformer(config).encoder[0].self_attention, Transformer(config).decoder[0].cross_attention):
        for projection in (attention.query, attention.key, attention.value):
            limit = math.sqrt(6 / (64 + 4 * (24 + 24 + 32)))
            assert 0.99 * limit < abs(projection.weight.data).max() <= limit
        limit = math.sqrt(6 / (4 * 32 + 64))
        assert 0.99 * limit < abs(attention.output.weight.data).max() <= limit


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_all_else_starts_as_glorot_as_embeddings_or_as_nothing(norm):
    sizes = dict(layers=1, d_model=64, d_ff=96, heads=4, vocabulary=300, max_length=50)
    model = Transformer(Config(**sizes, norm=norm, positions="learned", share_embeddings=False))
    for name, x in ((name, tensor.data) for name, tensor in model.parameters().items()):
        if name.endswith(("bias", "b1", "b2", "beta")):
            assert (x == 0).all(), name
        elif name.endswith("gamma"):
            assert (x == 1).all(), name
        elif name.endswith(("w1", "w2")):
            limit = math.sqrt(6 / (64 + 96))
            assert 0.99 * limit < abs(x).max() <= limit and abs(x.mean()) < 0.05 * limit, name
        elif name.endswith(("embedding", "positions")):
            assert x.std() == pytest.approx(64**-0.5, rel=0.05) and abs(x).max() > 3 * x.std(), name
        else:  # as the test above says
            assert "attention" in name and name.endswith("weight")


def test_same_seed_same_weights():
    sizes = dict(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=9)
    one, same, other = (Transformer(Config(**sizes, seed=seed)).flat for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).mean() > 0.5


# Shards


def gradient_of_shards(monkeypatch, model, shards, threads, micro_batches):
    monkeypatch.setattr("minitrans.step.cores", lambda: threads)
    workers = Workers(model, shards)
    loss, tokens = workers.gradient(micro_batches, (1, 17))
    workers.pool.shutdown()
    return loss, tokens, model.flat_grad.copy()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_number_of_threads_changes_nothing(monkeypatch, dtype):
    """With dropout, in the precision of training, bit for bit."""
    model = make(dropout=0.3, attention_dropout=0.3, dtype=dtype)
    results = [gradient_of_shards(monkeypatch, model, 3, threads, [PAIRS, PAIRS[:2]]) for threads in (1, 2, 3, 3)]
    for loss, tokens, gradient in results[1:]:
        assert (loss, tokens) == results[0][:2]
        np.testing.assert_array_equal(gradient, results[0][2])


@variants
@pytest.mark.parametrize("shards", [1, 2, 3, 7])
def test_shards_and_micro_batches_sum_to_the_whole(monkeypatch, variant, shards):
    """More shards than pairs too.  Divided by the target tokens of the step, however it was cut."""
    model = make(variant, label_smoothing=0.1)
    batch = make_batch(PAIRS)
    whole_loss, whole = loss_and_gradient(model, batch)
    for micro_batches in ([PAIRS], [PAIRS[:1], PAIRS[1:]]):
        loss, tokens, gradient = gradient_of_shards(monkeypatch, model, shards, 2, micro_batches)
        assert tokens == batch.tokens == sum(len(target) + 1 for _, target in PAIRS)
        assert loss == pytest.approx(whole_loss / tokens, rel=1e-13)
        np.testing.assert_allclose(gradient, whole / tokens, atol=1e-13 * abs(whole).max())


def test_shards_and_micro_batches_draw_masks_of_their_own(monkeypatch):
    """The same sentence four times, in two micro-batches of two shards: four different losses."""
    model, seen = make(dropout=0.3), []
    original = Transformer.loss

    def recording(self, batch, seed=None, smoothing=None):
        loss = original(self, batch, seed, smoothing)
        seen.append((seed, float(loss.data)))
        return loss

    monkeypatch.setattr(Transformer, "loss", recording)
    gradient_of_shards(monkeypatch, model, 2, 1, [PAIRS[:1] * 2] * 2)
    assert sorted(seed for seed, _ in seen) == [(1, 17, 0, 0), (1, 17, 0, 1), (1, 17, 1, 0), (1, 17, 1, 1)]
    assert len({loss for _, loss in seen}) == 4
