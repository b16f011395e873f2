"""The statistics of large masks; tests/test_exercises.py checks y, gradients and what a mask depends on."""

import numpy as np
import pytest

from minitrans.backend import keep_mask
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


@pytest.mark.parametrize("position", range(5), ids=["run", "step", "micro-batch", "shard", "site"])
def test_every_part_of_the_seed_matters(position):
    """Masks of two seeds agree in half of their entries, as independent masks do."""
    other = tuple(part + (i == position) for i, part in enumerate(SEED))
    assert 0.45 < (keep((100, 100)) == keep((100, 100), seed=other)).mean() < 0.55


@pytest.mark.parametrize("shape", [(), (1,), (3,), (4,), (5,), (2, 3, 7)], ids=str)
def test_mask_has_the_shape_asked_for(shape):
    """The generator gives four entries at a time; sizes that are not multiples of four must work too."""
    mask = keep_mask(np, shape, 0.5, SEED)
    assert mask.shape == shape and mask.dtype == bool
