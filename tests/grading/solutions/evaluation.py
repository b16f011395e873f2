import math
from collections import Counter

import numpy as np


def average_checkpoints(checkpoints):
    total = np.zeros_like(checkpoints[0])
    for each in checkpoints:
        total += each
    return total / len(checkpoints)


def grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def bleu(translations, references):
    logs = []
    for n in (1, 2, 3, 4):
        right = total = 0
        for translation, reference in zip(translations, references, strict=True):
            own, allowed = grams(translation, n), grams(reference, n)
            right += sum(min(count, allowed[gram]) for gram, count in own.items())
            total += sum(own.values())
        if right == 0:
            return 0.0
        logs.append(math.log(right / total))
    r, c = sum(len(each) for each in references), sum(len(each) for each in translations)
    brevity = 1.0 if c >= r else math.exp(1 - r / c)
    return 100 * brevity * math.exp(sum(logs) / 4)
