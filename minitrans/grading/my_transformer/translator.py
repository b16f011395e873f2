"""Chapter 12.  Learn from 60,000 pairs of sentences, then translate 500 others and count what is right."""

from collections import Counter
from math import exp, log
from pathlib import Path
from time import perf_counter

import numpy as np

from .model import Transformer
from .search import beam_search
from .training import training_loop
from .words import Words, learn_merges, split

DATA = Path(__file__).parent / "data"


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
def main(steps=2000):
    def read(name):
        return (DATA / name).read_text("utf-8").splitlines()

    def translate(line):
        ((best, *_),) = beam_search(model, [words.encode(line)])
        return words.decode(best.ids if hasattr(best, "ids") else best[-1])

    english, german, start, checkpoints = read("train.en"), read("train.de"), perf_counter(), []
    words = Words(learn_merges(english + german, 2000))
    pairs = [(words.encode(source), words.encode(target)) for source, target in zip(english, german, strict=True)]
    model = Transformer(len(words.words))
    for step, loss in training_loop(model, pairs, steps):
        if step % max(steps // 20, 1) == 0:
            checkpoints = [*checkpoints[-4:], [w.data.copy() for w in model.weights]]
            seconds, example = perf_counter() - start, translate("The old man buys a bicycle.")
            print(f"step {step}  loss {loss:.3f}  {seconds:.0f} s  {example}", flush=True)
    for w, *arrays in zip(model.weights, *checkpoints, strict=True):
        w.data = average_checkpoints(arrays)  # the mean of the last five is better than the last
    translations, references = list(map(translate, read("test.en"))), read("test.de")
    print(*translations[:5], sep="\n")
    score = bleu(*([[word.strip() for word in split(line)] for line in each] for each in (translations, references)))
    print(f"BLEU {score:.1f}  {perf_counter() - start:.0f} s")
