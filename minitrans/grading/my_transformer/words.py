"""Chapter 9.  Text becomes numbers, and numbers become batches."""

import re
from itertools import zip_longest

import numpy as np

PAD, BOS, EOS, UNK = 0, 1, 2, 3  # padding, begin of sentence, end of sentence, unknown word


# Part: words, chapter 9.  Ours, until you write it.
def split(line):
    """The words of a line, each with the blank before it"""
    return re.findall(r" ?\w+|[^\w\s]", " " + line)


class Words:
    """The vocabulary of a text."""

    def __init__(self, lines):
        self.words = ["", "", "", "?", *sorted({word for line in lines for word in split(line)})]
        self.number = {word: i for i, word in enumerate(self.words)}

    def encode(self, line):
        return [self.number.get(word, UNK) for word in split(line)]

    def decode(self, ids):
        return "".join(self.words[i] for i in ids).strip()


def arrays(pairs):
    """Pairs of lists of ids -> source, target_in and target_out, arrays with a row per sentence

    The decoder reads BOS and the words, and at each of them it must say the next: the words, then EOS.
    """
    sources, targets = zip(*pairs, strict=True)
    return padded([*s, EOS] for s in sources), padded([BOS, *t] for t in targets), padded([*t, EOS] for t in targets)


def padded(rows):
    return np.array(list(zip_longest(*rows, fillvalue=PAD))).T  # its argument: all first words, all second words, ...


# Part: batches, chapter 9.  Ours, until you write it.
def batches(pairs, batch_tokens, rng=None):
    """pairs of lists of ids -> lists of indices.  Either side of a batch has at most `batch_tokens` ids, with EOS."""
    order = list(range(len(pairs))) if rng is None else rng.permutation(len(pairs)).tolist()
    size = [(len(source) + 1, len(target) + 1) for source, target in pairs]
    order.sort(key=lambda i: size[i][::-1])  # sentences of similar length go together, because padding costs time
    groups, full = [], (0, 0)
    for i in order:
        full = full[0] + size[i][0], full[1] + size[i][1]
        if not groups or max(full) > batch_tokens:
            groups.append([])
            full = size[i]
        groups[-1].append(i)
    return groups if rng is None else [groups[i] for i in rng.permutation(len(groups))]
