"""Every preset is a valid configuration, and those of the paper have its numbers."""

import dataclasses

import pytest

from minitrans.config.presets import PRESETS, preset


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_valid(name):
    config = preset(name)
    assert preset(name, seed=7) == dataclasses.replace(config, seed=7)


def test_base_and_big_are_those_of_table_3():
    base, big = preset("base"), preset("big")
    shape = [(c.layers, c.d_model, c.d_ff, c.heads, c.dropout, c.label_smoothing, c.steps) for c in (base, big)]
    assert shape == [(6, 512, 2048, 8, 0.1, 0.1, 100_000), (6, 1024, 4096, 16, 0.3, 0.1, 300_000)]
    assert (base.warmup, base.vocabulary, base.batch_tokens, base.beam, base.alpha) == (4000, 37_000, 25_000, 4, 0.6)
    assert (base.norm, base.positions, base.share_embeddings) == ("post", "sinusoidal", True)
