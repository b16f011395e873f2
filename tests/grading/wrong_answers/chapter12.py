"""Wrong answers to the exercises of chapter 12."""

import math
from collections import Counter

import numpy as np


def grams(words, n):
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def clipped(words, other, n, most=min, grams=grams):
    mine, theirs = Counter(grams(words, n)), Counter(grams(other, n))
    return sum(most(count, theirs[gram]) for gram, count in mine.items()), sum(mine.values())


def bleu(translations, references, closest=None, orders=4, scale=100, join=lambda counts: max(counts), mean=False):
    closest = closest or (lambda c, lengths: min((abs(r - c), r) for r in lengths)[1])
    c = sum(map(len, translations))
    r = sum(
        closest(len(h), [len(each) for each in several]) for h, several in zip(translations, references, strict=True)
    )
    precisions = []
    for n in range(1, orders + 1):
        matches = total = 0
        for h, several in zip(translations, references, strict=True):
            mine, theirs = Counter(grams(h, n)), [Counter(grams(each, n)) for each in several]
            matches += sum(min(k, join([other[gram] for other in theirs])) for gram, k in mine.items())
            total += sum(mine.values())
        precisions.append(matches / max(total, 1))
    if not all(precisions):
        return 0.0
    log = math.log(sum(precisions) / orders) if mean else sum(map(math.log, precisions)) / orders
    return scale * min(1, math.exp(1 - r / c)) * math.exp(log)


def mean(stored, dtype=np.float32, count=None, weight=lambda i: 1.0, names=None):
    weights = [weight(i) for i in range(len(stored))]
    return {
        k: (sum(w * np.float64(each[k]) for w, each in zip(weights, stored, strict=True)) / sum(weights)).astype(dtype)
        for k in names or stored[0]
    }


def train(clear, updates=1):
    def answer(steps, buffer, backward, update):
        for step in range(steps):
            clear(step, buffer)
            backward(buffer)
            for _ in range(updates):
                update(buffer)

    return answer


def another_buffer(steps, buffer, backward, update):
    for _ in range(steps):
        buffer = np.zeros_like(buffer)
        backward(buffer)
        update(buffer)


def clears_after(steps, buffer, backward, update):
    for _ in range(steps):
        backward(buffer)
        update(buffer)
        buffer[:] = 0


def subtracts(steps, buffer, backward, update):
    for _ in range(steps):
        before = buffer.copy()
        backward(buffer)
        update(before - buffer)


