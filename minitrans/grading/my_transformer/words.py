"""Chapter 9.  Text becomes numbers, and numbers become batches."""

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise, zip_longest

import numpy as np

PAD, BOS, EOS, UNK = 0, 1, 2, 3  # padding, begin and end of sentence, unknown word (no word is, in bytes)
FIRST = 4  # the id of byte 0


# Part: words, chapter 9.  Ours, until you write it.
def split_line(line):
    """The words of a line, and each other sign, with the blank before it; many blanks are one -> a list of texts"""
    return re.findall(r" ?\w+| ?[^\w\s]", " " + " ".join(line.split()))


def as_text(word):
    """The ids of the bytes of a word as a text, a character for each, because `replace` of a text is a merge"""
    return "".join(chr(FIRST + byte) for byte in word.encode())


def learn_merges(lines, count):
    """Byte pair encoding (Section 5.1 of the paper) -> the first `count` merges, a list of pairs of ids

    Ids 4 to 259 are the bytes of a word of `split_line`, in UTF-8.  Each merge takes the pair of neighbours that is
    most frequent in the text, of several the smallest, and makes it the next id: 260, 261 ...  `aaa` has the pair `aa`
    twice.  If no pair is left, there are fewer merges.
    """
    counts = Counter(word for line in lines for word in split_line(line))
    words = [(as_text(word), n) for word, n in counts.items()]
    merges, times, places = [], Counter(), defaultdict(set)  # of a pair: how often it occurs, and in which words

    def add(i, ids, n):
        for pair in pairwise(ids):
            times[pair] += n
            places[pair].add(i)
            if not times[pair]:
                del times[pair]

    for i, word in enumerate(words):
        add(i, *word)
    while len(merges) < count and (most := max(times.values(), default=0)):
        best = min(pair for pair, n in times.items() if n == most)
        merges.append(tuple(map(ord, best)))
        for i in places.pop(best):  # no other words change
            ids, n = words[i]
            add(i, ids, -n)
            words[i] = ids.replace("".join(best), chr(FIRST + 255 + len(merges))), n
            add(i, *words[i])
    return merges


class Words:
    """The vocabulary of these merges.  words: what each id stands for, in bytes; nothing for the special ones"""

    def __init__(self, merges):
        self.words, self.pieces = [b""] * FIRST + [bytes([i]) for i in range(256)], cache(self.pieces)
        self.number = {(chr(a), chr(b)): chr(FIRST + 256 + i) for i, (a, b) in enumerate(merges)}
        for a, b in merges:
            self.words.append(self.words[a] + self.words[b])

    def encode(self, line):
        """A text -> a list of ids"""
        return [i for word in split_line(line) for i in self.pieces(word)]

    def pieces(self, word):
        """The ids of a word.  The merge that was learned first is done first."""
        ids = as_text(word)
        while pairs := self.number.keys() & pairwise(ids):
            first = min(pairs, key=self.number.get)
            ids = ids.replace("".join(first), self.number[first])
        return list(map(ord, ids))

    def decode(self, ids):
        """A list of ids -> a text without the first blank.  Half of a character becomes U+FFFD."""
        return b"".join(self.words[i] for i in ids).decode(errors="replace").strip()


# Part: arrays, chapter 9.  Ours, until you write it.
def batch_arrays(pairs):
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
