"""The tape: reverse-mode automatic differentiation (backpropagation) on tensors that record how they were computed.

    x = Tensor(np.ones(3)); y = x * x; y.backward(); x.grad        # 2 * x

Every operation is a row of `minitrans.ops.TABLE`.  `apply` runs its forward and keeps the cache, and
`Tensor.backward` runs the backwards in the opposite order.
"""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from numbers import Real

import numpy as np

from . import ops
from .backend import MISREAD, Array, array_module

Axes = int | tuple[int, ...] | None
_order = itertools.count()
_thread = threading.local()


class Record:
    """How a tensor was computed: the operation and its name, the cache of its forward, and the operands."""

    def __init__(self, name, operation, cache, operands):
        self.name, self.operation, self.cache, self.operands = name, operation, cache, operands
        self.order = next(_order)

    def gradients(self, dy, out=None):
        """One gradient for each operand, or None for a constant.  The cache is freed, as each record is used once.

        out: the arrays that a backward adds to which `adds` its gradients; by default the grad of the operands
        """
        if self.operation is None:
            raise RuntimeError("backward: this graph was used already; run the forward again")
        (_, backward, adds), cache = self.operation, self.cache
        self.operation = self.cache = None
        gradients = backward(dy, cache, **dict(out=out or [x.grad for x in self.operands]) if adds else {})
        for dx, x in zip(gradients, self.operands, strict=True):
            if x.requires_grad and dx.shape != x.data.shape:
                raise ValueError(f"{backward.__name__}: gradient of shape {dx.shape} for an input of {x.data.shape}")
        return gradients