WRONG = [
    ("12/1", "two to the mean of the natural logarithms", 2 ** (8 / 3 * math.log(2))),
    ("12/1", "the mean loss in bits", 8 / 3),
    ("12/1", "the product of the three", 256),
    ("12/1", "the root, not the third root", 16),
    ("12/2", "the quotient c / r", lambda c, r: min(1, c / r)),
    ("12/2", "the two lengths are exchanged", lambda c, r: 1.0 if c <= r else math.exp(1 - c / r)),
    ("12/2", "the difference, not the quotient", lambda c, r: 1.0 if c >= r else math.exp(c - r)),
    ("12/2", "long translations are punished too", lambda c, r: math.exp(-abs(1 - r / c))),
    ("12/2", "c / r - 1 in the exponent", lambda c, r: 1.0 if c >= r else math.exp(c / r - 1)),
    ("12/3", "without clipping", lambda t, r, n: clipped(t, r, n, lambda a, b: a if b else 0)),
    ("12/3", "each n-gram counts once", lambda t, r, n: (len({*grams(t, n)} & {*grams(r, n)}), len(grams(t, n)))),
    ("12/3", "the n-grams of the reference are counted", lambda t, r, n: (clipped(t, r, n)[0], clipped(r, t, n)[1])),
    ("12/3", "n-grams that go beyond the end", lambda t, r, n: (clipped(t, r, n)[0], len(t))),
    ("12/3", "different n-grams in all", lambda t, r, n: (clipped(t, r, n)[0], len({*grams(t, n)}))),
    ("12/3", "n-grams that do not overlap", lambda t, r, n: clipped(t, r, n, grams=lambda w, n: grams(w, n)[::n])),
    (
        "12/3",
        "the order of words is lost",
        lambda t, r, n: clipped(t, r, n, grams=lambda w, n: list(map(frozenset, grams(w, n)))),
    ),
    ("12/4", "two to the loss", lambda losses, tokens: 2 ** (losses.sum() / tokens.sum())),
    ("12/4", "the mean of the perplexities", lambda losses, tokens: np.exp(losses / tokens).mean()),
    ("12/4", "with the wrong sign", lambda losses, tokens: np.exp(-losses.sum() / tokens.sum())),
    ("12/4", "weighted by tokens twice", lambda losses, tokens: np.exp((losses * tokens).sum() / (tokens**2).sum())),
    ("12/4", "in whole numbers", lambda losses, tokens: np.exp(losses.sum() // tokens.sum())),
    ("12/5", "the last ones count more", lambda stored: mean(stored, weight=lambda i: i + 1)),
    ("12/5", "the first is left out", lambda stored: mean(stored[1:])),
    (
        "12/5",
        "the median",
        lambda stored: {k: np.median([w[k] for w in stored], axis=0).astype(np.float32) for k in stored[0]},
    ),
    ("12/5", "float64", lambda stored: mean(stored, np.float64)),
    (
        "12/5",
        "float16 in between",
        lambda stored: {k: v.astype(np.float32) for k, v in mean(stored, np.float16).items()},
    ),
    ("12/5", "w alone", lambda stored: mean(stored, names=["w"])),
    ("12/5", "one number per array", lambda stored: {k: np.float32(v.mean()) + 0 * v for k, v in mean(stored).items()}),
    ("12/6", "the longest reference counts", lambda *a: bleu(*a, closest=lambda c, lengths: max(lengths))),
    ("12/6", "the first reference's length", lambda *a: bleu(*a, closest=lambda c, lengths: lengths[0])),
    (
        "12/6",
        "the longer one of two equally close",
        lambda *a: bleu(*a, closest=lambda c, n: min((abs(r - c), -r) for r in n)[1] * -1),
    ),
    ("12/6", "the least count of the references", lambda *a: bleu(*a, join=min)),
    ("12/6", "up to 3-grams", lambda *a: bleu(*a, orders=3)),
    ("12/6", "as a share of 1", lambda *a: bleu(*a, scale=1)),
    ("12/6", "an ordinary mean of the precisions", lambda *a: bleu(*a, mean=True)),
    (
        "12/6",
        "the mean over sentences",
        lambda t, r: np.mean([bleu([h], [several]) for h, several in zip(t, r, strict=True)]),
    ),
    (
        "12/6",
        "the best of the references alone",
        lambda t, r: max(bleu(t, [[several[i % len(several)]] for several in r]) for i in range(3)),
    ),
    ("12/7", "proportional to the length", 76.5 + 5),
    ("12/7", "as a share of 1", 0.735),
    ("12/7", "e to the minus 2 / 8.5", 79),
    ("12/8", "cleared in the first step only", train(lambda step, buffer: buffer.fill(0) if step == 0 else None)),
    ("12/8", "cleared after each update, not before the first", clears_after),
    ("12/8", "updated twice", train(lambda step, buffer: buffer.fill(0), updates=2)),
    ("12/8", "half of the old gradient stays", train(lambda step, buffer: np.multiply(buffer, 0.5, out=buffer))),
    ("12/8", "the difference with the wrong sign", subtracts),
    ("12/8", "one step only", lambda steps, *a: train(lambda step, buffer: buffer.fill(0))(1, *a)),
]
MENDED = [  # answers that were once taken as right
    ("12/6", "the shortest reference counts", lambda *a: bleu(*a, closest=lambda c, lengths: min(lengths))),
    ("12/6", "counts of the references are added", lambda *a: bleu(*a, join=sum)),
    ("12/8", "a new buffer, of which others hold no view", another_buffer),
]
