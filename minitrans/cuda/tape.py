"""Backpropagation on the kernels: it adds gradients to arrays that are already there.

`Tensor.backward` gets a new array for each gradient and then adds it to the others.  A kernel or a product can add its
result to an array while it writes it, which saves a pass over the memory and a launch.
"""

from ..backend import array_module
from ..tensor import newest_first


def backward(loss):
    """`loss.backward()` for a model on the kernels"""
    gradients = {loss.record: array_module(loss.data).ones_like(loss.data)}
    own = set()  # the records whose gradient nothing else uses, so that its array may change
    for record in newest_first(loss.record):
        out = [gradients[x.record] if x.record in own else x.grad for x in record.operands]
        adds = record.operation.adds
        found = record.gradients(gradients.pop(record), out=out)
        for operand, gradient, total in zip(record.operands, found, out, strict=True):
            if gradient is total:  # it was added, or the operand is a constant
                continue
            if operand.record:
                before = gradients.get(operand.record)
                gradients[operand.record] = gradient if before is None else before + gradient
                if adds or before is not None:  # a gradient that such a backward does not add is a new array
                    own.add(operand.record)
            elif operand.requires_grad:
                operand.grad += gradient
