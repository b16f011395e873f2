"""Chapter 1.  A tensor remembers what it was computed from, so that gradients find the way back."""

import numpy as np


# Part: tape, chapter 1.  Ours, until you write it.
class Tensor:
    """An array, its gradient, and the record of its computation.

    data: a NumPy array.  grad: None or zeros at first; for leaves with requires_grad, `backward` adds to it.
    +, * and @ broadcast as in NumPy.  No operation changes its operands.

    operands, pull: how data was computed, if not by +, * or @.  pull(dy) gives one gradient for each operand.
    """

    made = 0

    def __init__(self, data, requires_grad=True, operands=(), pull=None):
        self.data, self.requires_grad, self.grad = data, requires_grad, None
        self.operands, self.pull = operands, pull
        Tensor.made += 1
        self.age = Tensor.made

    def __add__(self, other):  # y = a + b: dy / da = dy / db = 1
        return Tensor(self.data + other.data, True, (self, other), lambda dy: (dy, dy))

    def __mul__(self, other):  # y = a b: dy / da = b and dy / db = a
        a, b = self.data, other.data
        return Tensor(a * b, True, (self, other), lambda dy: (dy * b, dy * a))

    def __matmul__(self, other):  # y_ij = sum_k a_ik b_kj, hence da_ik = sum_j dy_ij b_kj and db_kj = sum_i a_ik dy_ij
        a, b = self.data, other.data
        return Tensor(a @ b, True, (self, other), lambda dy: (dy @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ dy))

    def backward(self, dy=None):
        """Backpropagation: add d(sum(self * dy)) / d(leaf) to the grad of every leaf.

        dy: the upstream gradient, of the shape of data; ones by default.
        """
        gradients, graph, todo = {self: np.ones_like(self.data) if dy is None else dy}, {self}, [self]
        for tensor in todo:  # the list grows meanwhile
            new = set(tensor.operands) - graph
            graph |= new
            todo += new
        for tensor in sorted(graph, key=lambda each: -each.age):  # a user is younger than its operands
            dy = gradients.pop(tensor)
            if tensor.pull is None and tensor.requires_grad:
                tensor.grad = dy.copy() if tensor.grad is None else tensor.grad + dy
            for x, dx in zip(tensor.operands, tensor.pull(dy) if tensor.pull else (), strict=True):
                gradients[x] = gradients.get(x, 0) + summed_to(dx, x.data.shape)  # the sum over all users of x


def summed_to(dx, shape):
    """An operand that was repeated (broadcast) gets the sum over its copies."""
    dx = dx.sum(axis=tuple(range(dx.ndim - len(shape))))
    return dx.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)
