"""Dropout as a random experiment: its rate, its mean, and what its mask depends on."""

import itertools

import numpy as np
import pytest

from minitrans.backend import keep_mask
from minitrans.gradcheck import check
from minitrans.ops import dropout_backward, dropout_forward

SEED = (1, 20, 0, 1, 5)  # run, step, micro-batch, shard, site


def keep(shape, p=0.5, seed=SEED):
    return dropout_forward(np.ones(shape), p, seed)[0] != 0


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.9])
def test_rate_is_within_binomial_bounds(p):
    """n p of n entries are dropped, within five standard deviations; the same holds in each row and column."""
    rows, columns = 200, 300
    dropped = ~keep((rows, columns), p)
    assert abs(dropped.sum() - rows * columns * p) < 5 * (rows * columns * p * (1 - p)) ** 0.5
    assert abs(dropped.sum(axis=1) - columns * p).max() < 5 * (columns * p * (1 - p)) ** 0.5
    assert abs(dropped.sum(axis=0) - rows * p).max() < 5 * (rows * p * (1 - p)) ** 0.5


def test_neighbours_are_independent():
    """Two neighbouring entries are both kept in a quarter of all cases."""
    kept = keep((300, 300))
    for pair in (kept[:, 1:] & kept[:, :-1], kept[1:] & kept[:-1]):
        assert abs(pair.mean() - 0.25) < 0.01


def test_everything_is_dropped(rng):
    y, cache = dropout_forward(rng.standard_normal((3, 4)), 1.0, SEED)
    assert not y.any() and not dropout_backward(np.ones((3, 4)), cache)[0].any()


@pytest.mark.parametrize("p", [0.1, 0.5])
def test_mean_is_preserved(p):
    n = 100_000
    y, _ = dropout_forward(np.ones(n), p, SEED)
    assert abs(y.mean() - 1) < 5 * (p / (1 - p) / n) ** 0.5
    assert set(np.unique(y)) == {0, 1 / (1 - p)}


def test_kept_entries_are_scaled_and_the_others_zero(rng):
    x = rng.standard_normal((20, 30))
    y, _ = dropout_forward(x, 0.25, SEED)
    kept = keep(x.shape, 0.25)
    np.testing.assert_allclose(y[kept], x[kept] / 0.75, rtol=1e-15)
    assert not y[~kept].any()


def test_same_seed_same_mask():
    np.testing.assert_array_equal(keep((50, 50)), keep((50, 50)))


@pytest.mark.parametrize("position", range(5), ids=["run", "step", "micro-batch", "shard", "site"])
def test_every_part_of_the_seed_matters(position):
    """Masks of two seeds agree in half of their entries, as independent masks do."""
    other = tuple(part + (i == position) for i, part in enumerate(SEED))
    assert 0.45 < (keep((100, 100)) == keep((100, 100), seed=other)).mean() < 0.55


def test_parts_of_the_seed_cannot_be_mistaken_for_one_another():
    seeds = list(itertools.permutations((0, 1, 2)))
    assert len({keep(100, seed=seed).tobytes() for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("draw", [dict(p=0.5), dict(p=0.0, seed=SEED), dict()], ids=["no seed", "p = 0", "neither"])
def test_without_seed_or_rate_nothing_happens(rng, draw):
    x, dy = rng.standard_normal((2, 4, 5))
    y, cache = dropout_forward(x, **draw)
    np.testing.assert_array_equal(y, x)
    np.testing.assert_array_equal(dropout_backward(dy, cache)[0], dy)


def test_backward_uses_the_mask_of_the_forward(rng):
    dy = rng.standard_normal((20, 30))
    y, cache = dropout_forward(np.ones((20, 30)), 0.4, SEED)
    np.testing.assert_allclose(dropout_backward(dy, cache)[0], dy * y, rtol=1e-15)


@pytest.mark.parametrize("shape", [(), (1,), (3, 5), (2, 3, 4, 5)], ids=str)
def test_backward(rng, shape):
    x = np.asarray(rng.standard_normal(shape))
    for step in range(3):
        check(dropout_forward, dropout_backward, [x], constants=dict(p=0.4, seed=(1, step)))


@pytest.mark.parametrize("shape", [(), (1,), (3,), (4,), (5,), (2, 3, 7)], ids=str)
def test_mask_has_the_shape_asked_for(shape):
    """The generator gives four entries at a time; sizes that are not multiples of four must work too."""
    mask = keep_mask(np, shape, 0.5, SEED)
    assert mask.shape == shape and mask.dtype == bool
