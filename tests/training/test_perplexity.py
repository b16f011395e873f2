"""Perplexity is the exponential of the mean of -log p over all words and ends, without smoothing."""

import math

import numpy as np
import pytest

import minitrans
from minitrans.config import Config
from minitrans.data.lines import read_pairs
from minitrans.nn import Transformer
from minitrans.runs.run import Run
from minitrans.training.perplexity import perplexity

from ..same_run import result


def test_perplexity_is_that_of_the_probabilities_without_smoothing(tiny_run):
    """Word by word from the logits, one sentence at a time, in float64."""
    translator = minitrans.load(tiny_run.path)
    nats = tokens = 0
    for source, target in read_pairs(*Run(tiny_run.path).text.files["valid"])[0]:
        source, target = translator.tokenizer.encode([source, target])
        logits = translator.model.logits(np.array([[*source, 2]]), np.array([[1, *target]]))[0].astype(np.float64)
        for row, word in zip(logits, [*target, 2], strict=True):
            nats += np.log(np.exp(row).sum()) - row[word]
            tokens += 1
    assert result(tiny_run.path)["valid_perplexity"] == pytest.approx(np.exp(nats / tokens), rel=1e-4)


def test_perplexity_of_a_model_that_knows_nothing_is_the_vocabulary():
    model = Transformer(Config(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=50, label_smoothing=0.1))
    model.softmax_embedding.data[:] = 0
    pairs = [([4, 5], [6, 7, 8]), ([9], [10])]
    assert perplexity(model, pairs) == pytest.approx(50, rel=1e-6)


def test_perplexity_of_a_model_that_is_surely_wrong_is_finite():
    model = Transformer(Config(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=50))
    model.softmax_embedding.data[:] *= 1e5
    assert math.isfinite(perplexity(model, [([4, 5], [6, 7, 8])]))
