"""Dropout, with a mask that depends only on the seed."""

from itertools import combinations

import numpy as np

from ...backend import array_module, to_numpy
from ...ops.dropout import dropout_backward, dropout_forward
from .exercise import assert_close, assert_small
from .finding import Finding, in_case
from .mistakes import Edit, program
from .operation import Case, Operation, call_backward, call_forward, place
from .whole import PAIRS, SHAPE, arrays_of

SEED = (3, 1, 0, 2, 5)  # run, step, micro-batch, shard and site
OTHER_SEED = (3, 1, 0, 2, 6)


class Drawn(np.random.Generator):
    """A generator that gives a student's mask, and that our dropout accepts in place of a seed"""


class Dropout(Operation):
    """You may use any random generator.  The checks find your mask from your own y, for an x of ones."""

    name = "dropout"
    wants = (dropout_forward, dropout_backward)

    def cases(self, rng):
        return [
            Case("p = 0.3", [rng.standard_normal((3, 5, 7))], dict(p=0.3, seed=SEED)),
            Case("p = 0.8", [rng.standard_normal((11, 5))], dict(p=0.8, seed=SEED)),
            Case("without a seed", [rng.standard_normal((11, 13))], dict(p=0.3)),
            Case("p = 0", [rng.standard_normal((3, 5))], dict(p=0.0, seed=SEED)),
        ]

    def hard(self, rng):
        return [
            Case("zeros in x", [rng.integers(-1, 2, (5, 7)).astype(float)], dict(p=0.3, seed=SEED)),
            Case("p = 0.9, without a seed", [rng.standard_normal((5, 7))], dict(p=0.9)),
            Case("p = 0.999", [rng.standard_normal((5, 7))], dict(p=0.999, seed=SEED)),
            Case("one row without a batch", [rng.standard_normal(7)], dict(p=0.3, seed=SEED)),
            Case("a single entry", [rng.standard_normal((1, 1))], dict(p=0.3, seed=SEED)),
        ]

    def oracle(self, x, p=0.0, seed=None):
        """The mean of y over all masks, which is x."""
        return x

    mistakes = [
        Edit("1 / (1 - p) is missing: entries that are kept must be scaled", ("(keep / (1 - p))", "keep")),
        Edit("entries that are kept are divided by p, not by 1 - p", ("(keep / (1 - p))", "(keep / p)")),
        Edit("entries that are kept are multiplied by 1 - p, not divided", ("(keep / (1 - p))", "(keep * (1 - p))")),
        Edit("y is scaled by 1 / (1 - p), although nothing is dropped: here y = x",
             ("return x, None", "return x / (1 - p), None")),
        Edit("y is scaled by 1 - p: training divides by it instead, so here y = x",
             ("return x, None", "return x * (1 - p), None")),
        Edit("dx is scaled by 1 / (1 - p), although nothing was dropped", ("return x, None", "return x, 1 / (1 - p)")),
        Edit("1 / (1 - p) is missing", ("* factor, factor", "* factor, keep")),
        Edit("the mask is missing: entries that were dropped get no gradient",
             ("* factor, factor", "* factor, 1 / (1 - p)")),
        Edit("dy is passed on as it is", ("dy if cache is None else dy * cache", "dy")),
        Edit("the mask is inverted", ("* factor, factor", "* factor, ~keep / (1 - p)")),
    ]  # fmt: skip

    def forward(self, data, forward, backward):
        """First the masks, then y."""
        self.check_masks(data, forward)
        super().forward(data, forward, backward)
        self.check_many_masks(data, forward)

    def check_masks(self, data, forward):
        """On 40,000 entries: the mask depends on all of the seed, and the right share of entries is dropped."""
        p, x = 0.35, data.put(np.ones((8, 25, 200)))
        seeds = [SEED[:i] + (SEED[i] + 1,) + SEED[i + 1 :] for i in range(len(SEED))]
        seeds += [SEED[::-1], (3, 11, 0, 2, 5), (31, 1, 0, 2, 5)]
        masks = {seed: mask(forward, x, p, seed)[0] for seed in (SEED, *seeds)}
        if not (mask(forward, x, p, SEED)[0] == masks[SEED]).all():
            raise Finding("the same seed must give the same mask: start a new generator from the seed")
        assert_drawn(masks, p)

    def compare_forward(self, data, case, forward, exact):
        """y = x * keep / (1 - p); y = x if nothing is to be dropped."""
        for dtype, rtol in ((np.float64, exact), (np.float32, 1e-4)):
            (x,), constants = place(data, case, dtype)
            (keep, factor), p = mask(forward, x, **constants), constants["p"]
            y, _ = call_forward(forward, [x], constants)
            x = to_numpy(x).astype(np.float64)
            mistakes = self.wrong_forwards(x, **taking(keep, constants))
            if factor == 1:
                mistakes["entries are dropped, but without a seed y = x"] = x * nonzero(y, x) / (1 - p)
            assert_close("y", y, x * keep * factor, rtol, mistakes)

    def near_the_right(self, case, forward):
        """The forward, whose right y depends on its mask."""
        return forward

    def compare_gradient(self, data, case, forward, backward, tolerated):
        """dx = dy * keep / (1 - p), with the mask of its own forward, although another forward has run since."""
        (x,), constants = place(data, case, np.float64)
        (keep, factor), p = mask(forward, x, **constants), constants["p"]
        _, cache = call_forward(forward, [x], constants)
        other, other_factor = mask(forward, x, p or 0.5, OTHER_SEED)
        dy = data.rng.standard_normal(x.shape)
        (dx,) = call_backward(backward, data.put(dy), cache, [x], constants)
        wrong = self.wrong_backwards(dy, to_numpy(x), **taking(keep, constants))
        mistakes = {
            "the mask is that of the last forward, not of its own: keep it in the cache": dy * other * other_factor
        } | {edit.cause: dx_wrong for edit, (dx_wrong,) in wrong}
        if factor != 1:
            own = dy * nonzero(dx, dy) * factor
            mistakes["the mask is not that of the forward: keep that one in the cache, and do not draw another"] = own
        assert_close("gradient of argument 0 (x)", dx, dy * keep * factor, tolerated, mistakes)

    def properties(self, data, forward, backward):
        """For a fixed mask, dropout is linear in x; and the statistics of many masks are right."""
        (x,), constants = place(data, self.cases(data.rng)[0], np.float64)
        y, _ = forward(x, **constants)
        what = "with the same seed, -2 x must give -2 y: the mask must not depend on x"
        assert_small(forward(-2 * x, **constants)[0] + 2 * y, 1e-12, what)
        self.check_many_masks(data, forward)

    def check_many_masks(self, data, forward):
        """Over many seeds the mean of y is x, entries are dropped independently, and no two masks are equal."""
        p, x, count = 0.3, data.put(np.ones((3, 4, 4))), 600
        y = np.array([to_numpy(forward(x, p, (data.seed, i, 0, 0, 1))[0]).ravel() for i in range(count)])
        sure = 6 / count**0.5  # six standard deviations of a mean
        if not abs(y.mean(axis=0) - 1).max() < sure * (1 / (1 - p) - 1) ** 0.5:
            raise Finding(f"with p = {p}, y averaged over {count} seeds is not x")
        together = abs(y.T @ y / count - np.where(np.eye(x.size), 1 / (1 - p), 1)).max()
        always = len(np.unique(y, axis=1).T) < x.size
        if not always and len(np.unique(y, axis=0)) < count:
            raise Finding(f"two of {count} seeds give the same mask: use every number of the seed")
        if always or not together < sure * (1 / (1 - p) ** 2 - 1) ** 0.5:
            raise Finding(
                f"over {count} seeds, two entries are dropped together too often: draw a number for each entry"
            )
        if not y.sum(axis=1).var() > (1 - sure * 2**0.5) * x.size * p / (1 - p):
            raise Finding("each seed drops nearly the same number of entries: draw a number for each entry")

    def integration(self, data, forward, backward):
        """The rows with dropout must give the same with this dropout as with its masks, and these must be right."""
        masks = {}

        def drop(x, p=0.0, seed=None):
            keep, factor = mask(forward, x, p, seed)
            masks[seed] = keep
            scaled_mask = array_module(x).asarray(keep * factor)
            return x * scaled_mask, scaled_mask

        def drop_back(dy, scaled_mask):
            return (dy * scaled_mask,)

        losses = []
        for pair in ((forward, backward), (drop, drop_back)):
            model = program(self, *pair)["model"].Transformer(**SHAPE, layers=1, dropout=0.3, seed=data.seed)
            losses.append(model.loss(*arrays_of(PAIRS), 0.1, (data.seed, 1)))
            losses[-1].backward()
            losses.append(model.weights[0].grad)
        for what, own, right in zip(("loss", "gradient of the table"), losses[:2], losses[2:], strict=True):
            own, right = (getattr(each, "data", each) if what == "loss" else each for each in (own, right))
            assert_close(f"in the Transformer, the {what}", own, right, 1e-4)
        with in_case("in the Transformer"):
            assert_drawn(masks, 0.3)


