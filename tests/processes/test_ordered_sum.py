"""The sum over processes has the bits of a sum in the order of the shards."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minitrans.processes import ordered_sum
from minitrans.processes.ordered_sum import OverMPI

STEPS = Path(__file__).with_name("steps.py")


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


def test_one_process_exchanges_nothing(rng):
    gradient = rng.standard_normal(7)
    exchange = ordered_sum.exchange_of(gradient)
    assert exchange.slices(gradient)[0] is gradient
    before = gradient.copy()
    exchange.complete(gradient)
    np.testing.assert_array_equal(gradient[exchange.own], before)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_twenty_steps_have_the_same_bits_for_threads_and_processes(job, environment, dtype):
    """With dropout and clipping: a checksum of the weights, the norm of the gradient, the loss, and the operations."""
    alone = subprocess.run(
        [sys.executable, STEPS, dtype], env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert len(alone.split()) == 4
    for processes in (2, 4):
        done = job(processes, STEPS, dtype)
        assert (done.code, done.out, done.err) == (0, alone, [])
