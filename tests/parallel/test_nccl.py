"""The exchange over NCCL, with a stand-in: threads are the ranks, and host memory is that of the GPUs.

The stand-in has CuPy's names and signatures.  Like NCCL, it moves nothing before the group ends, and then each send
must meet a receive of the same size.
"""

import ctypes
import sys
import threading
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from minitrans.parallel import nccl as module
from minitrans.parallel import ordered_sum
from minitrans.parallel.nccl import OverNCCL
from minitrans.system.errors import UserError

CHAR = 0  # as in nccl.h
STREAM = 1234


class Wires:
    """What is on its way between ranks."""

    def __init__(self, size):
        self.size, self.barrier, self.sent = size, None, {}
        self.lock = threading.Lock()


class Nccl:
    """cupy.cuda.nccl for one rank."""

    available, NCCL_CHAR = True, CHAR

    class NcclError(RuntimeError):
        pass

    def __init__(self, wires, rank):
        self.wires, self.rank, self.calls, self.NcclCommunicator = wires, rank, None, self.connect
        self.connected = False

    def get_unique_id(self):
        return tuple(range(128))

    def connect(self, ranks, identity, rank):
        assert (ranks, identity, rank) == (self.wires.size, tuple(range(128)), self.rank)
        assert not self.connected
        self.connected = True
        return self

    def groupStart(self):  # noqa: N802
        self.calls = []

    def send(self, address, count, kind, peer, stream):
        self.calls.append(("send", address, count, kind, peer, stream))

    def recv(self, address, count, kind, peer, stream):
        self.calls.append(("recv", address, count, kind, peer, stream))

    def groupEnd(self):  # noqa: N802
        for name, address, count, kind, peer, stream in self.calls:
            assert stream == STREAM and peer != self.rank and count > 0 and kind == CHAR
            if name == "send":
                with self.wires.lock:
                    self.wires.sent[self.rank, peer] = ctypes.string_at(address, count)
        self.wires.barrier.wait()
        for name, address, count, kind, peer, _ in self.calls:
            if name == "recv":
                with self.wires.lock:
                    data = self.wires.sent.pop((peer, self.rank))
                assert len(data) == count and kind == CHAR
                ctypes.memmove(address, data, len(data))
        self.wires.barrier.wait()
        assert not self.wires.sent  # all was received
        self.wires.barrier.wait()


@pytest.fixture(autouse=True)
def library(monkeypatch):
    """CuPy, as far as the exchange uses it.  Its submodule `cupy.cuda.nccl` has to be imported by itself."""
    stream = SimpleNamespace(ptr=STREAM)
    cupy = SimpleNamespace(empty=np.empty, cuda=SimpleNamespace(get_current_stream=lambda: stream))
    for each in (module, ordered_sum):
        monkeypatch.setattr(each, "array_module", lambda array: cupy)


class OfThread(threading.local):
    """A module of which each thread has another one"""

    def __getattr__(self, name):
        return getattr(self.nccl, name)


@pytest.fixture
def on_threads(monkeypatch, ranks_in_threads):
    """on_threads(size, run): call run(exchange_of, rank) in a thread per rank -> the results"""
    mine = OfThread()
    monkeypatch.setitem(sys.modules, "cupy.cuda.nccl", mine)
    monkeypatch.setattr(module, "address", lambda array: array.ctypes.data)

    def on_threads(size, run):
        wires = Wires(size)

        def one(ranks):
            wires.barrier, ranks.on_rank_0 = ranks.MPI.barrier, lambda function: function()
            mine.nccl = Nccl(wires, ranks.rank)
            return run(lambda flat: OverNCCL(flat, ranks), ranks.rank)

        return ranks_in_threads(size, one)

    return on_threads


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("size, n", [(2, 103), (3, 10), (4, 3), (5, 1)])
def test_bits_of_the_sum(rng, on_threads, dtype, size, n):
    """The sum of one gradient per rank, in the order of the ranks, with two exchanges over one communicator."""
    gradients = (rng.standard_normal((2, size, n)) * 10.0 ** rng.integers(-4, 5, (2, size, n))).astype(dtype)
    expected = gradients[:, 0].copy()
    for rank in range(1, size):
        expected += gradients[:, rank]

    def run(exchange_of, rank):
        found = gradients[:, rank].copy()
        exchanges = [exchange_of(gradient) for gradient in found]
        for exchange, gradient in zip(exchanges, found, strict=True):
            exchange.sum_up(gradient)
        return found.tobytes()

    assert on_threads(size, run) == [expected.tobytes()] * size


def test_without_nccl(monkeypatch, tmp_path):
    """As in CuPy 14, the import works and warns of it; here a warning is an error."""
    (tmp_path / "cupy" / "cuda").mkdir(parents=True)
    for package in ("cupy", "cupy/cuda"):
        (tmp_path / package / "__init__.py").touch()
    warn = "import warnings\navailable = False\nwarnings.warn('nccl library could not be loaded')\n"
    (tmp_path / "cupy" / "cuda" / "nccl.py").write_text(warn)
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "cupy"]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(UserError, match="pip install nvidia-nccl"):
        OverNCCL(np.zeros(4), Mock(rank=0, size=2))
    for name in ("cupy", "cupy.cuda", "cupy.cuda.nccl"):
        sys.modules.pop(name)


def test_two_processes_on_one_gpu(monkeypatch):
    nccl = Nccl(Wires(2), 0)

    def refuse(*_):
        raise Nccl.NcclError("NCCL_ERROR_INVALID_USAGE: invalid usage\n")

    nccl.NcclCommunicator = refuse
    monkeypatch.setitem(sys.modules, "cupy.cuda.nccl", nccl)
    with pytest.raises(UserError, match="NCCL_ERROR_INVALID_USAGE.*each process needs its own"):
        OverNCCL(np.zeros(4), Mock(rank=0, size=2, on_rank_0=lambda function: function()))
