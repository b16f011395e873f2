"""The sum over processes has the bits of a sum in the order of the shards."""

import numpy as np
import pytest

from minitrans.parallel.ordered_sum import OverMPI


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("n", [2, 10, 103])
def test_bits_of_the_sum(rng, ranks_in_threads, size, n):
    """Numbers of very different size, so that another order gives other bits.  Some ranks may have no part."""
    shards = (rng.standard_normal((2 * size, n)) * 10.0 ** rng.integers(-4, 5, (2 * size, n))).astype(np.float32)
    expected = shards[0].copy()
    for gradient in shards[1:]:
        expected += gradient

    def run(ranks):
        exchange, total = OverMPI(shards[0], ranks), np.empty(n, np.float32)
        for k, own in enumerate(shards[ranks.rank :: size]):
            slices = exchange.slices(own)
            if k == 0:
                total[exchange.own] = slices.pop(0)
            for each in slices:
                total[exchange.own] += each
        exchange.complete(total)
        return total

    for total in ranks_in_threads(size, run):
        assert total.tobytes() == expected.tobytes()
