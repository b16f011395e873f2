import heapq
from itertools import count

import numpy as np

AGE = count()


def add(dy, a, b):
    return dy, dy


def mul(dy, a, b):
    return dy * b, dy * a


def matmul(dy, a, b):
    return np.matmul(dy, np.swapaxes(b, -1, -2)), np.matmul(np.swapaxes(a, -1, -2), dy)


class Tensor:
    """Every tensor has a number, and the one with the highest number passes its gradient on first."""

    def __init__(self, data, requires_grad=True, operands=(), pull=None):
        self.data, self.requires_grad = data, requires_grad
        self.grad, self.number, self.operands = None, next(AGE), operands
        self.operation = None if pull is None else lambda dy, *_: pull(dy)

    def made(self, data, operation, other):
        out = Tensor(data, self.requires_grad or other.requires_grad)
        if out.requires_grad:
            out.operation, out.operands = operation, (self, other)
        return out

    def __add__(self, other):
        return self.made(self.data + other.data, add, other)

    def __mul__(self, other):
        return self.made(self.data * other.data, mul, other)

    def __matmul__(self, other):
        return self.made(self.data @ other.data, matmul, other)

    def backward(self, dy=None):
        sums = {self.number: np.array(np.broadcast_to(1 if dy is None else dy, self.data.shape), self.data.dtype)}
        heap, tensors = [-self.number], {self.number: self}
        while heap:
            number = -heapq.heappop(heap)
            tensor, gradient = tensors.pop(number), sums.pop(number)
            if tensor.operation is None:
                if tensor.requires_grad and tensor.grad is None:
                    tensor.grad = gradient
                elif tensor.requires_grad:
                    tensor.grad += gradient
                continue
            shares = tensor.operation(gradient, *(each.data for each in tensor.operands))
            for operand, share in zip(tensor.operands, shares, strict=True):
                shape = (1,) * (share.ndim - operand.data.ndim) + operand.data.shape
                axes = tuple(i for i, length in enumerate(shape) if length == 1)
                share = share.sum(axis=axes, keepdims=True).reshape(operand.data.shape)
                if operand.number in sums:
                    sums[operand.number] = sums[operand.number] + share
                else:
                    sums[operand.number] = share.copy()
                    tensors[operand.number] = operand
                    heapq.heappush(heap, -operand.number)
