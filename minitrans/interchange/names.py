"""The weights of a model under the usual names and in the usual layout."""

import numpy as np

RENAMED = {"gamma": "weight", "beta": "bias", "w1": "linear1.weight", "b1": "linear1.bias"}
RENAMED |= {"w2": "linear2.weight", "b2": "linear2.bias"}


def field_names(model):
    """-> {name: array}, such as encoder.layers.0.self_attention.query.weight

    A matrix of a projection is [outputs, inputs], as in PyTorch; ours is [inputs, outputs].
    """
    found = {}
    for name, tensor in model.parameters().items():
        parts = name.split(".")
        if len(parts) > 1 and parts[1].isdigit():
            parts.insert(1, "layers")
        last = parts.pop()
        array = tensor.data
        if last in ("w1", "w2") or (last == "weight" and array.ndim == 2):
            array = array.T
        if array.ndim == 2 and not parts:  # an embedding, or learned positions
            parts, last = [last], "weight"
        # safetensors writes the memory of an array, whatever its strides are.
        found[".".join([*parts, RENAMED.get(last, last)])] = np.ascontiguousarray(array)
    return found
