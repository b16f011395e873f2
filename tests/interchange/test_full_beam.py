"""The beam search of transformers, compared with one that handles one sentence in plain lists."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.ids import BOS, EOS, UNK
from minitrans.interchange.full_beam import full_beam_search
from minitrans.nn import Transformer

SOURCES = [[4, 6, 5], [6], [5, 5, 6, 4]]


def model(seed, vocabulary=8, sharpness=2.0, dtype="float64"):
    config = Config(layers=1, d_model=8, d_ff=16, heads=2, vocabulary=vocabulary, dtype=dtype, seed=seed)
    net = Transformer(config)
    net.softmax_embedding.data *= sharpness
    return net


def slow_search(net, source, beam, alpha, limit, early=False):
    """-> [(score, words)], best first"""
    live, ended = [(0.0, [])], []
    for length in range(1, limit + 1):
        found = []
        for total, words in live:
            logits = net.logits(np.array([[*source, EOS]]), np.array([[BOS, *words]]))[0, -1]
            log_p = logits - np.log(np.exp(logits).sum())
            if length == limit:
                found.append((total, [*words, EOS]))
            else:
                found += [(total + log_p[w], [*words, w]) for w in (EOS, *range(UNK + 1, len(logits)))]
        found.sort(key=lambda each: -each[0])
        ended += [(total / length**alpha, words[:-1]) for total, words in found[:beam] if words[-1] == EOS]
        ended = sorted(ended, key=lambda each: -each[0])[:beam]
        live = [(total, words) for total, words in found if words[-1] != EOS][:beam]
        if len(ended) == beam and (early or not live or live[0][0] / length**alpha <= ended[-1][0]):
            break
    return ended


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("beam, nbest, alpha", [(1, 1, 1.0), (2, 1, 0.6), (3, 2, 1.5), (5, 5, 0.0), (4, 3, 1.0)])
def test_it_finds_what_a_slow_search_finds(beam, nbest, alpha, early):
    for seed in range(6):
        net = model(seed)
        together = full_beam_search(net, SOURCES, beam=beam, alpha=alpha, max_extra=4, nbest=nbest, early=early)
        for source, found in zip(SOURCES, together, strict=True):
            expected = slow_search(net, source, beam, alpha, len(source) + 4, early)[:nbest]
            assert [h.ids for h in found] == [words for _, words in expected]
            np.testing.assert_allclose([h.score for h in found], [score for score, _ in expected], rtol=1e-9)


def test_a_beam_wider_than_the_vocabulary():
    net = model(seed=3, vocabulary=6)
    (found,) = full_beam_search(net, [[4, 5]], beam=9, max_extra=3, nbest=9)
    assert [h.ids for h in found] == [words for _, words in slow_search(net, [4, 5], 9, 1.0, 5)]


def test_logits_that_are_not_finite():
    """No hypothesis, and an end; `search_all` makes an error of it."""
    net = model(seed=1)
    net.softmax_embedding.data[:] = np.nan
    assert full_beam_search(net, [[4, 5]], max_extra=3) == [[]]
