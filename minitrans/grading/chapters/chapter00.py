"""Small exercises of chapter 0."""

import numpy as np

from ..exercise import assert_close
from .answer import numbers, small


@small("00/1", "the BLEU of word-by-word translation with a dictionary from 20,000 pairs: 5, 15 or 60")
def bleu_of_a_dictionary(answer):
    if not 12 < numbers(answer) < 20:
        raise AssertionError(
            "run the cells with 20,000 pairs, and compare the translations with those from 5,000",
            "more text makes a dictionary surer, but most of its words were right before; which mistakes are left?",
        )


@small(
    "00/2",
    "a function of a word e, a word f and pairs [(English words, German words)] that gives their Dice coefficient",
)
def dice_coefficient(answer):
    pairs = [
        ("the dog sees the cat".split(), "der Hund sieht die Katze".split()),
        ("the cat sleeps".split(), "die Katze schläft".split()),
        ("a dog sleeps".split(), "ein Hund schläft".split()),
        ("the dogs".split(), "die Hunde".split()),
    ]
    cases = {
        ("the", "Katze"): 4 / 5,
        ("cat", "Katze"): 1,
        ("a", "Katze"): 0,
        ("the", "die"): 1,
        ("dog", "schläft"): 1 / 2,
    }
    for (e, f), right in cases.items():
        got = numbers(answer(e, f, pairs))
        if (e, f) == ("the", "Katze") and np.allclose(got, 4 / 6):
            raise AssertionError("a word that stands twice in a sentence counts once: count pairs, not words")
        if np.allclose(got, right / 2) and right:
            raise AssertionError("the factor 2 is missing: two words that always come together have the coefficient 1")
        if not np.allclose(got, right):
            raise AssertionError(f"of {e!r} and {f!r} in four pairs it is {right:.3g}, you give {got:.3g}")


@small("00/3", "a function of votes [English words, German words] that lets each German word share out one vote")
def shared_votes(answer):
    votes = np.array([[1.0, 2, 1, 4], [3, 2, 1, 0], [4, 1, 2, 4]])
    right = [[v / sum(row[j] for row in votes.tolist()) for j, v in enumerate(row)] for row in votes.tolist()]
    mistakes = {
        "each English word shares out one vote: the rows sum to 1, not the columns": votes / votes.sum(axis=1)[:, None],
        "all words together share one vote": votes / votes.sum(),
    }
    assert_close("the array of shares", numbers(answer(votes.copy())), np.array(right), 1e-9, mistakes)
