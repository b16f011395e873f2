"""Batches of sentence pairs of similar length.  Every grouping that obeys the rules is right."""

import operator

import numpy as np

from ...backend import to_numpy
from ...config import Config
from ...data.batching import batches, make_batch
from ...nn import Transformer
from ...tensor import no_grad
from .exercise import Exercise, short_repr
from .finding import Finding, in_case
from .mistakes import Edit
from .whole import SIZES

SHORT = (2, 2), (1, 4), (4, 1)
FITTING = [2] * 30, [0, 1, 3, 7, 15, 31]

# Texts of our part that the mistakes change
WITH_EOS, OVER = "len(source) + 1, len(target) + 1", "max(full) > batch_tokens"
COUNTED = "        full = full[0] + size[i][0], full[1] + size[i][1]\n"


class Batches(Exercise):
    """Padding counts on both sides: sort by both lengths, by one and then the other, by their sum, or by the larger."""

    name = "batches"
    wants = (batches,)
    mistakes = [
        Edit("one token too many is allowed", (OVER, f"{OVER} + 1")),
        Edit("it has < in place of <=: a full batch is allowed", (OVER, "max(full) >= batch_tokens")),
        Edit("the tokens of the target are not counted", (OVER, "full[0] > batch_tokens")),
        Edit("the tokens of the source are not counted", (OVER, "full[1] > batch_tokens")),
        Edit("both sides are counted together: either may have batch_tokens", (OVER, "sum(full) > batch_tokens")),
        Edit("padding is counted", (OVER, "(len(groups[-1]) + 1) * max(size[i]) > batch_tokens")),
        Edit("the EOS of each sentence is not counted", (WITH_EOS, "len(source), len(target)")),
        Edit("the EOS of the target is not counted", (WITH_EOS, "len(source) + 1, len(target)")),
        Edit("the EOS of the source is not counted", (WITH_EOS, "len(source), len(target) + 1")),
        Edit("more than one EOS is added to a sentence", (WITH_EOS, WITH_EOS.replace("1", "2"))),
        Edit("a batch ends after the pair that goes over the limit, not before it",
             (COUNTED, "", "            full = size[i]\n", f"            full = (0, 0)\n{COUNTED}")),
    ]  # fmt: skip

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
        self.check_numbers(batches)
        pairs, limit = random_pairs(data.rng, 400), 300
        for seed in (None, data.seed):
            groups = check(batches, pairs, limit, seed)
            needed = -(-max(map(sum, sizes(pairs, range(400)))) // limit)
            if len(groups) > 1.5 * needed + 2:
                raise Finding(
                    f"{len(groups)} batches, where {needed} might be enough: fill each before you start the next"
                )
            little_padding(pairs, groups, "sort pairs by length, and shuffle them before that, not after")
        lengths = data.rng.permutation(np.repeat(np.arange(1, 41), 5)).tolist()
        for side, other, pairs in (
            ("source", "target", [([5] * 5, [6] * n) for n in lengths]),
            ("target", "source", [([5] * n, [6] * 5) for n in lengths]),
        ):
            cause = f"almost all of it in the {other}: sort by the lengths of both sides, not of one"
            with in_case(f"where all have the same length of the {side}"):
                little_padding(pairs, check(batches, pairs, limit, data.seed), cause)

    def check_numbers(self, batches):
        """Check pairs of equal length, and pairs that fit one batch: the sizes of the batches show what is counted."""
        calls = [([([5] * source, [6] * target)] * 30, limit) for source, target in SHORT for limit in (10, 11, 12)]
        fitting = [([([5] * n, [6] * n) for n in lengths], sum(lengths) + len(lengths)) for lengths in FITTING]

        def numbers(batches):
            return [[len(group) for group in batches(*call)] for call in calls + fitting]

        try:
            for call in calls:
                check(batches, *call)
            for pairs, limit in fitting:
                if len(groups := check(batches, pairs, limit)) > 1:
                    sides = f"{limit} tokens on either side make one batch of batch_tokens={limit}"
                    raise Finding(f"{sides}; there are {len(groups)} batches")
        except Finding as finding:
            own, right = numbers(batches), numbers(*self.ours())
            causes = (cause for cause, wrong in self.wrong(numbers).items() if own == wrong != right)
            finding.cause = next(causes, finding.cause)
            raise

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
        model = Transformer(Config(**SIZES), data.xp)
        pairs = random_pairs(data.rng, 20, longest=8, vocabulary=SIZES["vocabulary"])

        def loss(pairs):
            with no_grad():
                return float(to_numpy(model.loss(make_batch(pairs, data.xp)).data))

        expected = sum(loss([pair]) for pair in pairs)
        for epoch in (0, 1):
            groups = check(batches, pairs, 30, (data.seed, epoch))
            actual = sum(loss([pairs[i] for i in group]) for group in groups)
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


def little_padding(pairs, groups, cause):
    actual, unsorted = padding(pairs, groups), padding(pairs, np.array_split(np.arange(len(pairs)), len(groups)))
    if actual > unsorted / 2:
        raise Finding(f"{actual:.0%} is padding, and {unsorted:.0%} without sorting", cause=cause)


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
    for group in groups:
        source, target = map(sum, sizes(pairs, group))
        if len(group) > 1 and max(source, target) > limit:
            counted = f"{source} source and {target} target tokens, with the EOS of each sentence"
            raise Finding(f"a batch of several pairs has {counted}; at most {limit} are allowed")
    return groups
