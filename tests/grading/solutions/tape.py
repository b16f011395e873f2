import numpy as np


def fit(gradient, shape):
    """Sum over the axes along which an operand of `shape` was broadcast."""
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


class Tensor:
    def __init__(self, data, requires_grad=True, parents=(), slopes=None):
        self.data, self.requires_grad, self.grad = data, requires_grad, None
        self.parents, self.slopes = parents, slopes

    def __add__(self, other):
        return Tensor(self.data + other.data, True, (self, other), lambda dy: (dy, dy))

    def __mul__(self, other):
        a, b = self.data, other.data
        return Tensor(a * b, True, (self, other), lambda dy: (dy * b, dy * a))

    def __matmul__(self, other):
        a, b = self.data, other.data
        a_t, b_t = a.swapaxes(-1, -2), b.swapaxes(-1, -2)
        return Tensor(a @ b, True, (self, other), lambda dy: (dy @ b_t, a_t @ dy))

    def backward(self, dy=None):
        # How many gradients each tensor has to wait for.
        waiting, todo = {self: 0}, [self]
        while todo:
            for parent in todo.pop().parents:
                if parent not in waiting:
                    waiting[parent] = 0
                    todo.append(parent)
                waiting[parent] += 1

        arrived = {self: np.ones_like(self.data) if dy is None else dy}
        ready = [self]
        while ready:
            tensor = ready.pop()
            gradient = arrived.pop(tensor)
            if tensor.slopes is None:
                if tensor.requires_grad:
                    before = 0 if tensor.grad is None else tensor.grad
                    tensor.grad = before + gradient
                continue
            for parent, share in zip(tensor.parents, tensor.slopes(gradient), strict=True):
                share = fit(share, parent.data.shape)
                arrived[parent] = arrived[parent] + share if parent in arrived else share
                waiting[parent] -= 1
                if waiting[parent] == 0:
                    ready.append(parent)
