"""Scores are sacrebleu's, with its signature."""

import sys
import unicodedata

import pytest
import sacrebleu

from minitrans.tasks.bleu import score, split_compounds

OURS = ["The cat sits on the mat .", "Two dogs, running!"]
THEIRS = ["The cat sat on the mat.", "two dogs are running!"]


@pytest.mark.parametrize(
    ("options", "scorer"),
    [
        (dict(), sacrebleu.metrics.BLEU()),
        (dict(metric="bleu", lowercase_tokenized=True), sacrebleu.metrics.BLEU(lowercase=True, tokenize="13a")),
        (dict(metric="chrf"), sacrebleu.metrics.CHRF()),
        (dict(tokenize="none"), sacrebleu.metrics.BLEU(tokenize="none", force=True)),
    ],
    ids=["bleu", "lower case", "chrf", "tokenized"],
)
def test_score(options, scorer):
    value, signature = score(OURS, THEIRS, **options)
    assert value == scorer.corpus_score(OURS, [THEIRS]).score
    assert signature == str(scorer.get_signature())


METRICS = "bleu", "chrf", "paper-bleu"


@pytest.mark.parametrize("metric", METRICS)
def test_a_blank_reference_is_none(metric):
    """A reference that is there for some lines only, where it says what the other one says, changes no score."""
    for blank in ("", " ", "\u200b"):
        for order in (1, -1):
            rows = [(line, line if i else blank)[::order] for i, line in enumerate(THEIRS)]
            assert score(OURS, rows, metric)[0] == score(OURS, THEIRS, metric)[0] > 0


@pytest.mark.parametrize("metric", METRICS)
def test_one_spelling_for_both_sides(metric):
    """Accents that are characters of their own, a soft hyphen and a no-break space"""
    ours, odd = ["Der Bär läuft über die Brücke."], "Der\xa0Bär läuft ü\xadber die Brücke."
    for line in (odd, unicodedata.normalize("NFD", odd)):
        assert score(ours, [line], metric)[0] == score([line], ours, metric)[0] == pytest.approx(100)


@pytest.mark.parametrize("metric", METRICS)
def test_without_sacrebleu(metric, monkeypatch, refusal):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    assert "need sacrebleu" in refusal(score, OURS, THEIRS, metric)


def test_compounds_are_split_at_hyphens_between_letters():
    line = "Die E-Mail-Adresse - fast 20-jährig -- ist weg -"
    split = "Die E ##AT##-##AT## Mail ##AT##-##AT## Adresse - fast 20 ##AT##-##AT## jährig -- ist weg -"
    assert split_compounds(line) == split


def test_paper_bleu_by_hand():
    """9 tokens: Die E @-@ Mail @-@ X ist alt . with one word wrong, the sixth; of n-grams as many as do not hold it."""
    precisions = (8 / 9) * (6 / 8) * (4 / 7) * (2 / 6)
    value, signature = score(["Die E-Mail-Anschrift ist alt."], ["Die E-Mail-Adresse ist alt."], "paper-bleu")
    assert value == pytest.approx(100 * precisions**0.25, rel=1e-9)
    assert "tok:13a+compounds" in signature and "smooth:none" in signature and "case:mixed" in signature


def test_paper_bleu_knows_case_and_has_no_smoothing():
    """Three of four unigrams, one of three bigrams, no trigram."""
    assert score(["Der hund schläft."], ["Der Hund schläft."], "paper-bleu")[0] == 0
    assert score(["Der Hund schläft."], ["Der Hund schläft."], "paper-bleu")[0] == pytest.approx(100)
