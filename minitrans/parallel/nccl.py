"""The exchange of gradients between GPUs, by NCCL.  Each process has one GPU."""

import importlib
import warnings
from functools import cache

from ..backend import array_module
from ..system.errors import UserError, first_line
from .ordered_sum import Exchange


class OverNCCL(Exchange):
    """Arrays of CuPy.  All calls only launch work, on the current stream.

    The id that connects the ranks goes through MPI.  Sums of NCCL itself can differ from run to run, so NCCL only sends
    and receives here, in groups: all transfers of a group run at the same time.
    """

    def __init__(self, flat, ranks):
        super().__init__(flat, ranks)
        self.cuda = array_module(flat).cuda
        self.nccl, self.communicator = connect(ranks)

    def slices(self, gradient):
        self.transfer(self.parts(gradient), self.received)
        return list(self.received)

    def complete(self, gradient):
        self.transfer([gradient[self.own]] * self.ranks.size, self.parts(gradient))

    def parts(self, gradient):
        return [gradient[start : start + count] for start, count in zip(self.starts, self.counts, strict=True)]

    def transfer(self, send, receive):
        """Send an array to each rank and receive one from each; that of this rank is copied."""
        nccl, stream = self.nccl, self.cuda.get_current_stream().ptr
        nccl.groupStart()
        for rank, (out, into) in enumerate(zip(send, receive, strict=True)):
            if rank == self.ranks.rank:
                into[...] = out
                continue
            if out.size:
                self.communicator.send(address(out), out.nbytes, nccl.NCCL_CHAR, rank, stream)
            if into.size:
                self.communicator.recv(address(into), into.nbytes, nccl.NCCL_CHAR, rank, stream)
        nccl.groupEnd()


@cache
def connect(ranks):
    """-> (NCCL, the communicator of these ranks), which serves all exchanges: it takes memory of each GPU"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # CuPy warns where NCCL is missing; the error below says it in one line
        nccl = importlib.import_module("cupy.cuda.nccl")  # `import cupy` leaves it out
    if not nccl.available:
        raise UserError("several GPUs need NCCL; python -m pip install nvidia-nccl-cu13 (CUDA 12: nvidia-nccl-cu12)")
    identity = ranks.on_rank_0(nccl.get_unique_id)
    try:
        return nccl, nccl.NcclCommunicator(ranks.size, identity, ranks.rank)
    except nccl.NcclError as error:
        raise UserError(f"NCCL cannot connect the GPUs ({first_line(error)}); each process needs its own") from None


def address(array):
    """Where the entries of a CuPy array begin in the memory of the GPU."""
    return array.data.ptr
