"""Averaging checkpoints, and BLEU."""

import math
import random
from functools import reduce

import numpy as np

from ..my_transformer.translator import average_checkpoints, bleu
from .exercise import EXACT, Exercise, assert_close, short_repr
from .finding import Finding, in_case

SENTENCE = "the cat sat on the mat and looked at the dog".split()


class Evaluation(Exercise):
    """BLEU takes words as they are: nothing is split, smoothed or made small."""

    name = "evaluation"
    wants = (average_checkpoints, bleu)

    def interface(self, data, average_checkpoints, bleu):
        """A new array, and a number from 0 to 100; nothing that is given changes."""
        for dtype in (np.float32, np.float64):
            arrays = [data.rng.standard_normal((3, 2)).astype(dtype) for _ in range(3)]
            before = [each.copy() for each in arrays]
            mean = average_checkpoints(arrays)
            if getattr(mean, "dtype", None) != dtype or mean.shape != (3, 2):
                raise Finding(f"the average of arrays (3, 2) in {np.dtype(dtype)} is {short_repr(mean)}")
            if any((one != two).any() for one, two in zip(arrays, before, strict=True)):
                raise Finding("average_checkpoints has changed an array that it was given: += writes into it")
        given = [list(SENTENCE)], [list(SENTENCE)]
        score = bleu(*given)
        if not isinstance(score, float | int | np.floating):
            raise Finding(f"bleu must return a number, not {short_repr(score)}")
        if given != ([SENTENCE], [SENTENCE]):
            raise Finding("bleu has changed its lists")

    def forward(self, data, average_checkpoints, bleu):
        """The mean; and BLEU as in a table of all n-grams."""
        arrays = data.rng.standard_normal((7, 3, 2))
        right = np.array([[math.fsum(arrays[:, i, j]) / 7 for j in range(2)] for i in range(3)])
        wrong = {
            "it is the sum: divide it by their number": 7 * right,
            "it is the last one": arrays[-1],
            "the last one is left out": sum(arrays[:-1]) / 6,
            "the first one is left out": sum(arrays[1:]) / 6,
            "only the last five have a part": sum(arrays[-5:]) / 5,
            "it is a running mean, in which later ones weigh more": reduce(lambda a, b: (a + b) / 2, arrays),
        }
        assert_close("the average", average_checkpoints(list(arrays)), right, EXACT, wrong)
        self.compare(bleu, *corpus(data.seed, 30))
        for name, change in (("every translation is short", lambda s: s[:-2]), ("long", lambda s: [*s, "and", "so"])):
            with in_case(name):
                translations, references = corpus(data.seed, 30)
                self.compare(bleu, list(map(change, translations)), references)

    def adversarial(self, data, average_checkpoints, bleu):
        """Repeated words, no match, short and empty sentences."""
        for name, translations, references in (
            ("a word that is repeated", [["the"] * 7 + SENTENCE[1:6]], [SENTENCE]),
            ("nothing in common", [["a", "b", "c", "d", "e"]], [SENTENCE]),
            ("no 4-gram in common", [SENTENCE[:3] + ["x"] + SENTENCE[3:6] + ["y"]], [SENTENCE]),
            ("a sentence of two words among others", [SENTENCE, ["the", "dog"]], [SENTENCE, ["the", "dog"]]),
            ("an empty translation among others", [SENTENCE, []], [SENTENCE, ["the", "dog"]]),
            ("only empty translations", [[], []], [SENTENCE, SENTENCE]),
            ("capital letters", [[w.title() for w in SENTENCE[:4]] + SENTENCE[4:]], [SENTENCE]),
        ):
            with in_case(name):
                self.compare(bleu, translations, references)
        one = np.ones(3)
        average_checkpoints([one])[...] = 5
        if (one != 1).any():
            raise Finding("the average of one array is this array itself: return a new one")

    def invariants(self, data, average_checkpoints, bleu):
        """Order does not matter; what is equal has BLEU 100; and averages of averages."""
        translations, references = corpus(data.seed, 20)
        score = bleu(translations, references)
        if not math.isclose(score, bleu(translations[::-1], references[::-1]), rel_tol=1e-9):
            raise Finding("the sentences in another order have another BLEU")
        if not math.isclose(bleu(references, references), 100, rel_tol=1e-9):
            raise Finding("translations that equal their references must have BLEU 100")
        if not math.isclose(score, bleu(translations * 2, references * 2), rel_tol=1e-9):
            raise Finding("the corpus twice has another BLEU", cause="count over the corpus, then divide once")
        arrays = list(data.rng.standard_normal((4, 5)))
        halves = average_checkpoints([average_checkpoints(arrays[:2]), average_checkpoints(arrays[2:])])
        assert_close("the average of two averages", halves, average_checkpoints(arrays), EXACT)
        self.compare(bleu, translations, references)

    def integration(self, data, average_checkpoints, bleu):
        """A larger corpus, with whole sentences in place and words in disorder."""
        self.compare(bleu, *corpus(data.seed + 1, 300, noise=0.08))

    def compare(self, bleu, translations, references):
        score = bleu(translations, references)
        right = by_table(translations, references)
        if not math.isclose(score, right, rel_tol=1e-9, abs_tol=1e-9):
            known = wrong_scores(translations, references)
            cause = next((cause for cause, wrong in known.items() if math.isclose(score, wrong, abs_tol=1e-6)), "")
            raise Finding("bleu is wrong", "", f"{score:.8g}", f"{right:.8g}", cause)


