"""Sentence pairs become three arrays: two that a Transformer reads, and one that it must predict."""

import numpy as np

from ..my_transformer.words import batch_arrays
from .exercise import EXACT, Exercise, short_repr
from .finding import Finding, in_case
from .mistakes import Edit

NAMES = "source", "target_in", "target_out"
SOURCE, IN, OUT = "padded([*s, EOS] for s", "padded([BOS, *t] for t", "padded([*t, EOS] for t"


class Arrays(Exercise):
    """PAD is 0, BOS is 1 and EOS is 2.  The arrays have whole numbers, and are as wide as their longest row."""

    name = "arrays"
    wants = (batch_arrays,)
    mistakes = [
        Edit("the EOS of source is left out", (SOURCE, "padded(s for s")),
        Edit("source begins with BOS: it needs none", (SOURCE, "padded([BOS, *s, EOS] for s")),
        Edit("target_in begins with BOS", (IN, "padded(t for t")),
        Edit("target_in ends before EOS, which is never read", (IN, "padded([BOS, *t, EOS] for t")),
        Edit("the EOS of target_out is left out: the model must learn to end", (OUT, "padded(t for t")),
        Edit("target_out has no BOS: first the first word is asked for", (OUT, "padded([BOS, *t, EOS] for t")),
        Edit("source and target are swapped", ("sources, targets = zip(", "targets, sources = zip(")),
        Edit("target_in and target_out are swapped", (IN, "padded([*t, EOS] for  t", OUT, IN)),
        Edit("EOS stands behind the padding: it comes first",
             (OUT, "padded([*t, *[PAD] * (max(map(len, targets)) - len(t)), EOS] for t")),
        Edit("padding comes before the words: put it behind them", ("zip_longest(*rows, fillvalue=PAD))).T",
             "zip_longest(*(row[::-1] for row in rows), fillvalue=PAD))).T[:, ::-1]")),
        Edit("padding is EOS: it is PAD", ("fillvalue=PAD", "fillvalue=EOS")),
    ]  # fmt: skip

    def interface(self, data, batch_arrays):
        """Three arrays of whole numbers, with a row for each pair; the pairs do not change."""
        pairs = [(list(source), list(target)) for source, target in PAIRS]
        made = batch_arrays(pairs)
        if not isinstance(made, tuple | list) or len(made) != 3:
            raise Finding(f"batch_arrays must return source, target_in and target_out, not {short_repr(made)}")
        for name, each in zip(NAMES, made, strict=True):
            if not isinstance(each, np.ndarray) or each.dtype.kind not in "iu":
                raise Finding(f"{name} must be an array of whole numbers, not {short_repr(each)}")
            if each.ndim != 2 or len(each) != 3:
                raise Finding(f"{name} must have a row for each of the 3 pairs; its shape is {each.shape}")
        if pairs != PAIRS:
            raise Finding("batch_arrays has changed its pairs: [*ids, EOS] makes a new list")

    def forward(self, data, batch_arrays):
        """The rows, entry by entry."""
        for pairs in (PAIRS[:1], PAIRS):
            self.compare(pairs, batch_arrays)

    def adversarial(self, data, batch_arrays):
        """Empty sentences, tuples."""
        for name, pairs in (
            ("empty sentences", [([], []), ([5], [6, 7])]),
            ("only empty sentences", [([], [])]),
            ("tuples", [((5, 6), (7,)), ((8,), (9, 10))]),
        ):
            with in_case(name):
                self.compare(pairs, batch_arrays)

    def compare(self, pairs, batch_arrays):
        self.same(lambda arrays: dict(zip(NAMES, arrays(pairs), strict=True)), [batch_arrays], by_loops(pairs), EXACT)


PAIRS = [([5, 6, 7], [8]), ([9], [10, 11]), ([12, 13, 14, 15], [16, 17, 18])]


def by_loops(pairs):
    """The three arrays, entry by entry"""
    longest = [max(len(pair[side]) for pair in pairs) + 1 for side in (0, 1)]
    source, given, asked = (np.zeros((len(pairs), longest[side]), int) for side in (0, 1, 1))
    for i, (s, t) in enumerate(pairs):
        source[i, : len(s)], source[i, len(s)] = s, 2
        given[i, 0], given[i, 1 : len(t) + 1] = 1, t
        asked[i, : len(t)], asked[i, len(t)] = t, 2
    return dict(zip(NAMES, (source, given, asked), strict=True))
