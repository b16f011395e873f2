"""The tape: reverse-mode automatic differentiation (backpropagation) on tensors that record how they were computed.

    x = Tensor(np.ones(3)); y = x * x; y.backward(); x.grad        # 2 * x

Every operation is a row of `minitrans.ops.TABLE`.  `apply` runs its forward and keeps the cache, and
`Tensor.backward` runs the backwards in the opposite order.
"""

import itertools
import threading
from contextlib import contextmanager
from numbers import Real

from . import ops
from .backend import array_module

_order = itertools.count()
_thread = threading.local()


class Record:
    """How a tensor was computed: the operation and its name, the cache of its forward, and the operands."""

    __slots__ = ("name", "operation", "cache", "operands", "order")

    def __init__(self, name, operation, cache, operands):
        self.name, self.operation, self.cache, self.operands = name, operation, cache, operands
        self.order = next(_order)

    def gradients(self, dy, out):
        """One gradient for each operand, or None for a constant.  The cache is freed, as each record is used once.

        out: for each operand an array to which backward may add the gradient, or None.  See `ops.Op`.
        """
        operation, cache = self.operation, self.cache
        self.operation = self.cache = None
        if operation.adds_into_out == "each":
            gradients = operation.backward(dy, cache, out=out)
        elif operation.adds_into_out == "first" and out[0] is not None:
            gradients = operation.backward(dy, cache, out=out[0])
        else:
            gradients = operation.backward(dy, cache)
        for gradient, operand in zip(gradients, self.operands, strict=True):
            if gradient is None and not operand.requires_grad:
                continue
            if gradient.shape != operand.data.shape:
                name = operation.backward.__name__
                raise ValueError(f"{name}: gradient of shape {gradient.shape} for an input of {operand.data.shape}")
        return gradients


class Tensor:
    """An array, its gradient, and the record of its computation (None for a leaf).

    data: a NumPy or CuPy array.  grad: an array of the same shape and dtype, for leaves that require a gradient;
    `backward()` adds to it, so set it to zero between steps.
    +, - and * broadcast as in NumPy, and @ broadcasts leading axes.  The other operand may be a number or an array:
    a constant, which has no gradient.  No operation changes its operands.
    """

    __slots__ = ("data", "grad", "record", "requires_grad")
    __array_ufunc__ = None  # so `array * tensor` calls Tensor.__rmul__

    def __init__(self, data, requires_grad=True):
        self.data, self.requires_grad = data, requires_grad
        self.grad = self.record = None

    def __add__(self, other):
        return apply("add", self, self.operand("+", other))

    def __mul__(self, other):
        return apply("mul", self, self.operand("*", other))

    def __matmul__(self, other):
        return apply("matmul", self, self.operand("@", other))

    __radd__, __rmul__ = __add__, __mul__

    def __rmatmul__(self, other):
        return apply("matmul", self.operand("@", other), self)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self.operand("-", other)

    def __rsub__(self, other):
        return self.operand("-", other) + -self

    def sum(self):
        """The sum of all entries, a scalar."""
        return apply("sum", self)

    def operand(self, sign, other):
        """The other operand of `sign` as a Tensor; a number or an array becomes a constant of this tensor's dtype."""
        if isinstance(other, Tensor):
            return other
        if isinstance(other, Real) or hasattr(other, "dtype"):
            return Tensor(array_module(self.data).asarray(other, self.data.dtype), requires_grad=False)
        raise TypeError(f"{sign}: the operand must be a Tensor, an array or a number, not {type(other).__name__}")

    def backward(self, dy=None):
        """Backpropagation: add d(sum(self * dy)) / d(leaf) to the grad of every leaf that this tensor depends on.

        dy: the upstream gradient, of the shape of data; ones by default.
        This frees the caches, so a second backward needs a second forward.
        """
        if self.record is None:
            raise RuntimeError("backward: this tensor has no record; was it made under no_grad()?")
        xp = array_module(self.data)
        dy = xp.ones_like(self.data) if dy is None else xp.asarray(dy, self.data.dtype)
        gradients = {self.record: dy}
        own = set()  # the records whose gradient is in memory that nothing else uses, so a backward may add to it
        for record in newest_first(self.record):
            if record.operation is None:
                raise RuntimeError("backward: this graph was used already; run the forward again")
            makes_new = record.operation.adds_into_out == "each"
            out = [gradients[x.record] if x.record in own else x.grad for x in record.operands]
            found = record.gradients(gradients.pop(record), out)
            for operand, gradient, total in zip(record.operands, found, out, strict=True):
                if gradient is total:  # backward has added into it, or a constant has no gradient
                    continue
                if operand.record is not None:
                    before = gradients.get(operand.record)
                    # Add in new memory: another tensor may receive the same array.
                    gradients[operand.record] = gradient if before is None else before + gradient
                    if makes_new or before is not None:
                        own.add(operand.record)
                elif operand.requires_grad:
                    if operand.grad is None:
                        operand.grad = xp.zeros_like(operand.data)
                    operand.grad += gradient


def newest_first(record):
    """`record` and all records that it depends on, newest first.  Every user of a tensor comes before the tensor."""
    seen, todo = {record}, [record]
    while todo:
        for operand in todo.pop().operands:
            if operand.record is not None and operand.record not in seen:
                seen.add(operand.record)
                todo.append(operand.record)
    return sorted(seen, key=lambda r: r.order, reverse=True)


def apply(name, *tensors, **constants):
    """Run operation `name` on tensors and record it -> Tensor.  Constants are keyword arguments without a gradient."""
    operation = ops.TABLE[name]
    y, cache = operation.forward(*(t.data for t in tensors), **constants)
    result = Tensor(y)
    recording = getattr(_thread, "recording", True)
    if recording and any(t.requires_grad for t in tensors):
        result.record = Record(name, operation, cache, tensors)
    else:
        result.requires_grad = False
    return result


@contextmanager
def no_grad():
    """A context in which the current thread records nothing, for validation and decoding."""
    before = getattr(_thread, "recording", True)
    _thread.recording = False
    try:
        yield
    finally:
        _thread.recording = before
