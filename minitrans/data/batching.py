"""Sentences to batches: pairs of similar length, a given number of tokens each (Section 5.1)."""

from typing import NamedTuple

import numpy as np

from .tokenizer import BOS, EOS, PAD


class Batch(NamedTuple):
    """Padded ids.  source [B, S] ends each sentence with EOS; target_in [B, T] starts with BOS and
    target_out [B, T] ends with EOS, so that row t of the one predicts row t of the other."""

    source: np.ndarray
    target_in: np.ndarray
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
    """Pairs of id lists, without BOS and EOS -> Batch of xp's arrays"""
    return Batch(
        source=xp.asarray(pad([[*source, EOS] for source, _ in pairs])),
        target_in=xp.asarray(pad([[BOS, *target] for _, target in pairs])),
        target_out=xp.asarray(pad([[*target, EOS] for _, target in pairs])),
    )


def batches(pairs, batch_tokens, rng=None):
    """Group pairs into batches with at most `batch_tokens` source and as many target tokens.

    Returns lists of indices into `pairs`.  Pairs are sorted by length, so that little is padded; `rng`
    shuffles pairs of equal length and then the batches.  A longer pair has a batch of its own.
    """
    lengths = np.array([(len(target) + 1, len(source) + 1) for source, target in pairs]).reshape(-1, 2)
    tie = rng.permutation(len(pairs)) if rng else np.arange(len(pairs))
    groups, group, total = [], [], np.zeros(2, int)
    for i in np.lexsort((tie, lengths[:, 1], lengths[:, 0])):
        if group and (total + lengths[i]).max() > batch_tokens:
            groups.append(group)
            group, total = [], np.zeros(2, int)
        group.append(i)
        total = total + lengths[i]
    if group:
        groups.append(group)
    return [groups[i] for i in rng.permutation(len(groups))] if rng else groups


class BatchStream:
    """Endless batches for training: every epoch a new order, a function of (seed, epoch) alone."""

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
