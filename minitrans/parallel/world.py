"""The processes of a job (ranks) and their communication.

    ranks = world()
    tokenizer = ranks.on_rank_0(learn, text)     rank 0 learns it, all ranks get it
    losses = ranks.map(losses_of, batches)       each rank computes some, all ranks get all

With one process all these calls cost nothing.  With several, every rank must make the same calls in the same order;
otherwise a rank waits for ever.
"""

import hashlib
import os
import sys
import time
import warnings
from functools import lru_cache, wraps
from itertools import islice
from pathlib import Path

import numpy as np

from ..backend import to_numpy
from ..system import machine
from ..system.errors import UserError
from .launcher import alone, launched

INSTALL = "python -m pip install mpi4py mpich"
PAUSE = 0.02  # seconds; the longest pause between two checks whether the others have come


class World:
    """A process alone."""

    rank, size = 0, 1
    local_rank = 0  # among the ranks of this host

    @property
    def cores(self):
        """The number of cores that this rank may use."""
        return machine.cores()

    def broadcast(self, value):
        """-> the value of rank 0"""
        return value

    def gather(self, value):
        """-> list of the values of all ranks"""
        return [value]

    def broadcast_array(self, array):
        """Overwrite `array`, of the same shape and type on all ranks, with that of rank 0."""

    def on_rank_0(self, function, *arguments):
        """Call a function on rank 0 alone -> its result, on all ranks"""
        return self.broadcast(function(*arguments) if self.rank == 0 else None)

    def map(self, function, items):
        """function(some of the items) -> a result for each of them.  Each rank computes those of every n-th item.

        -> the results for all items, in their order
        """
        results = [None] * len(items)
        for rank, part in enumerate(self.gather(function(items[self.rank :: self.size]))):
            results[rank :: self.size] = part
        return results

    def broadcast_each(self, items):
        """Yield on all ranks what the iterator `items` yields on rank 0, where alone it is used."""
        items = iter(items)
        while found := self.on_rank_0(lambda: list(islice(items, 1))):
            yield found[0]


class Ranks(World):
    """The ranks that mpiexec or srun has started, connected by MPI."""

    def __init__(self, rank, size):
        self.MPI = load_mpi()
        self.comm = self.MPI.COMM_WORLD
        if self.comm.size != size:
            raise UserError(
                f"the launcher has started {size} processes, but MPI sees {self.comm.size}: launcher and MPI library "
                f"must belong together; {INSTALL} and use its mpiexec, or try srun --mpi=pmix or --mpi=pmi2{alone()}"
            )
        self.rank, self.size = rank, size
        host = self.comm.Split_type(self.MPI.COMM_TYPE_SHARED)
        self.local_rank = host.rank
        # A launcher can give each rank cores of its own.  Those that have the same cores divide them.
        mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
        self.sharers = host.allgather(mine).count(mine)
        machine.limit_blas(self.cores)

    @property
    def cores(self):
        return max(1, machine.cores() // self.sharers)

    def compare(self):
        """UserError if this rank has other code or arguments than rank 0, because it would compute something else."""
        mine = dict(code=code(), arguments=sys.argv[1:], NumPy=np.__version__)
        for name, value in self.broadcast(mine).items():
            if mine[name] != value:
                raise UserError(f"{name}: not the same as on rank 0; all ranks need the same")

    def wait(self):
        """Wait, without using a core, until all ranks have come here: rank 0 may need minutes to tokenize a text."""
        request, pause = self.comm.Ibarrier(), 1e-5
        while not request.Test():
            time.sleep(pause)
            pause = min(2 * pause, PAUSE)

    def broadcast(self, value):
        self.wait()
        return self.comm.bcast(value)

    def gather(self, value):
        self.wait()
        return self.comm.allgather(value)

    def broadcast_array(self, array):
        self.wait()
        host = to_numpy(array)
        self.comm.Bcast(host)
        if host is not array:  # on a GPU
            array.set(host)


@lru_cache
def world():
    """-> the World of this process"""
    place = launched()
    return Ranks(place.rank, place.size) if place.size > 1 else World()


def cores():
    """The number of cores that this rank may use."""
    return world().cores


def rank_0_only(function):
    """Let a function without a result do nothing on the other ranks."""

    @wraps(function)
    def call(*arguments, **options):
        if world().rank == 0:
            function(*arguments, **options)

    return call


def load_mpi():
    """mpi4py.MPI; its import connects this process to the others."""
    try:
        import mpi4py

        mpi4py.rc.thread_level = "funneled"  # only the main thread calls MPI
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # from the launcher of another library, which `Ranks` reports
            from mpi4py import MPI
    except ImportError:
        raise UserError(f"mpiexec: mpi4py is not installed; {INSTALL}{alone()}") from None
    except RuntimeError as error:
        raise UserError(f"mpiexec: mpi4py finds no MPI library ({error}); {INSTALL}") from None
    return MPI


def code():
    """A checksum of the source of minitrans."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.[pc][yu]*")):
        if path.suffix in (".py", ".cu", ".cuh"):
            digest.update(path.read_bytes())
    return digest.hexdigest()
