"""Beam search with a KV cache, compared with a slow one; tests/test_exercises.py compares with all translations."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.ids import BOS, EOS, UNK
from minitrans.decoding import beam_search
from minitrans.grading.exercises.scripted import LONG, Scripted, logarithms
from minitrans.nn import Transformer


def model(vocabulary=7, seed=1, sharpness=3.0):
    """A random model whose predictions differ enough from uniform for a search to matter."""
    config = Config(layers=1, d_model=8, d_ff=16, heads=2, vocabulary=vocabulary, dtype="float64", seed=seed)
    net = Transformer(config)
    net.softmax_embedding.data *= sharpness
    return net


def slow_beam_search(model, source, beam, alpha, limit):
    """Beam search of one sentence, without a KV cache and without early stopping -> [(score, words)], best first"""
    live, ended = [(0.0, [])], []
    for length in range(1, limit + 1):
        found = []
        for total, words in live:
            logits = model.logits(np.array([[*source, EOS]]), np.array([[BOS, *words]]))[0, -1]
            log_p = logits - np.log(np.exp(logits).sum())
            allowed = [EOS] if length == limit else [EOS, *range(UNK + 1, model.config.vocabulary)]
            found += [(total + log_p[word], [*words, word]) for word in allowed]
        kept = sorted(found, reverse=True)[: beam - len(ended)]  # a finished hypothesis keeps its place
        ended += [(total / ((5 + length) / 6) ** alpha, words[:-1]) for total, words in kept if words[-1] == EOS]
        live = [(total, words) for total, words in kept if words[-1] != EOS]
    return sorted(ended, reverse=True)


@pytest.mark.parametrize("beam, nbest, alpha", [(1, 1, 0.6), (2, 1, 0.6), (3, 2, 1.5), (5, 3, 0.0), (5, 5, 1.0)])
def test_narrow_beam_keeps_what_a_slow_search_keeps(beam, nbest, alpha):
    sources = [[4, 6, 5], [6], [5, 5, 6, 4]]
    for seed in range(5):
        net = model(seed=seed, sharpness=2.0)
        for source, found in zip(
            sources, beam_search(net, sources, beam=beam, alpha=alpha, max_extra=4, nbest=nbest), strict=True
        ):
            expected = slow_beam_search(net, source, beam, alpha, len(source) + 4)[:nbest]
            assert [h.ids for h in found] == [words for _, words in expected]
            np.testing.assert_allclose([h.score for h in found], [score for score, _ in expected], rtol=1e-10)


@pytest.mark.parametrize("alpha, longest", [(1.5, 4), (0.0, 2)])
def test_a_search_ends_when_no_live_hypothesis_can_win(alpha, longest):
    """EOS is probable at the second step, but with a length penalty the longer translation has the better score."""
    scripted = Scripted(np, lambda sentence, words: logarithms(LONG.get(words, {EOS: 0.9})))
    beam_search(scripted, [[5]], beam=2, alpha=alpha, max_extra=9)
    assert max(len(words) for _, words in scripted.asked) == longest
