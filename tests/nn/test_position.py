"""The table of positions is the formula of Section 3.5."""

import itertools
import math

import pytest

from minitrans.nn.position import sinusoids


@pytest.mark.parametrize("d", [1, 6, 7])
def test_sinusoids_by_hand(d):
    table = sinusoids(50, d)
    for pos, i in itertools.product((0, 1, 49), range(d)):
        angle = pos / 10000 ** (2 * (i // 2) / d)
        assert table[pos, i] == pytest.approx(math.cos(angle) if i % 2 else math.sin(angle), abs=1e-14)
