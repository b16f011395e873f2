from functools import cache

import numpy as np


class Tensor:
    """Depth-first search with a stack of iterators; a dict in the backward holds the gradients."""

    def __init__(self, data, requires_grad=True, operands=(), pull=None, sources=()):
        self.data, self.requires_grad, self.grad = data, requires_grad, None
        pulled = cache(lambda i: pull(self.arrived))  # all sources of a tensor get the same gradient
        self.sources = sources or [(x, lambda dy, i=i: pulled(0)[i]) for i, x in enumerate(operands)]

    def __add__(self, other):
        return Tensor(self.data + other.data, sources=[(self, lambda dy: dy), (other, lambda dy: dy)])

    def __mul__(self, other):
        sources = [(self, lambda dy: dy * other.data), (other, lambda dy: dy * self.data)]
        return Tensor(self.data * other.data, sources=sources)

    def __matmul__(self, other):
        def left(dy):
            return dy @ np.moveaxis(other.data, -1, -2)

        def right(dy):
            return np.moveaxis(self.data, -1, -2) @ dy

        return Tensor(self.data @ other.data, sources=[(self, left), (other, right)])

    def order(self):
        """Every tensor that this one depends on, each after its own operands."""
        seen, path, order = {self}, [(self, iter(self.sources))], []
        while path:
            tensor, rest = path[-1]
            source = next(rest, None)
            if source is None:
                order.append(tensor)
                path.pop()
            elif source[0] not in seen:
                seen.add(source[0])
                path.append((source[0], iter(source[0].sources)))
        return order

    def backward(self, dy=None):
        gradients = {self: np.ones_like(self.data) if dy is None else dy}
        for tensor in reversed(self.order()):
            gradient = tensor.arrived = gradients[tensor]
            for source, slope in tensor.sources:
                share = slope(gradient)
                while share.ndim > source.data.ndim:
                    share = share.sum(axis=0)
                for axis in range(share.ndim):
                    if share.shape[axis] != source.data.shape[axis]:
                        share = share.sum(axis=axis, keepdims=True)
                gradients[source] = share + gradients.get(source, 0)
            if not tensor.sources and tensor.requires_grad:
                tensor.grad = gradient.copy() if tensor.grad is None else tensor.grad + gradient