def mask(forward, x, p=0.0, seed=None):
    """The mask for an array like x, a NumPy array that is True for kept entries, and the factor of these entries."""
    if seed is None or p == 0:
        return np.ones(x.shape, bool), 1
    y, _ = forward(array_module(x).ones_like(x), p, seed)
    return to_numpy(y) != 0, 1 / (1 - p)


def taking(keep, constants):
    """The constants with which our dropout drops the same entries"""
    drawn = Drawn(np.random.PCG64(0))
    drawn.random = lambda shape: keep.astype(float)
    return constants | dict(seed=constants.get("seed") and drawn)


def assert_drawn(masks, p):
    """Check masks {seed: True for kept entries}: the share of kept entries, their independence, and their seeds."""
    for keep in masks.values():
        for axis in range(keep.ndim):
            if keep.shape[axis] > 1 and (keep == keep.take([0], axis)).all():
                raise Finding(f"the mask is constant along axis {axis} of x: draw a number for each entry")
    size, kept = sum(keep.size for keep in masks.values()), sum(keep.sum() for keep in masks.values())
    for (one, keep), (other, others) in combinations(masks.items(), 2):
        if keep.shape == others.shape and (keep == others).all():
            raise Finding(f"seeds {one} and {other} give the same mask: use every number of the seed")
    if not abs(kept - size * (1 - p)) <= 5 * (size * p * (1 - p)) ** 0.5:
        near_p = abs(kept / size - p) < 0.05
        cause = "p is used as the probability of keeping; it is that of dropping" if near_p else ""
        raise Finding(f"with p = {p}, a share of {kept / size:.4f} is kept, not {1 - p:.4f}", cause=cause)


def nonzero(array, like):
    """True where the array is not zero.  All False if its shape is wrong."""
    if getattr(array, "shape", None) != like.shape:
        return np.zeros(like.shape, bool)
    return to_numpy(array) != 0
