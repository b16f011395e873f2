"""Small exercises of chapter 12."""

import itertools
import math

import numpy as np

from ..exercises.exercise import short_repr
from .answer import expect, numbers, small


@small("12/1", "the perplexity of three tokens that the model gave probabilities 1/2, 1/4 and 1/32, a number")
def perplexity_by_hand(answer):
    expect(
        answer,
        2 ** (8 / 3),
        "it is not the mean of 2, 4 and 32",
        "take the mean of the three -log p first, then the exponential",
    )


@small("12/2", "a function of (translation length, reference length) that gives the brevity penalty, a number")
def brevity_penalty(answer):
    for c, r in ((8, 10), (10, 10), (12, 10), (1, 3)):
        right = 1.0 if c >= r else math.exp(1 - r / c)
        given = answer(c, r)
        where = f"for c = {c}, r = {r} you have {short_repr(given)}, and right is {right:.4f}"
        expect(
            given,
            right,
            where,
            f"{where}: there are two cases: translations that are shorter than the references, and all others",
            mistakes={
                f"{where}: the fraction is upside down": math.exp(1 - c / r),
                f"{where}: the fraction or the comparison is upside down": min(1.0, math.exp(1 - c / r)),
                f"{where}: long translations get no bonus": math.exp(1 - r / c),
                f"{where}: this is the ratio of the lengths alone; it belongs into an exponential": c / r,
            },
        )


@small("12/3", "a function of (translation, reference, n), lists of words, that gives (clipped matches, n-grams)")
def clipped_matches(answer):
    cases = [
        ("die die die die", "die Katze sieht die Maus"),
        ("die Katze sieht die Maus", "die Maus sieht die Katze"),
        ("a b a b a", "b a b a b a"),
        ("a", "a b c"),
    ]
    for (translation, reference), n in itertools.product(cases, (1, 2, 3)):
        words, others = translation.split(), reference.split()
        left = [others[i : i + n] for i in range(len(others) - n + 1)]
        actual, total = 0, max(len(words) - n + 1, 0)
        for i in range(total):
            if words[i : i + n] in left:  # each n-gram of the reference can be matched once
                left.remove(words[i : i + n])
                actual += 1
        given = answer(translation.split(), reference.split(), n)
        where = f"n = {n}, {translation!r} against {reference!r}"
        hint = f"{where}: you have {short_repr(given)}, and right is ({actual}, {total}): matches, and n-grams"
        grams = [tuple(words[i : i + n]) for i in range(total)]
        found = [gram for gram in grams if list(gram) in [others[i : i + n] for i in range(len(others) - n + 1)]]
        mistakes = {
            f"{hint}. Clip: an n-gram matches at most as often as the reference has it": (len(found), total),
            f"{hint}. An n-gram that occurs several times counts several times, up to its count in the reference": (
                len(set(found)),
                total,
            ),
            f"{hint}. Do not make a set of the n-grams: each occurrence counts": (len(set(found)), len(set(grams))),
        }
        expect(given, (actual, total), hint, mistakes=mistakes)


@small("12/4", "a function of (losses, tokens), arrays of sums and counts of the batches, that gives the perplexity")
def perplexity_of_batches(answer):
    for losses, tokens in (([30.0, 2.0], [10, 4]), ([5.0, 8.0, 1.0], [5, 2, 9])):
        right = math.exp(sum(losses) / sum(tokens))
        actual = answer(np.array(losses), np.array(tokens))
        if np.ndim(actual) == 0 and isinstance(actual, int | float | np.number):
            means = [loss / count for loss, count in zip(losses, tokens, strict=True)]
            wrong = math.exp(sum(means) / len(means))
            if math.isclose(actual, wrong, rel_tol=1e-6):
                raise AssertionError("here a batch with few tokens counts as much as one with many: divide the sums")
        expect(
            actual,
            right,
            f"wrong for losses {losses}, tokens {tokens}: which sums belong together?",
            "the exponential comes last",
        )


