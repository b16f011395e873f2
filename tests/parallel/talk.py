"""The communication of ranks, asserted on every rank."""

import itertools
import sys
import time

import numpy as np

from minitrans.parallel.world import rank_0_only, world


def unending():
    assert ranks.rank == 0
    yield from itertools.count()


ranks = world()
assert ranks.size == int(sys.argv[1])
assert ranks.broadcast(f"of {ranks.rank}") == "of 0"
assert ranks.gather(ranks.rank) == list(range(ranks.size))
array = np.full(5, ranks.rank + 1.0)
ranks.broadcast_array(array)
assert array.tolist() == [1.0] * 5
assert ranks.on_rank_0(lambda: ranks.rank) == 0
for count in (0, 1, 2, 7, 8):
    calls = []

    def square(items, calls=calls):
        calls += items
        return [item**2 for item in items]

    assert ranks.map(square, list(range(count))) == [item**2 for item in range(count)]
    assert sorted(sum(ranks.gather(calls), [])) == list(range(count))  # each on one rank
assert list(ranks.broadcast_each("abc")) == ["a", "b", "c"]
assert [item for item, _ in zip(ranks.broadcast_each(unending()), range(3), strict=False)] == [0, 1, 2]
done = []
rank_0_only(done.append)(1)
assert len(done) == (ranks.rank == 0)
if ranks.rank == 0:
    time.sleep(1)
before = time.process_time()
ranks.broadcast(None)  # the others wait a second for rank 0
assert time.process_time() - before < 0.3
assert sum(ranks.gather(1)) == ranks.size and ranks.cores >= 1
content = ranks.gather("content")
if ranks.rank == 0:
    print(*content)
