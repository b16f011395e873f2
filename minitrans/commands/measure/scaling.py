"""The time of a training step on several devices: a model, not a measurement.

The batch stays as it is configured, so each of P devices computes 1/P of it:

    compute    operations of the step / (P * rate)          rate: sustained, as the paper estimates its cost
    exchange   by which the gradients of n parameters are added up, see below; nothing else runs meanwhile

A link has a latency of L seconds per message and sends B bytes per second.  A gradient has 4 n bytes.

- ordered sum (processes/ordered_sum.py): for each of the s shards of a device an all-to-all, then an all-gather.
  Each sends P - 1 messages of 4 n / P bytes:   (s + 1) (P - 1) (L + 4 n / (P B))
- ring all-reduce, which others use:            2 (P - 1) (L + 4 n / (P B))

Adam and the sums themselves are left out: memory is many times faster than a link.
"""

from typing import NamedTuple

from ...nn.flops import packed_training_flops

LENGTH = 25  # pieces of a sentence, EOS included, about as in WMT 2014


class Link(NamedTuple):
    """What connects the devices."""

    latency: float  # seconds per message
    bandwidth: float  # bytes per second that a device sends


class Step(NamedTuple):
    """Seconds of a step."""

    compute: float
    exchange: float

    @property
    def seconds(self):
        return self.compute + self.exchange


def operations(config):
    """Floating point operations of a step whose batch is full, with sentences of LENGTH pieces on both sides."""
    sentences = max(1, config.batch_tokens // LENGTH)
    pairs = [([0] * (LENGTH - 1), [0] * (LENGTH - 1))] * sentences
    return config.accumulate * packed_training_flops(config, pairs, sentences * LENGTH)


def ordered_sum(parameters, devices, link, shards=1):
    """Seconds of the exchange of minitrans.  shards: of each device"""
    return (shards + 1) * (devices - 1) * message(parameters, devices, link)


def ring(parameters, devices, link):
    """Seconds of a ring all-reduce."""
    return 2 * (devices - 1) * message(parameters, devices, link)


def message(parameters, devices, link):
    """Seconds to send one of `devices` slices of a gradient in float32."""
    return link.latency + 4 * parameters / devices / link.bandwidth


def step(config, parameters, devices, rate, link, shards=1):
    """-> Step.  rate: floating point operations per second of a device"""
    return Step(operations(config) / devices / rate, ordered_sum(parameters, devices, link, shards))
