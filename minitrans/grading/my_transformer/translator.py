"""Chapter 12.  Learn, translate, and count what is right."""

from collections import Counter
from math import exp, log

import numpy as np

from .search import beam_search


# Part: evaluation, chapter 12.  Ours, until you write it.
def average_checkpoints(checkpoints):
    """The mean of several arrays of the same shape: a weight after several steps (Section 6.1).  They do not change."""
    return np.mean(checkpoints, axis=0)


def bleu(translations, references):
    """BLEU of a corpus in percent, from n-grams of 1 to 4 words.  Both are lists of sentences, which are lists of words

    100 min(1, exp(1 - r / c)) (p_1 p_2 p_3 p_4)^(1/4), where r and c are the numbers of words of all references and
    translations, and p_n is the share of the n-grams of all translations that occur in their references.  An n-gram
    counts at most as often as in the reference.  If any p_n is 0 or has no n-grams, BLEU is 0.
    """
    matches, totals = Counter(), Counter()
    for own, right in zip(translations, references, strict=True):
        for n in range(1, 5):
            found = ngrams(own, n)
            totals[n] += found.total()
            matches[n] += (found & ngrams(right, n)).total()
    if not all(matches[n] for n in range(1, 5)):
        return 0.0
    brevity = min(0, 1 - sum(map(len, references)) / sum(map(len, translations)))
    return 100 * exp(brevity + sum(log(matches[n] / totals[n]) for n in range(1, 5)) / 4)


def ngrams(words, n):
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


# Part: main, chapter 12.  Ours, until you write it.
def learn_averaged(model, loop, every):
    """Run a training loop, and yield what it yields: (step, loss) after each step

    Each step that `every` divides is a checkpoint: the data of all model.weights.  At the end, the weights become the
    means of those of the last five checkpoints, or of fewer if there are not so many; without any, they stay.
    """
    checkpoints = []
    for step, loss in loop:
        if step % every == 0:
            checkpoints = [*checkpoints[-4:], [w.data.copy() for w in model.weights]]
        yield step, loss
    if checkpoints:
        for w, *arrays in zip(model.weights, *checkpoints, strict=True):
            w.data = average_checkpoints(arrays)


def translate_lines(model, words, lines):
    """Yield the translation of each line, the best that beam_search finds.  words: encodes and decodes"""
    for line in lines:
        (best,) = beam_search(model, [words.encode(line)])
        _, _, ids = best[0]
        yield words.decode(ids)
