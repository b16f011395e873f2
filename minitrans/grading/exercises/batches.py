"""Batches of sentence pairs of similar length.  Every grouping that obeys the rules is right."""

import operator

import numpy as np

from ...backend import to_numpy
from ...config import Config
from ...data.batching import BatchStream, batches, make_batch
from ...nn import Transformer
from ...tensor import no_grad
from .exercise import Exercise, short_repr
from .finding import Finding, in_case
from .whole import SIZES


class Batches(Exercise):
    """Padding counts on both sides: sort by both lengths, by one and then the other, by the sum, or the larger one."""

    name = "batches"
    wants = (batches,)

    def interface(self, data, batches):
        """The result is a list of lists of indices, and `pairs` does not change."""
        pairs = random_pairs(data.rng, 10)
        before = list(pairs)
        groups = batches(pairs, 60)
        if not isinstance(groups, list | tuple | np.ndarray):
            raise Finding(f"batches must return a list of lists of indices, not {short_repr(groups)}")
        for group in groups:
            try:
                [operator.index(i) for i in group]
            except TypeError:
                raise Finding(f"a batch must be a list of indices into pairs, not {short_repr(group)}") from None
        if pairs != before:
            raise Finding("batches has changed the list `pairs`; sort a list of indices instead")

    def forward(self, data, batches):
        """Each pair occurs once; batches are nearly full but not over the limit; and there is little padding."""
        for source, target in ((2, 2), (1, 4), (4, 1)):
            for limit in (10, 11):
                check(batches, [([5] * source, [6] * target)] * 30, limit)
        in_one_batch(batches, [2] * 30, "it has < in place of <=, or adds more than one EOS to a sentence")
        in_one_batch(batches, [0, 1, 3, 7, 15, 31], "padding is counted")
        pairs, limit = random_pairs(data.rng, 400), 300
        for seed in (None, data.seed):
            groups = check(batches, pairs, limit, seed)
            needed = -(-max(map(sum, sizes(pairs, range(400)))) // limit)
            if len(groups) > 1.5 * needed + 2:
                raise Finding(
                    f"{len(groups)} batches, where {needed} might be enough: fill each before you start the next"
                )
            actual, unsorted = padding(pairs, groups), padding(pairs, np.array_split(np.arange(400), len(groups)))
            if actual > unsorted / 2:
                causes = "do you sort pairs by length, and shuffle them before that, not after?"
                raise Finding(f"{actual:.0%} is padding, and {unsorted:.0%} without sorting; {causes}")
        for side, other in (("source", "target"), ("target", "source")):
            lengths = data.rng.permutation(np.repeat(np.arange(1, 41), 5)).tolist()
            pairs = [([5] * 5, [6] * n) if side == "source" else ([5] * n, [6] * 5) for n in lengths]
            groups = check(batches, pairs, limit, data.seed)
            actual, unsorted = padding(pairs, groups), padding(pairs, np.array_split(np.arange(200), len(groups)))
            if actual > unsorted / 2:
                raise Finding(
                    f"where all have the same length of the {side}, {actual:.0%} is padding, almost all of it in the "
                    f"{other}; sort by the lengths of both sides, not of one"
                )

    def adversarial(self, data, batches):
        """Pairs longer than a batch, empty sentences, one pair, and no pair."""
        few = random_pairs(data.rng, 20)
        long, long_source, long_target = (([5] * s, [6] * t) for s, t in ((99, 99), (99, 2), (2, 99)))
        for name, pairs, limit in (
            ("no pairs", [], 50),
            ("one pair that just fits", [([5] * 49, [6] * 49)], 50),
            ("one pair that is too long", [long], 50),
            ("empty sentences", [([], []), ([], [5]), ([6], [])], 2),
            ("a first pair that is too long", [long, *few], 60),
            ("a last pair that is too long", [*few, long], 60),
            ("a source that is too long", [*few, long_source, *few], 60),
            ("a target that is too long", [*few, long_target, *few], 60),
            ("each pair too long", [long_source, long, long_target, long], 3),
        ):
            for seed in (None, 1):
                with in_case(name):
                    check(batches, pairs, limit, seed)

    def invariants(self, data, batches):
        """The order depends only on the generator, which shuffles pairs of equal length and then the batches."""
        pairs, equal = random_pairs(data.rng, 400), [([5], [6])] * 60
        for seed in (None, 3):
            if check(batches, pairs, 200, seed) != check(batches, pairs, 200, seed):
                raise Finding(
                    "two equal calls give different batches; take random numbers only from rng, and none without it"
                )
        one, other = (check(batches, pairs, 200, seed) for seed in (3, 4))
        if one == other:
            raise Finding("two different seeds give the same batches in the same order: use rng to shuffle")
        lengths = [np.mean(sizes(pairs, group)) for group in one]
        if abs(np.corrcoef(lengths, range(len(one)))[0, 1]) > 0.9:
            raise Finding("with rng, shuffle the batches too: they are in order of length")
        one, other = ({frozenset(group) for group in check(batches, equal, 20, seed)} for seed in (3, 4))
        if one == other:
            raise Finding("shuffle pairs of equal length: two different seeds group them in the same way")

    def integration(self, data, batches):
        """In each epoch, the sum of the Transformer's loss over the batches equals the sum over the sentences."""

        class Stream(BatchStream):
            def shuffle(self):
                return batches(self.pairs, self.batch_tokens, np.random.default_rng((self.seed, self.epoch)))

        model = Transformer(Config(**SIZES), data.xp)
        pairs = random_pairs(data.rng, 20, longest=8, vocabulary=SIZES["vocabulary"])

        def loss(pairs):
            with no_grad():
                return float(to_numpy(model.loss(make_batch(pairs, data.xp)).data))

        expected = sum(loss([pair]) for pair in pairs)
        for epoch in (0, 1):
            stream = Stream(pairs, 30, data.seed, epoch)
            actual = sum(loss(next(stream)) for _ in stream.order)
            if not abs(actual - expected) <= 1e-9 * expected:
                losses = f"{actual:.10g} over the batches, {expected:.10g} over the sentences"
                raise Finding(f"in the Transformer, the loss of epoch {epoch} is {losses}")


def random_pairs(rng, count, longest=40, vocabulary=99):
    """Random pairs.  The two sides of a pair have similar lengths."""
    source = rng.integers(1, longest, count)
    target = np.maximum(source + rng.integers(-3, 4, count), 0)
    return [tuple(rng.integers(4, vocabulary, n).tolist() for n in both) for both in zip(source, target, strict=True)]


def sizes(pairs, group):
    """[source, target]: for each pair the number of tokens of this side, including EOS."""
    return [[len(pairs[i][side]) + 1 for i in group] for side in (0, 1)]


def padding(pairs, groups):
    """The fraction of padding in the arrays of the batches."""
    sides = [side for group in groups for side in sizes(pairs, group)]
    return 1 - sum(map(sum, sides)) / sum(max(side) * len(side) for side in sides)


def check(batches, pairs, limit, seed=None):
    """Call `batches`; return lists of indices.  Each pair must occur once; only a single pair may be over the limit."""
    rng = None if seed is None else np.random.default_rng(seed)
    groups = [[operator.index(i) for i in group] for group in batches(pairs, limit, rng)]
    if not all(groups):
        raise Finding(f"batch {groups.index([])} is empty")
    places = [i for group in groups for i in group]
    for i in {*places, *range(len(pairs))}:
        if not 0 <= i < len(pairs):
            raise Finding(f"index {i} is in a batch, but there are {len(pairs)} pairs")
        if places.count(i) > 1:
            raise Finding(f"pair {i} is in the batches {places.count(i)} times")
        if i not in places:
            long = max(map(max, sizes(pairs, [i]))) > limit
            cause = (
                "it is too long, so give it a batch of its own" if long else "is the last batch added after the loop?"
            )
            raise Finding(f"pair {i} is in no batch; {cause}")
    several = [np.array(sizes(pairs, group)) for group in groups if len(group) > 1]
    if any(tokens.sum(axis=1).max() > limit for tokens in several):
        raise over_limit(several, limit)
    return groups


def over_limit(several, limit):
    """The Finding about a batch that is too long.  several: for each batch the tokens [2, pairs]"""
    totals = np.array([tokens.sum(axis=1) for tokens in several])
    causes = {
        "one token too many is allowed": totals.max() == limit + 1,
        "the tokens of the target, or their EOS, are not counted": (totals[:, 0] <= limit).all(),
        "the tokens of the source, or their EOS, are not counted": (totals[:, 1] <= limit).all(),
        "a batch ends after the pair that goes over the limit, not before it": all(
            tokens[:, :-1].sum(axis=1).max() <= limit for tokens in several
        ),
        "the EOS of each sentence is not counted": all((tokens - 1).sum(axis=1).max() <= limit for tokens in several),
    }
    cause = next((cause for cause, explains in causes.items() if explains), "")
    source, target = totals[totals.max(axis=1).argmax()]
    counted = f"{source} source and {target} target tokens, with the EOS of each sentence"
    return Finding(f"a batch of several pairs has {counted}; at most {limit} are allowed", cause=cause)


def in_one_batch(batches, lengths, cause):
    """Sentences of these lengths must fill exactly one batch."""
    limit = sum(lengths) + len(lengths)
    groups = check(batches, [([5] * n, [6] * n) for n in lengths], limit)
    if len(groups) > 1:
        sentences = f"{len(lengths)} pairs, {limit} tokens on either side, make one batch of batch_tokens={limit}"
        cause = cause if len(groups) < len(lengths) else ""
        raise Finding(f"{sentences}; there are {len(groups)} batches", cause=cause)
