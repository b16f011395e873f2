"""Batches: pairs of similar length, with a given number of tokens in each batch (Section 5.1)."""

from collections.abc import Iterable
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import numpy as np

from .encoded import TokenizedText
from .ids import BOS, EOS, PAD

Pair = tuple[list[int], list[int]]  # ids of a source and of a target, without BOS and EOS


class Padded(NamedTuple):
    """Sentences as the rows of one array, each padded with PAD at its end.

    cuda/packed.py has sentences without padding, with the same attributes: ids, words, longest, mask, memory_mask.
    """

    ids: np.ndarray  # [B, T]
    causal: bool = False  # causal mask: a token attends to no later token
    start: int = 0  # position of the first column

    @property
    def words(self) -> dict:
        """Constants of `ops.embed`: the ids and their positions."""
        return dict(ids=self.ids, start=self.start)

    @property
    def longest(self) -> int:
        """The number of positions that the model needs."""
        return self.start + self.ids.shape[1]

    def mask(self, radius: int | None = None) -> dict:
        """The mask of self-attention: constants of `ops.attention`, or with a radius of `ops.restricted_attention`.
        In short sentences all tokens are within the radius, so it is left out."""
        mask = dict(key_mask=self.ids != PAD, causal=self.causal)
        return mask if radius is None or self.ids.shape[1] <= radius + 1 else mask | dict(radius=radius)

    @property
    def memory_mask(self) -> dict:
        """The mask of cross-attention to these sentences: constants of `ops.attention`."""
        return dict(key_mask=self.ids != PAD)


class Batch(NamedTuple):
    """Pairs of sentences for teacher forcing.  Each source sentence [B, S] ends with EOS.  target_in [B, T] starts with
    BOS, target_out [B, T] ends with EOS: from columns 0 .. t of target_in the model predicts column t of target_out."""

    source: Padded
    target_in: Padded
    target_out: np.ndarray  # on the host, because finding the padding on a GPU would mean waiting

    @property
    def tokens(self) -> int:
        """The number of target tokens, without padding."""
        return int((self.target_out != PAD).sum())


def pad(sentences: list[list[int]]) -> np.ndarray:
    """Lists of ids -> array [B, longest], padded with PAD at the end: [[7], [8, 9]] -> [[7, 0], [8, 9]]"""
    out = np.full((len(sentences), max(map(len, sentences))), PAD, np.int64)
    for row, ids in zip(out, sentences, strict=True):
        row[: len(ids)] = ids
    return out


def make_batch(pairs: Iterable[Pair], xp: ModuleType = np) -> Batch:
    """Pairs of id lists, without BOS and EOS -> Batch of arrays of xp

    [([7], [8, 9])] -> source [[7, EOS]], target_in [[BOS, 8, 9]], target_out [[8, 9, EOS]]
    """
    return Batch(
        source=Padded(xp.asarray(pad([[*source, EOS] for source, _ in pairs]))),
        target_in=Padded(xp.asarray(pad([[BOS, *target] for _, target in pairs])), causal=True),
        target_out=pad([[*target, EOS] for _, target in pairs]),
    )


def batches(
    pairs: TokenizedText | list[Pair], batch_tokens: int, rng: np.random.Generator | None = None
) -> list[np.ndarray]:
    """Group pairs into batches of at most `batch_tokens` source tokens and at most `batch_tokens` target tokens.

    pairs: a TokenizedText, or a list of (source ids, target ids), without EOS -> a list of arrays of indices into it
    EOS counts, padding does not.  A pair that is longer than the limit gets its own batch.  Pairs are sorted by length,
    so there is little padding.  `rng` shuffles pairs of equal length, and then the batches.
    Pairs of 1, 5 and 2 pieces on both sides, in batches of 6 tokens: [[0, 2], [1]].
    """
    source, target = lengths(pairs).T + 1  # EOS counts
    tie_break = rng.permutation(len(pairs)) if rng else np.arange(len(pairs))
    order = np.lexsort((tie_break, source, target))
    # Tokens of the first 0, 1, 2, ... pairs in this order.  A batch ends where the next pair would not fit on one side.
    totals = [np.append(0, side[order].cumsum(dtype=int)) for side in (source, target)]
    cuts = [0]
    while cuts[-1] < len(order):
        start = cuts[-1]
        ends = [np.searchsorted(total, total[start] + batch_tokens, side="right") - 1 for total in totals]
        cuts.append(max(start + 1, min(ends)))
    groups = [order[start:end] for start, end in pairwise(cuts)]
    return [groups[i] for i in rng.permutation(len(groups))] if rng else groups


def lengths(pairs: TokenizedText | list[Pair]) -> np.ndarray:
    """-> [pairs, 2]: the lengths of source and target"""
    if isinstance(pairs, TokenizedText):
        return pairs.lengths
    return np.array([(len(source), len(target)) for source, target in pairs], int).reshape(-1, 2)


class BatchStream:
    """Endless batches for training.  The order of each epoch depends only on (seed, epoch).

    pairs: a TokenizedText, or a list of (source ids, target ids).
    epoch, position: start in this epoch, after `position` batches.
    """

    def __init__(
        self, pairs: TokenizedText | list[Pair], batch_tokens: int, seed: int, epoch: int = 0, position: int = 0
    ):
        self.pairs, self.batch_tokens, self.seed = pairs, batch_tokens, seed
        self.epoch, self.position = epoch, position
        self.order = self.shuffle()

    def shuffle(self) -> list[np.ndarray]:
        return batches(self.pairs, self.batch_tokens, np.random.default_rng((self.seed, self.epoch)))

    def __iter__(self):
        return self

    def __next__(self) -> list[Pair]:
        """The next batch: a list of pairs."""
        if self.position >= len(self.order):
            self.epoch, self.position = self.epoch + 1, 0
            self.order = self.shuffle()
        indices = self.order[self.position]
        self.position += 1
        return [self.pairs[i] for i in indices]
