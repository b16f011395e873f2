"""The sum of the gradients of all shards, over several processes, in the order of the shards.

A sum of floating-point numbers depends on its order, and an all-reduce of MPI or NCCL takes another order for each
number of processes.  So the ranks exchange the gradients themselves.  A flat gradient is cut into one slice per rank.
In an all-to-all, each rank sends slice j to rank j and receives its own slice of everybody's gradient, which it adds up
in the order of the shards.  Then an all-gather gives all ranks the sums.  The result has the same bits for any number
of processes.  If each rank has one shard, this sends as much as an all-reduce does.

Shard s belongs to rank s % P.  So the k-th shards of all ranks follow one another, and each all-to-all continues the
sum where the one before has ended.
"""

from ..backend import array_module


class Alone:
    """One process: nothing is exchanged."""

    own = slice(None)  # the part of the sum that this rank computes

    def slices(self, gradient):
        """-> the own part of the gradients of all ranks, in their order; the next call may overwrite it"""
        return [gradient]

    def complete(self, gradient):
        """Overwrite the parts of the other ranks with what they have computed."""

    def sum_up(self, gradient):
        """Overwrite the gradient of this rank with the sum over all ranks, where each has one shard."""
        first, *others = self.slices(gradient)
        for each in others:
            first += each
        gradient[self.own] = first
        self.complete(gradient)


class Exchange(Alone):
    """Several processes: a flat array is cut into one slice per rank."""

    def __init__(self, flat, ranks):
        cuts = [flat.size * rank // ranks.size for rank in range(ranks.size + 1)]
        self.ranks, self.starts = ranks, cuts[:-1]
        self.counts = [end - start for start, end in zip(cuts, cuts[1:], strict=False)]
        self.own = slice(*cuts[ranks.rank : ranks.rank + 2])
        self.received = array_module(flat).empty((ranks.size, self.counts[ranks.rank]), flat.dtype)


class OverMPI(Exchange):
    """Arrays of NumPy, by MPI."""

    def slices(self, gradient):
        received = self.received.ravel(), [self.received.shape[1]] * self.ranks.size
        self.ranks.comm.Alltoallv([gradient, (self.counts, self.starts)], received)
        return list(self.received)

    def complete(self, gradient):
        comm, in_place = self.ranks.comm, self.ranks.MPI.IN_PLACE
        comm.Allgatherv(in_place, [gradient, (self.counts, self.starts)])
