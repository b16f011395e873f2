"""Attention reaches exactly as far as its radius, and its projections start as parts of one matrix."""

import math

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.batching import Padded, make_batch
from minitrans.nn import Transformer


@pytest.mark.parametrize("length", [9, 80])
def test_words_reach_as_far_as_radius_times_layers(length, small_model):
    """Two layers of radius 3: six words to either side in the encoder, six back in the decoder, all of the source."""
    model = small_model(attention_radius=3)
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


def test_a_radius_beyond_the_sentence_is_full_attention(small_model, loss_and_gradient, pairs):
    full, near, batch = small_model(), small_model(attention_radius=5), make_batch(pairs)
    assert loss_and_gradient(near, batch)[0] == loss_and_gradient(full, batch)[0]
    shorter = small_model(attention_radius=4)
    assert loss_and_gradient(shorter, batch)[0] != loss_and_gradient(full, batch)[0]


def test_queries_keys_and_values_start_as_parts_of_one_matrix():
    """Uniform within sqrt(6 / (rows + columns)), where the columns are those of all three; the output by itself."""
    config = Config(layers=1, d_model=64, d_ff=64, heads=4, d_k=24, d_v=32, vocabulary=9)
    for attention in (Transformer(config).encoder[0].self_attention, Transformer(config).decoder[0].cross_attention):
        for projection in (attention.query, attention.key, attention.value):
            limit = math.sqrt(6 / (64 + 4 * (24 + 24 + 32)))
            assert 0.99 * limit < abs(projection.weight.data).max() <= limit
        limit = math.sqrt(6 / (4 * 32 + 64))
        assert 0.99 * limit < abs(attention.output.weight.data).max() <= limit
