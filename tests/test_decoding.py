"""Beam search, compared with exhaustive search, with greedy search, and with the same search in other batches."""

import itertools

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.ids import BOS, EOS, PAD, UNK
from minitrans.decoding import beam_search, length_penalty
from minitrans.nn import Transformer


def model(vocabulary=7, seed=1, sharpness=3.0):
    """A random model whose predictions differ enough from uniform for a search to matter."""
    config = Config(layers=1, d_model=8, d_ff=16, heads=2, vocabulary=vocabulary, dtype="float64", seed=seed)
    net = Transformer(config)
    net.softmax_embedding.data *= sharpness
    return net


def log_probability(model, source, words):
    """log p(words, EOS | source), from the logits of the whole sentence, without a KV cache."""
    logits = model.logits(np.array([[*source, EOS]]), np.array([[BOS, *words]]))[0]
    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return sum(log_p[t, word] for t, word in enumerate([*words, EOS]))


def every_translation(model, source, longest, alpha):
    """Score of every sequence of words with at most `longest` pieces, EOS included, best first."""
    words = [w for w in range(model.config.vocabulary) if w not in (PAD, BOS, EOS, UNK)]
    found = []
    for length in range(longest):
        for sequence in itertools.product(words, repeat=length):
            total = log_probability(model, source, sequence)
            found.append((total / ((5 + length + 1) / 6) ** alpha, list(sequence)))
    return sorted(found, reverse=True)


@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_wide_beam_finds_what_exhaustive_search_finds(seed, alpha):
    net = model(seed=seed)
    source, longest = [4, 6, 5], 4
    expected = every_translation(net, source, longest, alpha)
    (found,) = beam_search(net, [source], beam=len(expected), alpha=alpha, max_extra=longest - len(source), nbest=5)
    assert [h.ids for h in found] == [ids for _, ids in expected[:5]]
    np.testing.assert_allclose([h.score for h in found], [score for score, _ in expected[:5]], rtol=1e-12)


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


@pytest.mark.parametrize("beam, nbest, alpha", [(2, 1, 0.6), (3, 2, 1.5), (5, 3, 0.0), (5, 5, 1.0)])
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


@pytest.mark.parametrize("seed", range(5))
def test_beam_of_one_is_greedy(seed):
    net = model(vocabulary=12, seed=seed)
    for source in ([4, 5], [7, 8, 9, 10, 11]):
        words, limit = [], len(source) + 6
        while len(words) < limit - 1:
            logits = net.logits(np.array([[*source, EOS]]), np.array([[BOS, *words]]))[0, -1]
            logits[[PAD, BOS, UNK]] = -np.inf
            if logits.argmax() == EOS:
                break
            words.append(int(logits.argmax()))
        ((found,),) = beam_search(net, [source], beam=1, max_extra=6)
        assert found.ids == words


def test_result_does_not_depend_on_the_batch():
    net = model(vocabulary=30)
    rng = np.random.default_rng(0)
    sentences = [rng.integers(4, 30, n).tolist() for n in (1, 9, 3, 14, 6)]
    together = beam_search(net, sentences, beam=3, max_extra=8, nbest=3)
    for sentence, expected in zip(sentences, together, strict=True):
        (alone,) = beam_search(net, [sentence], beam=3, max_extra=8, nbest=3)
        assert [h.ids for h in alone] == [h.ids for h in expected]
        np.testing.assert_allclose([h.score for h in alone], [h.score for h in expected], rtol=1e-10)


def test_scores_are_log_probabilities_over_the_penalty():
    net = model(vocabulary=20)
    (found,) = beam_search(net, [[5, 6, 7]], beam=4, alpha=0.6, max_extra=5, nbest=4)
    assert len(found) == 4
    assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)
    for h in found:
        np.testing.assert_allclose(h.log_probability, log_probability(net, [5, 6, 7], h.ids), rtol=1e-10)
        np.testing.assert_allclose(h.score, h.log_probability / ((5 + len(h.ids) + 1) / 6) ** 0.6, rtol=1e-10)


@pytest.mark.parametrize("extra", [0, 2, 5])
def test_no_translation_is_longer_than_the_limit(extra):
    net = model(vocabulary=20)
    net.softmax_embedding.data[EOS] = -net.softmax_embedding.data[EOS + 2]  # makes EOS improbable
    for (found,) in beam_search(net, [[5, 6, 7], [8]], beam=2, max_extra=extra):
        assert len(found.ids) + 1 <= 3 + extra


def test_a_live_hypothesis_is_followed_as_long_as_it_can_win():
    """EOS is probable at the first step, but with the length penalty the longer translation has the better score."""

    class Scripted:
        xp, longest = np, np.inf

        def start(self, source):
            self.t = -1
            return self

        def select(self, hypotheses, sentences):
            pass

        def step(self, words, state):
            self.t += 1
            p = np.full((len(words), 6), 1e-9)
            p[:, [EOS, 5]] = [0.55, 0.45] if self.t == 0 else [0.02, 0.98] if self.t < 4 else [0.98, 0.02]
            return np.log(p) + 1000 * np.arange(len(words))[:, None]  # a constant per row does not change its softmax

    short = np.log(0.55) / length_penalty(1, 1.0)
    long = (np.log(0.45) + 4 * np.log(0.98)) / length_penalty(5, 1.0)
    assert long > short
    scripted = Scripted()
    ((found,),) = beam_search(scripted, [[5]], beam=2, alpha=1.0, max_extra=9)
    assert found.ids == [5, 5, 5, 5] and scripted.t == 4
    np.testing.assert_allclose(found.score, long, rtol=1e-6)
    ((found,),) = beam_search(scripted, [[5]], beam=2, alpha=0.0, max_extra=9)
    assert found.ids == [] and scripted.t == 0  # 0.45 can no longer become more than 0.55


@pytest.mark.parametrize("order", [[2, 0, 3, 1], [3, 0], [1, 1, 0, 2], [0, 1, 2, 3]], ids=str)
def test_sentences_may_go_on_in_another_order(order):
    """Memory and mask are reordered too: each step gives the logits of a model without a KV cache."""
    net, beam = model(vocabulary=12), 2
    source = np.array([[4, 5, 6, EOS], [7, EOS, PAD, PAD], [8, 9, EOS, PAD], [10, 11, 4, EOS]])
    prefix, state = np.full((4, 1), BOS), net.start(source)
    selections = [(np.repeat(np.arange(4), beam), np.arange(4))]
    selections.append(((np.array(order)[:, None] * beam + [1, 0]).ravel(), np.array(order)))
    for hypotheses, sentences in [*selections, (np.arange(len(order) * beam)[::-1], np.arange(len(order))[::-1])]:
        net.step(prefix[:, -1], state)
        memory = state.memory
        state.select(hypotheses, sentences)
        assert (state.memory is memory) == (sentences.tolist() == [0, 1, 2, 3])  # in the same order nothing is copied
        source, prefix = source[sentences], prefix[hypotheses]
        prefix = np.concatenate([prefix, np.arange(4, 4 + len(prefix))[:, None]], axis=1)
    expected = net.logits(np.repeat(source, beam, axis=0), prefix)[:, -1]
    np.testing.assert_allclose(net.step(prefix[:, -1], state), expected, rtol=1e-11, atol=1e-12)


def test_length_penalty_by_hand():
    assert length_penalty(1, 0.6) == 1
    assert length_penalty(7, 1.0) == pytest.approx(2)
    assert length_penalty(13, 0.5) == pytest.approx(3**0.5)
