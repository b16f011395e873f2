"""The tape: reverse-mode automatic differentiation (backpropagation) on tensors that record how they were computed.

    x = Tensor(np.ones(3)); y = x * x; y.backward(); x.grad        # 2 * x

Every operation is a row of `minitrans.ops.TABLE`.  `apply` runs its forward and keeps the cache, and
`Tensor.backward` runs the backwards in the opposite order.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real

from . import ops
from .backend import Array, array_module

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


def operator(sign: str, compute: Callable[[Tensor, Tensor], Tensor]) -> tuple[Callable[..., Tensor], ...]:
    """-> the methods for `tensor sign other` and for `other sign tensor`"""
    return (lambda x, other: compute(x, x.operand(sign, other))), (lambda x, other: compute(x.operand(sign, other), x))


def method(name: str) -> Callable[..., Tensor]:
    """-> the method that applies this operation: x.max(0), x.max(axis=0, keepdims=True)"""
    return lambda x, *arguments, **named: apply(name, x, **named, **(dict(arguments=arguments) if arguments else {}))


class Tensor:
    """An array, its gradient, and the record of its computation (None for a leaf).

    data: a NumPy or CuPy array.  grad: an array of the same shape and dtype, for leaves that require a gradient;
    `backward()` adds to it, so set it to zero between steps.
    Operators and methods are those of NumPy, with broadcasting; the exponent of ** is a number.  The other operand may
    be a number or an array: a constant, which has no gradient.  No operation changes its operands.
    """

    __slots__ = ("data", "grad", "record", "requires_grad")
    __array_ufunc__ = None  # so `array * tensor` calls Tensor.__rmul__

    def __init__(self, data: Array, requires_grad: bool = True):
        self.data, self.requires_grad = data, requires_grad
        self.grad: Array | None = None
        self.record: Record | None = None

    def __repr__(self) -> str:
        return f"Tensor(shape={self.data.shape}, dtype={self.data.dtype}, requires_grad={self.requires_grad})"

    __add__, __radd__ = operator("+", lambda a, b: apply("add", a, b))
    __sub__, __rsub__ = operator("-", lambda a, b: a + -b)
    __mul__, __rmul__ = operator("*", lambda a, b: apply("mul", a, b))
    __truediv__, __rtruediv__ = operator("/", lambda a, b: apply("div", a, b))
    __matmul__, __rmatmul__ = operator("@", lambda a, b: apply("matmul", a, b))
    exp, log, tanh, relu, sum, mean, max = map(method, ("exp", "log", "tanh", "relu", "sum", "mean", "max"))
    __getitem__, reshape, transpose, broadcast_to = map(method, ("getitem", "reshape", "transpose", "broadcast_to"))
    T = property(transpose)

    def __neg__(self) -> Tensor:
        return self * -1

    def __pow__(self, n: float) -> Tensor:
        if not isinstance(n, Real):
            raise TypeError(f"**: the exponent must be a number, not {type(n).__name__}")
        return apply("power", self, n=float(n))

    def detach(self) -> Tensor:
        """The same array without its record: a constant."""
        return Tensor(self.data, requires_grad=False)

    def operand(self, sign: str, other: Tensor | Array | float) -> Tensor:
        """The other operand of `sign` as a Tensor; a number or an array becomes a constant of this tensor's dtype."""
        if isinstance(other, Tensor):
            return other
        if isinstance(other, Real) or hasattr(other, "dtype"):
            return Tensor(array_module(self.data).asarray(other, self.data.dtype), requires_grad=False)
        raise TypeError(f"{sign}: the operand must be a Tensor, an array or a number, not {type(other).__name__}")

    def backward(self, dy: Array | float | None = None, add: Callable[[Tensor, Array], None] | None = None) -> None:
        """Backpropagation: add d(sum(self * dy)) / d(leaf) to the grad of every leaf that this tensor depends on.

        dy: the upstream gradient, of the shape of data; ones by default.
        add: add(leaf, gradient) is called instead of adding to grad; other arrays may share the gradient's memory.
        This frees the caches, so a second backward needs a second forward.
        """
        if self.record is None:
            raise RuntimeError("backward: this tensor has no record; was it made under no_grad()?")
        xp = array_module(self.data)
        dy = xp.ones_like(self.data) if dy is None else xp.asarray(dy, self.data.dtype)
        gradients = {self.record: dy}
        for record in newest_first(self.record):
            found = record.gradients(gradients.pop(record))
            for dx, x in zip(found, record.operands, strict=True):
                if x.record in gradients:
                    gradients[x.record] = gradients[x.record] + dx  # not +=: other records may hold the same array
                elif x.record:
                    gradients[x.record] = dx
                elif x.requires_grad and dx is not x.grad:  # it is x.grad if the backward has added to it
                    (add or add_to_grad)(x, dx)


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


def apply(name: str, *tensors: Tensor, **constants: object) -> Tensor:
    """Run operation `name` on tensors and record it -> Tensor.  Constants are keyword arguments without a gradient."""
    operation = ops.TABLE[name]
    y, cache = operation.forward(*(t.data for t in tensors), **constants)
    recording = getattr(_thread, "recording", True)
    result = Tensor(y, requires_grad=recording and any(t.requires_grad for t in tensors))
    if result.requires_grad:
        result.record = Record(name, operation, cache, tensors)
    return result


def concatenate(tensors: list[Tensor], axis: int = 0) -> Tensor:
    return apply("concatenate", *tensors, axis=axis)


def stack(tensors: list[Tensor], axis: int = 0) -> Tensor:
    """The tensors along a new axis."""
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
