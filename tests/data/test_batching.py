"""Batches: each pair once per epoch, within the limits, with little padding, in a reproducible order."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.batching import BatchStream, make_batch, pad
from minitrans.data.ids import BOS, EOS, PAD


def random_pairs(rng, count, longest=40):
    """Distinct pairs: every id of pair i is i + 10; the lengths of the two sides are similar."""
    source = rng.integers(1, longest, count)
    target = np.maximum(1, source + rng.integers(-3, 4, count))
    return [([i + 10] * s, [i + 10] * t) for i, (s, t) in enumerate(zip(source.tolist(), target.tolist(), strict=True))]


def test_make_batch_shifts_the_target_and_pads_at_the_end():
    batch = make_batch([([5, 6, 7], [8]), ([9], [10, 11, 12])])
    assert batch.source.ids.tolist() == [[5, 6, 7, EOS], [9, EOS, PAD, PAD]]
    assert batch.target_in.ids.tolist() == [[BOS, 8, PAD, PAD], [BOS, 10, 11, 12]]
    assert batch.target_out.tolist() == [[8, EOS, PAD, PAD], [10, 11, 12, EOS]]
    assert batch.tokens == 6


@given(st.lists(st.lists(st.integers(4, 99), max_size=8), min_size=1, max_size=8))
def test_row_t_of_the_input_predicts_row_t_of_the_output(sentences):
    batch = make_batch([(ids, ids) for ids in sentences])
    for ids, fed, wanted in zip(sentences, batch.target_in.ids.tolist(), batch.target_out.tolist(), strict=True):
        assert fed[: len(ids) + 1] == [BOS, *ids] and wanted[: len(ids) + 1] == [*ids, EOS]
        assert set(fed[len(ids) + 1 :] + wanted[len(ids) + 1 :]) <= {PAD}
    assert batch.tokens == sum(map(len, sentences)) + len(sentences)


def test_pad_of_one_empty_sentence():
    assert pad([[]]).shape == (1, 0) and pad([[], [4]]).tolist() == [[PAD], [4]]


def take(stream, count):
    return [next(stream) for _ in range(count)]


def test_an_epoch_shows_every_pair_once(rng):
    pairs = random_pairs(rng, 300)
    stream = BatchStream(pairs, 200, seed=1)
    for epoch in range(3):
        count = len(stream.order) if epoch == 0 else len(stream.shuffle())
        seen = [pair for batch in take(stream, count) for pair in batch]
        assert sorted(seen) == sorted(pairs)
        assert stream.epoch == epoch
        first = next(stream)  # the first batch of the next epoch
        assert (stream.epoch, stream.position) == (epoch + 1, 1) and first
        stream.position = 0


def test_order_is_a_function_of_seed_and_epoch(rng):
    pairs = random_pairs(rng, 300)
    orders = {
        (seed, epoch): take(BatchStream(pairs, 200, seed, epoch), 20)
        for seed, epoch in itertools.product([1, 2], [0, 1])
    }
    for key, order in orders.items():
        assert order == take(BatchStream(pairs, 200, *key), 20)
    assert all(a != b for a, b in itertools.combinations(orders.values(), 2))


@pytest.mark.parametrize("stop", [1, 7, "the last of an epoch", 60])
def test_a_stream_goes_on_where_it_stopped(rng, stop):
    pairs = random_pairs(rng, 200)
    stream = BatchStream(pairs, 200, seed=5)
    take(stream, len(stream.order) if isinstance(stop, str) else stop)
    again = BatchStream(pairs, 200, seed=5, epoch=stream.epoch, position=stream.position)
    assert take(again, 80) == take(stream, 80)
    assert stream.epoch >= 1
