"""Packed batches: each word occurs once, and attends to the same words as in a padded batch."""

import numpy as np
import pytest

from minitrans.cuda.packed import PackedRows, pack, unpack
from minitrans.data.ids import BOS, EOS, PAD

PAIRS = [([4, 5, 6], [7, 8]), ([9], [10, 4, 9, 9]), ([6, 6], [5])]
ROWS = 14


@pytest.fixture
def batch():
    table = pack(PAIRS, ROWS)
    assert table.shape == (len(PackedRows._fields), ROWS) and table.dtype == np.int32
    return unpack(table, 20)


def test_words_and_places(batch):
    assert batch.source.ids.tolist() == [4, 5, 6, EOS, 9, EOS, 6, 6, EOS] + [PAD] * 5
    assert batch.source.places.tolist() == [0, 1, 2, 3, 0, 1, 0, 1, 2] + [0] * 5
    assert batch.target_in.ids.tolist() == [BOS, 7, 8, BOS, 10, 4, 9, 9, BOS, 5] + [PAD] * 4
    assert batch.target_out.tolist() == [7, 8, EOS, 10, 4, 9, 9, EOS, 5, EOS] + [PAD] * 4
    for side in (batch.source, batch.target_in):
        for order, values in ((side.by_id, side.ids), (side.by_place, side.places)):
            assert sorted(order) == list(range(ROWS)) and (np.diff(values[order]) >= 0).all()


def test_the_order_of_a_large_vocabulary():
    large = 1 << 16  # more than 16 bits
    side = unpack(pack([([large + 4, 5, large, large + 5], [9])], ROWS), 20).source
    assert side.ids[side.by_id].tolist() == [PAD] * 9 + [EOS, 5, large, large + 4, large + 5]


def seen(spans):
    """The mask [queries, keys], boolean; also checks that reach and reach_end agree with it."""
    keys = np.arange(len(spans.reach))
    allowed = (keys >= spans.first[:, None]) & (keys < spans.end[:, None])
    queries = np.arange(len(spans.first))[:, None]
    assert not (allowed & ((queries < spans.reach) | (queries >= spans.reach_end))).any()
    return allowed


def test_who_sees_whom(batch):
    source = np.array([0] * 4 + [1] * 2 + [2] * 3 + [-1] * 5)  # the sentence of each row
    target = np.array([0] * 3 + [1] * 5 + [2] * 2 + [-2] * 4)
    same = (source[:, None] == source) & (source >= 0)
    np.testing.assert_array_equal(seen(batch.source.spans), same)
    causal = (target[:, None] == target) & (target >= 0) & np.tri(ROWS, dtype=bool)
    np.testing.assert_array_equal(seen(batch.target_in.spans), causal)
    np.testing.assert_array_equal(seen(batch.source.memory_spans), target[:, None] == source)
    near = abs(np.subtract.outer(np.arange(ROWS), np.arange(ROWS))) <= 1
    np.testing.assert_array_equal(seen(batch.source.spans.within(1)), same & near)
    np.testing.assert_array_equal(seen(batch.target_in.spans.within(1)), causal & near)