class Tensor:
    """An array, its gradient, and the record of its computation (None for a leaf).

    data: a NumPy or CuPy array of floats, which is not copied: do not change it between forward and backward.
        Integers, booleans, numbers and lists become float64.
    grad: an array of the same shape and dtype, for leaves that require a gradient; `backward()` adds to it, so set it
        to zero between steps.
    Operators and methods are those of NumPy, with broadcasting; the exponent of ** is a number.  The other operand may
    be a number or an array: a constant, which has no gradient.  Comparisons give arrays.  No operation changes its
    operands.
    """

    __slots__ = ("data", "grad", "record", "requires_grad")
    __array_ufunc__ = None  # so `array * tensor` calls Tensor.__rmul__

    def __init__(self, data: Array | float | Sequence, requires_grad: bool = True):
        self.data, self.requires_grad = as_floats(data), requires_grad
        self.grad: Array | None = None
        self.record: Record | None = None

    def __repr__(self) -> str:
        return f"Tensor(shape={self.shape}, dtype={self.dtype}, requires_grad={self.requires_grad})"

    def backward(self, dy: Array | float | None = None) -> None:
        """Backpropagation: add d(sum(self * dy)) / d(leaf) to the grad of every leaf that this tensor depends on.

        dy: the upstream gradient, of the shape of data; ones by default.
        This frees the caches, so a second backward needs a second forward.
        """
        if self.record is None:
            raise RuntimeError("backward: this tensor has no record; was it made under no_grad()?")
        xp = array_module(self.data)
        dy = xp.ones_like(self.data) if dy is None else xp.asarray(dy, self.dtype)
        if dy.shape != self.shape:
            raise ValueError(f"backward: dy has the shape {dy.shape}, and the tensor has {self.shape}")
        gradients = {self.record: dy}
        for record in newest_first(self.record):
            found = record.gradients(gradients.pop(record))
            for dx, x in zip(found, record.operands, strict=True):
                if x.record in gradients:
                    gradients[x.record] = gradients[x.record] + dx  # not +=: other records may hold the same array
                elif x.record:
                    gradients[x.record] = dx
                elif x.requires_grad and dx is not x.grad:  # it is x.grad if the backward has added to it
                    add_to_grad(x, dx)

    def detach(self) -> Tensor:
        """The same array without its record: a constant."""
        return Tensor(self.data, requires_grad=False)

    def __add__(self, other):
        return apply("add", self, other)

    __radd__ = __add__

    def __mul__(self, other):
        return apply("mul", self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __matmul__(self, other):
        return apply("matmul", self, other)

    def __rmatmul__(self, other):
        return apply("matmul", other, self)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        _, other = as_tensors((self, other))
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, n):
        if not isinstance(n, Real):
            raise TypeError(f"**: the exponent must be a number, not {type(n).__name__}")
        return apply("power", self, n=float(n))

    def __rpow__(self, base):
        if not isinstance(base, Real) or not base > 0:
            raise TypeError(f"**: if the exponent is a Tensor, the base must be a positive number, not {base!r}")
        return (self * math.log(base)).exp()

    def exp(self) -> Tensor:
        return apply("exp", self)

    def log(self) -> Tensor:
        return apply("log", self)

    def tanh(self) -> Tensor:
        return apply("tanh", self)

    def relu(self) -> Tensor:
        return apply("relu", self)

    def sum(self, axis: Axes = None, *, keepdims: bool = False) -> Tensor:
        return apply("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis: Axes = None, *, keepdims: bool = False) -> Tensor:
        return apply("mean", self, axis=axis, keepdims=keepdims)

    def max(self, axis: Axes = None, *, keepdims: bool = False) -> Tensor:
        return apply("max", self, axis=axis, keepdims=keepdims)

    def min(self, axis: Axes = None, *, keepdims: bool = False) -> Tensor:
        return -(-self).max(axis, keepdims=keepdims)

    def reshape(self, *shape: int | tuple) -> Tensor:
        return apply("reshape", self, shape=shape)

    def transpose(self, *axes: int | tuple | None) -> Tensor:
        return apply("transpose", self, axes=axes)

    T = property(transpose)

    def broadcast_to(self, shape: int | tuple) -> Tensor:
        return apply("broadcast_to", self, shape=shape)

    def __getitem__(self, key):
        return apply("getitem", self, key=key)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    # What follows concerns only the array, so nothing is recorded.

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape

    @property
    def ndim(self) -> int:
        return self.data.ndim

    @property
    def size(self) -> int:
        return self.data.size

    @property
    def dtype(self) -> np.dtype:
        return self.data.dtype

    def item(self) -> float:
        """The number in a tensor of one entry"""
        return self.data.item()

    def __float__(self):
        return float(self.data)

    def __bool__(self):
        return bool(self.data)

    def __len__(self):
        return len(self.data)

    __hash__ = object.__hash__  # two tensors are two keys of a dict, whatever their entries are

    def __eq__(self, other):
        return self.data == other

    def __ne__(self, other):
        return self.data != other

    def __lt__(self, other):
        return self.data < other

    def __le__(self, other):
        return self.data <= other

    def __gt__(self, other):
        return self.data > other

    def __ge__(self, other):
        return self.data >= other

    def __contains__(self, value):
        return (self == value).any()

    def __array_function__(self, function, types, arguments, named):
        """np.sum(x, axis=0) is x.sum(axis=0), and so on.  A function without such a method is refused."""
        method = getattr(Tensor, function.__name__, None)
        if not callable(method) or not arguments or not isinstance(arguments[0], Tensor):
            raise TypeError(f"np.{function.__name__} takes no Tensor; use its array .data, which has no gradient")
        return method(*arguments, **named)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("a Tensor is not a NumPy array; use its array .data, which has no gradient")


def add_to_grad(x: Tensor, dx: Array) -> None:
    x.grad = array_module(dx).zeros_like(x.data) if x.grad is None else x.grad
    x.grad += dx


def newest_first(record: Record) -> list[Record]:
    """`record` and all records that it depends on, newest first.  Every user of a tensor comes before the tensor."""
    seen, todo = {record}, [record]
    while todo:
        for operand in todo.pop().operands:
            if operand.record is not None and operand.record not in seen:
                seen.add(operand.record)
                todo.append(operand.record)
    return sorted(seen, key=lambda r: r.order, reverse=True)


def apply(name: str, *operands: Tensor | Array | float, **constants: object) -> Tensor:
    """Run operation `name` and record it -> Tensor.  Constants are keyword arguments without a gradient."""
    tensors = as_tensors(operands)
    operation = ops.TABLE[name]
    found = operation.forward(*(t.data for t in tensors), **constants)
    if not isinstance(found, tuple) or len(found) != 2:
        raise TypeError(f"{name}: its forward must return (y, cache)")
    y, cache = found
    recording = getattr(_thread, "recording", True)
    result = Tensor(y, requires_grad=recording and any(t.requires_grad for t in tensors))
    if result.requires_grad:
        result.record = Record(name, operation, cache, tensors)
    return result


def as_tensors(operands):
    """Numbers and arrays among the operands become constants with the dtype of the first tensor.

    So does a tensor whose `requires_grad` was set to False: its record would pass gradients on.
    """
    like = next((x.data for x in operands if isinstance(x, Tensor)), None)

    def constant(x):
        x = as_floats(x)
        return Tensor(x if like is None else array_module(like).asarray(x, like.dtype), requires_grad=False)

    tensors = [x if isinstance(x, Tensor) else constant(x) for x in operands]
    return [x if x.requires_grad or x.record is None else x.detach() for x in tensors]


def as_floats(data):
    """An array of floats as it is; integers, booleans, numbers and lists as an array of float64"""
    if isinstance(data, Real | list | tuple):
        data = np.asarray(data)
    xp, kind = array_module(data), data.dtype.kind
    if type(data).__name__ in MISREAD:
        raise TypeError(f"a Tensor holds plain arrays, not {type(data).__name__}")
    if kind in "iub":
        return xp.asarray(data, np.float64)
    if kind not in "fV":  # V is bfloat16
        raise TypeError(f"a Tensor holds real numbers, not {data.dtype}")
    return data


def concatenate(tensors: Sequence[Tensor | Array], axis: int = 0) -> Tensor:
    return apply("concatenate", *tensors, axis=axis)


def stack(tensors: Sequence[Tensor | Array], axis: int = 0) -> Tensor:
    """The tensors along a new axis."""
    tensors = as_tensors(tensors)
    return concatenate([x.reshape(array_module(x.data).expand_dims(x.data, axis).shape) for x in tensors], axis)


@contextmanager
def no_grad() -> Iterator[None]:
    """A context in which the current thread records nothing, for validation and decoding."""
    before = getattr(_thread, "recording", True)
    _thread.recording = False
    try:
        yield
    finally:
        _thread.recording = before