@small("12/5", "a function of a list of {name: float32 array} that gives their mean, {name: float32 array}")
def mean_of_weights(answer):
    rng = np.random.default_rng(0)
    # So large that a sum in float32 is visibly off.
    stored = [{"w": rng.normal(1e3, 1, (2, 3)), "b": rng.normal(0, 1, 4)} for _ in range(300)]
    stored = [{name: array.astype(np.float32) for name, array in weights.items()} for weights in stored]
    kept = [{name: array.copy() for name, array in weights.items()} for weights in stored]
    actual = answer(stored)
    if not isinstance(actual, dict) or set(actual) != {"w", "b"}:
        raise AssertionError(f"return a dict with the same names, not {short_repr(actual)}")
    if any((weights[name] != old[name]).any() for weights, old in zip(stored, kept, strict=True) for name in old):
        raise AssertionError("the function has changed the arrays that it was given: make new ones")
    for name in ("w", "b"):
        right = np.array([weights[name].astype(np.float64) for weights in kept]).mean(axis=0)
        if getattr(actual[name], "dtype", None) != np.float32:
            raise AssertionError(f"{name} should be an array of float32, as it was")
        if actual[name].shape != right.shape:
            raise AssertionError(f"{name} has shape {actual[name].shape}, not {right.shape}")
        if not np.allclose(actual[name], right, rtol=1e-4, atol=1e-6):
            raise AssertionError(f"{name} is not the sum of all {len(kept)} divided by {len(kept)}")
        if not np.allclose(actual[name], right, rtol=2e-7, atol=2e-7):
            raise AssertionError(f"{name} has lost digits: add in float64, then convert to float32")


@small("12/6", "a function of (translations, references), word lists and lists of word lists, that gives BLEU")
def bleu_of_several_references(answer):
    one = "the cat sat on the mat today".split()
    two = "a cat was sitting on the mat".split()
    three = "there was a cat on the mat".split()
    longer = "there is a cat which sits on the mat every day".split()
    cases = [
        ("one reference each", [one, two], [["the cat sat on the mat".split()], [three]]),
        ("a translation that equals its second reference", [two], [[one, two]]),
        ("two references, the closer one longer", [one[:6] + ["and"]], [[one + ["again"], longer]]),
        ("two sentences of unlike length", [two, "on the mat a cat".split()], [[one, three], [three, longer, two]]),
        ("two lengths that are equally close, where the shorter one counts", [two[:6]], [[two, one[:5]]]),
        ("a reference that is much shorter than the closest one", [two], [[one[:2], two + ["right", "now"]]]),
        ("a word twice, where each reference has it once", [two + ["mat"]], [[two, three]]),
        ("no 4-gram in common", ["a b c d".split()], [["d c b a".split()]]),
    ]
    for what, translations, references in cases:
        right = bleu(translations, references)
        expect(answer(translations, references), right, f"{what}: BLEU is {right:.2f}, between 0 and 100")


def bleu(translations, references):
    """BLEU with several references and the closest length, computed with lists."""
    log_precision = length = closest = 0
    for translation, several in zip(translations, references, strict=True):
        length += len(translation)
        closest += min((abs(len(each) - len(translation)), len(each)) for each in several)[1]
    for n in range(1, 5):
        actual = total = 0
        for translation, several in zip(translations, references, strict=True):
            grams, *others = ([each[i : i + n] for i in range(len(each) - n + 1)] for each in (translation, *several))
            total += len(grams)
            distinct = [gram for i, gram in enumerate(grams) if gram not in grams[:i]]
            actual += sum(min(grams.count(gram), max(each.count(gram) for each in others)) for gram in distinct)
        if not actual:
            return 0.0
        log_precision += math.log(actual / total) / 4
    return 100 * min(1.0, math.exp(1 - closest / length)) * math.exp(log_precision)


@small("12/7", "the BLEU that the brevity penalty alone gives if 2 of 8.5 tokens are left out: 95, 74 or 50")
def penalty_of_two_tokens(answer):
    if not 70 < numbers(answer) < 78:
        raise AssertionError("the penalty is not proportional to the length; put both lengths into the formula")


@small(
    "12/8",
    "a function of steps, buffer, backward and update that trains with this buffer; backward(buffer) adds to it",
    in_place=True,
)
def training_that_clears(answer):
    gradients, seen = [np.array([1.0, 2.0]), np.array([0.5, -1.0]), np.array([3.0, 0.0])], []
    buffer, rest = np.array([7.0, 7.0]), iter(gradients)

    def backward(into):
        if into is not buffer:
            raise AssertionError("others hold views of the buffer: set it to zero in place, and make no new one")
        into += next(rest)

    answer(3, buffer, backward, lambda gradient: seen.append(np.array(gradient)))
    if len(seen) != 3:
        raise AssertionError(f"in 3 steps update is called {len(seen)} times")
    if np.allclose(seen[0], [8, 9]):
        raise AssertionError("the buffer still has what was in it before the first step")
    if np.allclose(seen[1], gradients[0] + gradients[1]):
        raise AssertionError("the second gradient contains the first")
    for got, right in zip(seen, gradients, strict=True):
        expect(got, right, "each update must get the gradient of its own batch alone")
