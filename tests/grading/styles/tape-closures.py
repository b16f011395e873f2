import numpy as np


def reduced(gradient, like):
    extra = gradient.ndim - like.ndim
    gradient = gradient.sum(axis=tuple(range(extra)))
    stretched = tuple(i for i in range(like.ndim) if like.shape[i] < gradient.shape[i])
    return gradient.sum(axis=stretched, keepdims=True)


class Tensor:
    """Every tensor, also an inner one, has a grad from the start.  Operations store functions that add to grads."""

    def __init__(self, data, requires_grad=True, operands=(), pull=None):
        self.data = data
        self.requires_grad = requires_grad
        self.grad = np.zeros_like(data)
        self.made_of = list(operands)
        self.push = lambda: (
            [x.add_to_grad(dx) for x, dx in zip(operands, pull(self.grad), strict=True)] if pull else None
        )

    def result(self, data, other, push):
        out = Tensor(data, self.requires_grad or other.requires_grad)
        out.made_of = [self, other]
        out.push = lambda: push(out.grad)
        return out

    def add_to_grad(self, gradient):
        if self.requires_grad:
            self.grad += reduced(gradient, self.grad)

    def __add__(self, other):
        def push(dy):
            self.add_to_grad(dy)
            other.add_to_grad(dy)

        return self.result(self.data + other.data, other, push)

    def __mul__(self, other):
        def push(dy):
            self.add_to_grad(dy * other.data)
            other.add_to_grad(dy * self.data)

        return self.result(self.data * other.data, other, push)

    def __matmul__(self, other):
        def push(dy):
            self.add_to_grad(np.einsum("...ij,...kj->...ik", dy, other.data))
            other.add_to_grad(np.einsum("...ki,...kj->...ij", self.data, dy))

        return self.result(self.data @ other.data, other, push)

    def backward(self, dy=None):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            tensor, done = stack.pop()
            if done:
                order.append(tensor)
            elif id(tensor) not in seen:
                seen.add(id(tensor))
                stack.append((tensor, True))
                stack.extend((each, False) for each in tensor.made_of)
        self.grad = self.grad + (1 if dy is None else dy)
        for tensor in reversed(order):
            tensor.push()