def corpus(seed, count, noise=0.2):
    """Sentences, and their references, in which some words are others"""
    rng = random.Random(seed)
    words = "the a old new cat dog house man sees buys in on and big , .".split()
    references = [[rng.choice(words) for _ in range(rng.randint(5, 12))] for _ in range(count)]
    return [[w if rng.random() > noise else rng.choice(words) for w in each] for each in references], references


def counts(translations, references, n, clip=True):
    """(n-grams of the translations that are in their references, n-grams of the translations)"""
    matches = total = 0
    for own, right in zip(translations, references, strict=True):
        left = [right[i : i + n] for i in range(len(right) - n + 1)]
        for gram in (own[i : i + n] for i in range(len(own) - n + 1)):
            total += 1
            if gram in left:
                matches += 1
                if clip:
                    left.remove(gram)
    return matches, total


def by_table(translations, references, clip=True, brevity=True, most=4):
    pairs = [counts(translations, references, n, clip) for n in range(1, most + 1)]
    if not all(matches for matches, _ in pairs):
        return 0.0
    r, c = sum(map(len, references)), sum(map(len, translations))
    penalty = min(1, math.exp(1 - r / c)) if brevity is True else brevity or 1
    return 100 * penalty * math.prod(matches / total for matches, total in pairs) ** (1 / most)


def wrong_scores(translations, references):
    """{cause: the BLEU that this common mistake gives}"""
    right, r, c = by_table(translations, references), sum(map(len, references)), sum(map(len, translations))
    pairs = [counts(translations, references, n) for n in range(1, 5)]
    shares = [matches / total for matches, total in pairs if total]
    penalty = min(1, math.exp(1 - r / c)) if c else 0
    each = [by_table([one], [other]) for one, other in zip(translations, references, strict=True)]
    plain = by_table(translations, references, brevity=False)
    return {
        "it is a fraction: BLEU is in percent": right / 100,
        "the brevity penalty is left out": plain,
        "the brevity penalty is a reward: min(1, ...) is missing": plain * (math.exp(1 - r / c) if c else 0),
        "r and c are swapped in the brevity penalty": plain * (min(1, math.exp(1 - c / r)) if r else 0),
        "an n-gram counts at most as often as in the reference": by_table(translations, references, clip=False),
        "it is the mean of the sentences' BLEU: count n-grams over the whole corpus": sum(each) / max(len(each), 1),
        "it is the arithmetic mean of the p_n, not the geometric one": 100 * penalty * sum(shares) / 4,
        "it counts n-grams of 1 to 3 words, not 4": by_table(translations, references, most=3),
        "it counts single words only": by_table(translations, references, most=1),
        "the 4th root is missing": 100 * penalty * math.prod(shares),
        "translations and references are swapped": by_table(references, translations),
    }
