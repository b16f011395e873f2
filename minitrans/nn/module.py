"""Module: an object that owns parameters.  All parameters of a model lie in one flat buffer."""

import copy
from typing import Any

from ..backend import Array, array_module
from ..tensor import Tensor


class Module:
    """Finds its parameters in its attributes: tensors, modules, and lists, tuples and dicts of them."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({sum(t.data.size for t in self.parameters().values()):,} parameters)"

    def parameters(self) -> dict[str, Tensor]:
        """-> {name: Tensor}, in order of definition; a tensor with two names (weight tying) is listed once."""
        found: dict = {}
        for name, tensor in walk(self):
            found.setdefault(id(tensor), (name, tensor))
        return dict(found.values())

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
        self.flat = array_module(tensors[0].data).concatenate([t.data.ravel() for t in tensors])
        for tensor, view in zip(tensors, views(self.flat, tensors), strict=True):
            tensor.data = view
        self._give_gradients()

    def _give_gradients(self):
        tensors = list(self.parameters().values())
        self.flat_grad = array_module(self.flat).zeros_like(self.flat)
        for tensor, view in zip(tensors, views(self.flat_grad, tensors), strict=True):
            tensor.grad = view

    def replica(self) -> Any:
        """-> the same model with its own gradient buffer, for a worker thread (data parallelism).

        Replicas share the parameters, so all of them see an update of `flat`.
        """
        tensors = self.parameters().values()
        kept = {id(array): array for array in (self.flat, *(t.data for t in tensors))}
        # Do not copy the gradient buffers: the twin gets new ones below.
        kept |= {id(array): None for array in (self.flat_grad, *(t.grad for t in tensors))}
        twin = copy.deepcopy(self, kept)
        twin._give_gradients()
        return twin


def views(flat, tensors):
    """Yield consecutive views of the flat buffer with the shapes of the tensors."""
    start = 0
    for tensor in tensors:
        yield flat[start : start + tensor.data.size].reshape(tensor.data.shape)
        start += tensor.data.size


def walk(value, name=""):
    """Yield (name, Tensor) for each parameter in an attribute, at any depth."""
    if isinstance(value, Tensor) and value.requires_grad:
        yield name, value
    value = vars(value) if isinstance(value, Module) else value
    value = dict(enumerate(value)) if isinstance(value, list | tuple) else value
    for key, each in value.items() if isinstance(value, dict) else ():
        yield from walk(each, f"{name}.{key}" if name else key)
