"""The tensors of a published model: model.safetensors, or pytorch_model.bin of older models."""

import numpy as np

from ..system.errors import UserError
from ..system.files import open_file, unreadable
from . import torch_file
from .packages import needed

FILES = "model.safetensors", "pytorch_model.bin"
TYPES = dict(F64="<f8", F32="<f4", F16="<f2", BF16="<u2")


class Tensors:
    """The tensors of a folder.  They are taken out one by one, so that the remaining ones are known at the end."""

    def __init__(self, folder):
        self.path = next((folder / name for name in FILES if (folder / name).is_file()), None)
        if self.path is None:
            if shards := [path.name for path in sorted(folder.glob("*.index.json"))]:
                raise UserError(f"{folder}: its tensors are in shards ({shards[0]}), which minitrans does not read")
            raise UserError(f"{folder}: has neither {' nor '.join(FILES)}; is the download complete?")
        self.arrays = (read_safetensors if self.path.suffix == ".safetensors" else torch_file.read)(self.path)

    def take(self, name, shape):
        """-> a float32 array; UserError if it is not there, or not of this shape and kind"""
        if name not in self.arrays:
            raise UserError(f"{self.path}: has no tensor {name}")
        array = self.arrays.pop(name)
        if array.shape != shape or array.dtype.kind != "f":
            raise UserError(f"{self.path}: {name} has shape {array.shape} of {array.dtype}, config.json says {shape}")
        with np.errstate(over="ignore"):
            array = array.astype(np.float32)
        if not np.isfinite(array).all():
            raise UserError(f"{self.path}: {name} has entries that are not finite in float32")
        return array


def read_safetensors(path):
    """-> {name: array}"""
    deserialize, found = needed("safetensors").deserialize, {}
    try:
        with open_file(path) as file:
            data = file.read()
        for name, tensor in deserialize(data):
            if tensor["dtype"] not in TYPES:
                raise UserError(f"{path}: {name} is of type {tensor['dtype']}, minitrans reads {', '.join(TYPES)}")
            array = np.frombuffer(tensor["data"], TYPES[tensor["dtype"]]).reshape(tensor["shape"])
            if tensor["dtype"] == "BF16":  # the upper half of a float32
                array = (array.astype("<u4") << 16).view("<f4")
            found[name] = array
    except UserError:
        raise
    except OSError as error:
        raise unreadable(path, error) from None
    except Exception as error:  # safetensors has an exception of its own
        raise UserError(f"{path}: is damaged, or not a file of safetensors ({error})") from None
    return found
