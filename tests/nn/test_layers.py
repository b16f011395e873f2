"""The layers of a model begin as they should, and each dropout draws a mask of its own."""

import importlib
import math

import pytest

from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.nn import Transformer


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_dropout_has_a_site_of_its_own(monkeypatch, norm, small_model, pairs):
    """In one forward no two masks come from the same seed: embeddings, sub-layers and attention weights."""
    dropout, seeds = importlib.import_module("minitrans.ops.dropout"), []
    original = dropout.keep_mask

    def recording(xp, shape, p, seed):
        seeds.append(seed)
        return original(xp, shape, p, seed)

    monkeypatch.setattr(dropout, "keep_mask", recording)
    model, layers = small_model(dropout=0.1, attention_dropout=0.1, layers=3, norm=norm), 3
    model.loss(make_batch(pairs), seed=(7, 8, 9, 10))
    of_encoder, of_decoder = 1 + 2, 2 + 3  # attentions and sub-layers
    assert len(seeds) == len(set(seeds)) == 2 + layers * (of_encoder + of_decoder)
    assert {seed[:-1] for seed in seeds} == {(7, 8, 9, 10)}


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.exact_weights
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
        else:  # as test_attention.py says
            assert "attention" in name and name.endswith("weight")
