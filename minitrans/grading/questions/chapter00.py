"""Small exercises of chapter 0."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("00/1", "the BLEU of word-by-word translation with a dictionary from 20,000 pairs: 5, 15 or 60")
def bleu_of_a_dictionary(answer):
    got = numbers(answer)
    if got.size != 1 or not 12 < got < 20:
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
        ("a cat sleeps".split(), "eine Katze schläft".split()),
    ]
    for e, f, both, with_e, with_f in (
        ("the", "Katze", 2, 3, 3),
        ("dog", "schläft", 1, 2, 3),
        ("cat", "Katze", 3, 3, 3),
        ("dogs", "Katze", 0, 1, 3),
    ):
        right = 2 * both / (with_e + with_f)
        mistakes = {
            "a word that stands twice in a sentence counts once: count pairs, not words": 2 * 3 / (4 + 3),
            "the factor 2 is missing: two words that always come together have the coefficient 1": right / 2,
            "below, a pair with both words counts once for each of them": both / (with_e + with_f - both),
            "below, the pairs with e and the pairs with f both count": both / with_e,
            "the two counts below are added, not multiplied": 2 * both / (with_e * with_f),
        }
        hint = f"of {e!r} and {f!r} it is {right:.3g}: {with_e} of the pairs have {e!r}, {with_f} {f!r}, {both} both"
        expect(answer(e, f, pairs), right, hint, mistakes=mistakes)


@small("00/3", "a function of votes [English words, German words] that lets each German word share out one vote")
def shared_votes(answer):
    votes = np.array([[1.0, 2, 1, 4], [3, 2, 1, 0], [4, 1, 2, 4]])
    right = [[v / sum(row[j] for row in votes.tolist()) for j, v in enumerate(row)] for row in votes.tolist()]
    mistakes = {
        "each English word shares out one vote: the rows sum to 1, not the columns": votes / votes.sum(axis=1)[:, None],
        "all words together share one vote": votes / votes.sum(),
        "no exponential is wanted: a share is in proportion to the vote": np.exp(votes) / np.exp(votes).sum(axis=0),
    }
    assert_close("the array of shares", numbers(answer(votes.copy())), np.array(right), 1e-9, mistakes)
