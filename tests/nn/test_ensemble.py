"""An ensemble chooses by the mean of its models' probabilities."""

import numpy as np
import pytest

from minitrans.data.batching import pad
from minitrans.data.ids import BOS, EOS
from minitrans.decoding import beam_search
from minitrans.nn.ensemble import Ensemble

SENTENCES = [[4, 5, 6, 7], [9], [8, 8, 10]]


@pytest.fixture
def models(small_model):
    return [small_model(seed=seed) for seed in (1, 2, 3)]


def mean_log_probability(models, source, target):
    """The sum of log mean p over the words of a target with its EOS, from the whole sentence at once"""
    source, target_in = np.array([[*source, EOS]]), np.array([[BOS, *target]])
    mean = np.zeros((len(target) + 1, 12))
    for model in models:
        (logits,) = model.logits(source, target_in)
        mean += np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True) / len(models)
    return np.log(mean[np.arange(len(target) + 1), [*target, EOS]]).sum()


def test_scores_are_those_of_the_mean_probability(models):
    found = beam_search(Ensemble(models), SENTENCES, beam=3, alpha=0.6, max_extra=4, nbest=3)
    for source, hypotheses in zip(SENTENCES, found, strict=True):
        for hypothesis in hypotheses:
            if len(hypothesis.ids) < len(source) + 4 - 1:  # otherwise its end was forced
                expected = mean_log_probability(models, source, hypothesis.ids)
                assert hypothesis.log_probability == pytest.approx(expected, rel=1e-10)


def test_models_that_agree_are_as_one(models):
    model = models[0]
    alone = beam_search(model, SENTENCES, beam=3, nbest=2)
    for ensemble in (Ensemble([model]), Ensemble([model] * 3)):
        for one, other in zip(alone, beam_search(ensemble, SENTENCES, beam=3, nbest=2), strict=True):
            assert [h.ids for h in one] == [h.ids for h in other]
            np.testing.assert_allclose([h.score for h in one], [h.score for h in other], rtol=1e-12)


def test_a_certain_model_does_not_silence_the_others(models):
    """One of them gives a word probability 0 in its precision, another does not."""
    for model in models[1:]:
        model.softmax_embedding.data *= 2000
    source = np.array(pad([[*each, EOS] for each in SENTENCES]))
    ensemble = Ensemble(models)
    log_p = ensemble.step(np.full(3, BOS), ensemble.start(source))
    assert np.isfinite(log_p).all()
    np.testing.assert_allclose(np.exp(log_p).sum(axis=1), 1, rtol=1e-12)


def test_the_shortest_limit_holds(small_model):
    models = [small_model("learned positions", max_length=20), small_model()]
    assert Ensemble(models).longest == 20
    assert repr(Ensemble(models)).startswith("Ensemble(Transformer(")
