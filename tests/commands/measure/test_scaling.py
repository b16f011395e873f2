"""The model of a step on several devices, against counts by hand and messages that are sent one by one."""

import pytest

from minitrans.commands.measure import scaling
from minitrans.commands.measure.scaling import LENGTH, Link, operations, ordered_sum, ring, step
from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.nn.flops import training_flops

LINK = Link(latency=1e-5, bandwidth=1e9)


def test_operations_of_one_sentence_by_hand():
    """One layer, d_model 4, d_ff 8, one head, 10 pieces in the vocabulary, one sentence of 25 on both sides."""
    config = Config(layers=1, d_model=4, d_ff=8, heads=1, vocabulary=10, batch_tokens=LENGTH, accumulate=2)
    attention, feed_forward = 4 * 25 * 4 * 4, 2 * 25 * 4 * 8  # rows * inputs * outputs
    weights = 3 * attention + 2 * feed_forward + 25 * 4 * 10
    scores = (25 * 25 + 25 * 26 // 2 + 25 * 25) * 4 * 2  # encoder, decoder (causal), cross; by keys and by values
    assert operations(config) == 2 * 3 * 2 * (weights + scores)


def test_operations_of_many_sentences_are_those_of_a_batch():
    """Those of a padded batch, which computes all scores of the causal attention, are a little more."""
    config = Config(layers=2, d_model=64, d_ff=128, heads=4, vocabulary=500, batch_tokens=1000)
    padded = training_flops(config, make_batch([([5] * 24, [5] * 24)] * 40))
    assert 0.95 * padded < operations(config) < padded


def messages_of_ordered_sum(devices, shards):
    """(round, sender, receiver) of each message: a device sends one after the other."""
    for shard in range(shards):
        yield from ((("all-to-all", shard), a, b) for a in range(devices) for b in range(devices) if a != b)
    yield from (("all-gather", a, b) for a in range(devices) for b in range(devices) if a != b)


@pytest.mark.parametrize("devices, shards", [(1, 1), (2, 1), (4, 1), (4, 3)])
def test_ordered_sum_message_by_message(devices, shards):
    n = 12_000
    busy = [0.0] * devices
    for _, sender, _ in messages_of_ordered_sum(devices, shards):
        busy[sender] += LINK.latency + 4 * n / devices / LINK.bandwidth
    assert ordered_sum(n, devices, LINK, shards) == pytest.approx(max(busy))


@pytest.mark.parametrize("devices", [1, 2, 5])
def test_a_ring_moves_each_slice_to_all(devices):
    """2 (P - 1) rounds, in which slices are first added up and then passed on, until all devices have all sums."""
    has, rounds = [{k: {d} for k in range(devices)} for d in range(devices)], 0
    while any(len(parts) < devices for device in has for parts in device.values()):
        sent = [((d - rounds) % devices, set(has[d][(d - rounds) % devices])) for d in range(devices)]
        for d, (k, parts) in enumerate(sent):
            has[(d + 1) % devices][k] |= parts
        rounds += 1
    assert ring(1000 * devices, devices, LINK) == pytest.approx(rounds * (1e-5 + 4 * 1000 / 1e9))


def test_step():
    config = Config(layers=1, d_model=8, d_ff=16, heads=2, vocabulary=30, batch_tokens=400)
    alone = step(config, 1000, 1, 1e9, LINK)
    assert alone.exchange == 0 and alone.seconds == alone.compute == operations(config) / 1e9
    four = step(config, 1000, 4, 1e9, LINK)
    assert four.compute == pytest.approx(alone.compute / 4)
    assert four.seconds == pytest.approx(four.compute + 2 * 3 * (1e-5 + 1e-6))
    assert scaling.step(config, 1000, 4, 1e9, LINK, shards=3).exchange == pytest.approx(2 * four.exchange)
