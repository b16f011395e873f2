"""Sentences to batches: pairs of similar length, a given number of tokens each (Section 5.1)."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .encoded import TokenizedText
from .ids import BOS, EOS, PAD


class Padded(NamedTuple):
    """Sentences as the lines of one array, with PAD after the end of each.

    Sentences without padding (cuda/packed.py) have the same attributes: ids, words, longest, mask, memory_mask.
    """

    ids: np.ndarray  # [B, T]
    causal: bool = False  # a word sees no word after it
    start: int = 0  # position of the first column

    @property
    def words(self):
        """Constants of `ops.embed`: which words stand where."""
        return dict(ids=self.ids, start=self.start)

    @property
    def longest(self):
        """The number of positions that are needed."""
        return self.start + self.ids.shape[1]

    def mask(self, radius=None):
        """Constants of `ops.attention`, or with a radius of `ops.restricted_attention`: what these words see of each
        other.  In short sentences every word is within the radius."""
        seen = dict(key_mask=self.ids != PAD, causal=self.causal)
        return seen if radius is None or self.ids.shape[1] <= radius + 1 else seen | dict(radius=radius)

    @property
    def memory_mask(self):
        """Constants of `ops.attention`: what the words of the translation see of these."""
        return dict(key_mask=self.ids != PAD)


class Batch(NamedTuple):
    """Pairs of sentences.  In source [B, S] each sentence ends with EOS; target_in [B, T] starts with BOS and
    target_out [B, T], an array of ids, ends with EOS, so that column t of the one predicts column t of the other."""

    source: Padded
    target_in: Padded
    target_out: np.ndarray

    @property
    def tokens(self):
        """Target tokens, padding not counted."""
        return int((self.target_out != PAD).sum())


def pad(sentences):
    """Lists of ids -> array [B, longest], PAD at the end."""
    out = np.full((len(sentences), max(map(len, sentences))), PAD, np.int64)
    for row, ids in zip(out, sentences, strict=True):
        row[: len(ids)] = ids
    return out


def make_batch(pairs, xp=np):
    """Pairs of id lists, without BOS and EOS -> Batch of arrays of xp"""
    return Batch(
        source=Padded(xp.asarray(pad([[*source, EOS] for source, _ in pairs]))),
        target_in=Padded(xp.asarray(pad([[BOS, *target] for _, target in pairs])), causal=True),
        target_out=xp.asarray(pad([[*target, EOS] for _, target in pairs])),
    )


def batches(pairs, batch_tokens, rng=None):
    """Group pairs into batches with at most `batch_tokens` source and as many target tokens, EOS counted, PAD not.

    pairs: a TokenizedText, or a list of (source ids, target ids), without EOS -> a list of arrays of indices into it
    Pairs are sorted by length, so that little is padded; `rng` shuffles pairs of equal length and then the
    batches.  A longer pair has a batch of its own.
    """
    source, target = lengths(pairs).T + 1  # EOS counts
    tie = rng.permutation(len(pairs)) if rng else np.arange(len(pairs))
    order = np.lexsort((tie, source, target))
    # Tokens of the first 0, 1, 2, ... pairs in this order: a batch goes on until one side of the next would not fit.
    totals = [np.append(0, side[order].cumsum(dtype=int)) for side in (source, target)]
    cuts = [0]
    while cuts[-1] < len(order):
        start = cuts[-1]
        ends = [np.searchsorted(total, total[start] + batch_tokens, side="right") - 1 for total in totals]
        cuts.append(max(start + 1, min(ends)))
    groups = [order[start:end] for start, end in pairwise(cuts)]
    return [groups[i] for i in rng.permutation(len(groups))] if rng else groups


def lengths(pairs):
    """[pairs, 2], of source and target"""
    if isinstance(pairs, TokenizedText):
        return pairs.lengths
    return np.array([(len(source), len(target)) for source, target in pairs], int).reshape(-1, 2)


class BatchStream:
    """Endless batches for training: every epoch a new order, a function of (seed, epoch) alone.

    pairs: a TokenizedText, or a list of (source ids, target ids).
    epoch, position: where to begin; so many batches of the epoch are skipped.
    """

    def __init__(self, pairs, batch_tokens, seed, epoch=0, position=0):
        self.pairs, self.batch_tokens, self.seed = pairs, batch_tokens, seed
        self.epoch, self.position = epoch, position
        self.order = self.shuffle()

    def shuffle(self):
        return batches(self.pairs, self.batch_tokens, np.random.default_rng((self.seed, self.epoch)))

    def __iter__(self):
        return self

    def __next__(self):
        """The next batch as a list of pairs."""
        if self.position >= len(self.order):
            self.epoch, self.position = self.epoch + 1, 0
            self.order = self.shuffle()
        indices = self.order[self.position]
        self.position += 1
        return [self.pairs[i] for i in indices]
