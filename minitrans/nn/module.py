"""Module: an object that owns parameters.  All parameters of a model lie in one flat buffer."""

import copy
from typing import Any

from ..backend import Array, array_module
from ..tensor import Tensor


class Module:
    """Finds its parameters in its attributes: tensors, modules, and lists of modules."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({sum(t.data.size for t in self.parameters().values()):,} parameters)"

    def parameters(self) -> dict[str, Tensor]:
        """-> {name: Tensor}, in order of definition; a tensor with two names (weight tying) is listed once."""
        found: dict[int, tuple[str, Tensor]] = {}
        for name, tensor in self._walk(""):
            found.setdefault(id(tensor), (name, tensor))
        return dict(found.values())

    def _walk(self, prefix):
        for name, value in vars(self).items():
            if isinstance(value, Tensor) and value.requires_grad:
                yield prefix + name, value
            elif isinstance(value, Module):
                yield from value._walk(f"{prefix}{name}.")
            elif isinstance(value, list):
                for i, module in enumerate(value):
                    yield from module._walk(f"{prefix}{name}.{i}.")

    def load(self, arrays: dict[str, Array]) -> None:
        """Set all parameters: {name: array of the same shape}"""
        for name, tensor in self.parameters().items():
            tensor.data[...] = array_module(tensor.data).asarray(arrays[name], tensor.data.dtype)

    def flatten(self) -> None:
        """Move all parameters into `self.flat` and all gradients into `self.flat_grad`.

        The data and grad of each Tensor become views of these arrays.  So Adam, gradient clipping, checkpoint
        averaging and checkpoints each work on one array.
        """
        tensors = list(self.parameters().values())
        first = tensors[0].data
        self.flat = array_module(first).empty(sum(t.data.size for t in tensors), first.dtype)
        for tensor, view in zip(tensors, views(self.flat, tensors), strict=True):
            view[...] = tensor.data
            tensor.data = view
        self._give_gradients()

    def _give_gradients(self):
        tensors = list(self.parameters().values())
        self.flat_grad = array_module(self.flat).zeros(self.flat.size, self.flat.dtype)
        for tensor, view in zip(tensors, views(self.flat_grad, tensors), strict=True):
            tensor.grad = view

    def replica(self) -> Any:
        """-> the same model with its own gradient buffer, for a worker thread (data parallelism).

        Replicas share the parameters, so all of them see an update of `flat`.
        """
        shared = [t.data for t in self.parameters().values()] + [self.flat]
        kept = {id(array): array for array in shared}
        # Do not copy the gradient buffers: the twin gets new ones below.
        kept |= {id(t.grad): None for t in self.parameters().values()} | {id(self.flat_grad): None}
        twin = copy.deepcopy(self, kept)
        twin._give_gradients()
        return twin


def views(flat, tensors):
    """Yield consecutive views of the flat buffer with the shapes of the tensors."""
    start = 0
    for tensor in tensors:
        yield flat[start : start + tensor.data.size].reshape(tensor.data.shape)
        start += tensor.data.size
