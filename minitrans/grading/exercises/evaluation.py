"""Averaging checkpoints, and BLEU."""

import math
import random

import numpy as np

from ..my_transformer.translator import average_checkpoints, bleu
from .exercise import EXACT, Exercise, assert_close, short_repr
from .finding import Finding, in_case
from .mistakes import Edit

SENTENCE = "the cat sat on the mat and looked at the dog".split()
MEAN, BREVITY = "return np.mean(checkpoints, axis=0)", "sum(map(len, {})) / sum(map(len, {}))".format
R_C, LOGS = BREVITY("references", "translations"), "sum(log(matches[n] / totals[n]) for n in range(1, 5))"
MATCHES, START = "all(matches[n] for n in range(1, 5))", "matches, totals = Counter(), Counter()"


def up_to(most):
    """The changes that count n-grams of 1 to `most` words"""
    all_matches, logs = (each.replace("5", str(most + 1)) for each in (MATCHES, LOGS))
    return MATCHES, all_matches, f"{LOGS} / 4", f"{logs} / {most}"


class Evaluation(Exercise):
    """BLEU takes words as they are: nothing is split, smoothed or made small."""

    name = "evaluation"
    wants = (average_checkpoints, bleu)
    mistakes = [
        Edit("it is the sum: divide it by their number", (MEAN, MEAN.replace("mean", "sum"))),
        Edit("it is the last one", (MEAN, "return checkpoints[-1]")),
        Edit("the last one is left out", ("np.mean(checkpoints", "np.mean(checkpoints[:-1]")),
        Edit("the first one is left out", ("np.mean(checkpoints", "np.mean(checkpoints[1:]")),
        Edit("only the last five are averaged", ("np.mean(checkpoints", "np.mean(checkpoints[-5:]")),
        Edit("it is a running mean, in which later ones weigh more",
             (MEAN, "y = checkpoints[0]\n    for each in checkpoints:\n        y = (y + each) / 2\n    return y")),
        Edit("it is a fraction: BLEU is in percent", ("return 100 * exp", "return exp")),
        Edit("the brevity penalty is left out", ("exp(brevity + ", "exp(")),
        Edit("the brevity penalty is a reward: min(1, ...) is missing", ("min(0, ", "(")),
        Edit("r and c are swapped in the brevity penalty", (R_C, BREVITY("translations", "references"))),
        Edit("an n-gram counts at most as often as in the reference",
             ("(found & ngrams(right, n)).total()", "sum(found[each] for each in ngrams(right, n).keys() & found)")),
        Edit("it is the mean of the sentences' BLEU: count n-grams over the whole corpus",
             (START, "if len(translations) > 1:\n        return np.mean([bleu([t], [r]) for t, r in "
              f"zip(translations, references)])\n    {START}")),
        Edit("it is the arithmetic mean of the p_n, not the geometric one",
             (f"not {MATCHES}", "not matches", f"exp(brevity + {LOGS} / 4)",
              f"exp(brevity) * {LOGS} / 4".replace("log(", "(").replace("/ totals[n]", "/ max(totals[n], 1)"))),
        Edit("it counts n-grams of 1 to 3 words, not 4", up_to(3)),
        Edit("it counts single words only", up_to(1)),
        Edit("the 4th root is missing", (f"{LOGS} / 4", LOGS)),
        Edit("if no n-gram of some length matches, BLEU is 0: nothing is smoothed",
             (f"not {MATCHES}", "not matches[1]", "log(matches[n]", "log(max(matches[n], 0.5)")),
        Edit("capital letters count: words are compared as they are",
             ("ngrams(own, n)", "ngrams([word.lower() for word in own], n)")),
        Edit("translations and references are swapped",
             (START, f"translations, references = references, translations\n    {START}")),
    ]  # fmt: skip

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
        wrong = self.wrong(lambda average_checkpoints, _: average_checkpoints(list(arrays)))
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
            known = self.wrong(lambda _, bleu: bleu(translations, references)).items()
            causes = (cause for cause, wrong in known if math.isclose(score, wrong, abs_tol=1e-9))
            raise Finding("bleu is wrong", "", f"{score:.8g}", f"{right:.8g}", next(causes, ""))


def corpus(seed, count, noise=0.2):
    """Sentences, and their references, in which some words are others"""
    rng = random.Random(seed)
    words = "the a old new cat dog house man sees buys in on and big , .".split()
    references = [[rng.choice(words) for _ in range(rng.randint(5, 12))] for _ in range(count)]
    return [[w if rng.random() > noise else rng.choice(words) for w in each] for each in references], references


def counts(translations, references, n):
    """(n-grams of the translations that are in their references, n-grams of the translations)"""
    matches = total = 0
    for own, right in zip(translations, references, strict=True):
        left = [right[i : i + n] for i in range(len(right) - n + 1)]
        for gram in (own[i : i + n] for i in range(len(own) - n + 1)):
            total += 1
            if gram in left:
                matches += 1
                left.remove(gram)
    return matches, total


def by_table(translations, references):
    pairs = [counts(translations, references, n) for n in range(1, 5)]
    if not all(matches for matches, _ in pairs):
        return 0.0
    r, c = sum(map(len, references)), sum(map(len, translations))
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(matches / total for matches, total in pairs) ** (1 / 4)
