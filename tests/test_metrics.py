"""Scores are sacrebleu's, with its signature.  (Perplexity is checked in test_train.py, word by word.)"""

import math

import pytest
import sacrebleu

from minitrans.config import Config
from minitrans.metrics import perplexity, score
from minitrans.nn import Transformer

OURS = ["The cat sits on the mat .", "Two dogs, running!"]
THEIRS = ["The cat sat on the mat.", "two dogs are running!"]


@pytest.mark.parametrize(
    ("options", "scorer"),
    [
        (dict(), sacrebleu.metrics.BLEU()),
        (dict(metric="bleu", lowercase_tokenized=True), sacrebleu.metrics.BLEU(lowercase=True, tokenize="13a")),
        (dict(metric="chrf"), sacrebleu.metrics.CHRF()),
    ],
    ids=["bleu", "lower case", "chrf"],
)
def test_score(options, scorer):
    value, signature = score(OURS, THEIRS, **options)
    assert value == scorer.corpus_score(OURS, [THEIRS]).score
    assert signature == str(scorer.get_signature())


def test_lower_case_forgives_case_alone():
    assert score(OURS, THEIRS, lowercase_tokenized=True)[0] > score(OURS, THEIRS)[0]
    assert "case:lc" in score(OURS, THEIRS, lowercase_tokenized=True)[1]


def test_perplexity_of_a_model_that_knows_nothing_is_the_vocabulary():
    model = Transformer(Config(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=50, label_smoothing=0.1))
    model.softmax_embedding.data[:] = 0
    pairs = [([4, 5], [6, 7, 8]), ([9], [10])]
    assert perplexity(model, pairs) == pytest.approx(50, rel=1e-6)


def test_perplexity_of_a_model_that_is_surely_wrong_is_finite():
    model = Transformer(Config(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=50))
    model.softmax_embedding.data[:] *= 1e5
    assert math.isfinite(perplexity(model, [([4, 5], [6, 7, 8])]))
