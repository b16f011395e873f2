"""CUDA graphs on the CPU: what a part does to arrays is recorded once, and later done again to the same arrays.

So a part that computes something on the host, or that reads a number there, is wrong here as it would be on a GPU.
"""

from contextlib import nullcontext

import numpy as np

from minitrans.cuda import decode, kernels, step
from minitrans.cuda.ops import products

recorded = None  # what the part that is being captured did so far


def do(change):
    change()
    if recorded is not None:
        recorded.append(change)


def made(make):
    """-> the array that make() returns; a replay writes its numbers again"""
    array = np.asarray(make())
    if recorded is not None:
        recorded.append(lambda: array.__setitem__(..., make()))
    return array.view(OnDevice)


def plain(x):
    return np.asarray(x) if isinstance(x, OnDevice) else x


class OnDevice(np.ndarray):
    """An array whose changes are recorded, and which the host must not read in a capture."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        inputs = [plain(x) for x in inputs]
        if not out:
            return made(lambda: getattr(ufunc, method)(*inputs, **options))
        options["out"] = tuple(plain(x) for x in out)
        do(lambda: getattr(ufunc, method)(*inputs, **options))
        return out[0]

    def __getitem__(self, key):
        if any(isinstance(x, np.ndarray) for x in (key if isinstance(key, tuple) else (key,))):
            return made(lambda: plain(self)[key])
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        do(lambda: plain(self).__setitem__(key, plain(value)))

    def astype(self, dtype, copy=True):
        return made(lambda: plain(self).astype(dtype)) if copy or self.dtype != dtype else self

    def copy(self, order="C"):
        return made(lambda: plain(self).copy())

    def tolist(self):
        return self.read("tolist")

    def __int__(self):
        return self.read("__int__")

    def __float__(self):
        return self.read("__float__")

    def __bool__(self):
        return self.read("__bool__")

    def read(self, name):
        assert recorded is None, f"{name} reads an array in a capture"
        return getattr(plain(self), name)()


class Replayed:
    """Has the methods of `minitrans.cuda.graphs.Graphs`."""

    in_order = staticmethod(nullcontext)

    def __init__(self, xp):
        self.stream, self.seen, self.captured = nullcontext(), set(), {}

    def run(self, part):
        global recorded
        name = part.__name__
        if name in self.captured:
            for change in self.captured[name]:
                change()
        elif name in self.seen:
            recorded = []
            try:
                part()
                self.captured[name] = recorded
            finally:
                recorded = None
        else:
            self.seen.add(name)
            part()


def use(monkeypatch, on_cpu):
    """Let operations and steps run on arrays that record, and their parts as graphs that are replayed."""

    def function(*kernel):
        run = on_cpu.function(*kernel)
        return lambda grid, threads, arguments: do(lambda: run(grid, threads, [*map(plain, arguments)]))

    monkeypatch.setattr(kernels, "function", function)
    monkeypatch.setattr(products, "matmul", lambda a, b, **o: matmul(on_cpu, a, b, **o))
    for module in (step, decode):
        monkeypatch.setattr(module, "Graphs", Replayed)
    for name in ("empty", "empty_like", "zeros", "zeros_like", "ones_like", "full", "arange", "concatenate"):
        make = getattr(np, name)
        monkeypatch.setattr(np, name, lambda *a, make=make, **o: made(lambda: make(*a, **o)))


def matmul(on_cpu, a, b, *, bias=None, out=None, **options):
    a, b, bias = plain(a), plain(b), plain(bias)
    if out is None:
        return made(lambda: on_cpu.matmul(a, b, bias=bias, **options))
    do(lambda: on_cpu.matmul(a, b, bias=bias, out=plain(out), **options))
    return out
