"""Checkpoints: files with the weights, Adam's moments and the progress of a run, from which training can resume.

A checkpoint is a NumPy .npz archive, which is read without pickle.  Its header, in JSON, holds `progress`, `config` and
the SHA-256 of the tokenizer's file.  The archive itself has a checksum (CRC-32) of each array, which reading compares.
"""

import errno
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from ..backend import to_numpy
from ..config import ARCHITECTURE, Config
from ..data.tokenizer import Tokenizer
from ..nn import Transformer
from ..optim import Adam
from ..system.errors import UserError
from ..system.files import open_file, regular, unreadable, whole_file

HEADER = dict(progress=dict, config=dict, tokenizer=str)


class Damaged(UserError):
    """The file could be read, but its content is not what was written."""


def write_checkpoint(
    path: Path,
    model: Transformer,
    optimizer: Adam | None,
    tokenizer: Tokenizer,
    progress: dict,
    dtype: type | None = None,
) -> None:
    """Write a complete checkpoint or, after an error, none.  optimizer: None to store only the weights.

    progress: a dict that JSON can hold.  dtype: of the stored weights (default: their own).  The arrays are written one
    by one, so this needs little extra memory.
    """
    header = dict(progress=progress, config=asdict(model.config), tokenizer=tokenizer.sha256)
    arrays = dict(header=np.array(json.dumps(header)))
    if optimizer:
        arrays |= dict(adam_m=optimizer.m, adam_v=optimizer.v)
    arrays |= {
        f"weights/{name}": tensor.data.astype(dtype or tensor.data.dtype, copy=False)
        for name, tensor in model.parameters().items()
    }
    path.parent.mkdir(exist_ok=True)
    with whole_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            append(archive, name, to_numpy(array))


def append(archive, name, array):
    """Write one array as `np.savez` does, which would need all arrays at once."""
    with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
        np.lib.format.write_array(member, array, allow_pickle=False)


def read_checkpoint(path, prefix=""):
    """-> (header, {name: array}), the arrays whose names begin with `prefix`

    Raises Damaged only if the content is wrong, and another UserError if the file cannot be read.
    """
    try:
        reader = Reader(path)
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        with io.BufferedReader(reader) as file, np.load(file, allow_pickle=False) as stored:
            names = [name for name in stored if name.startswith(prefix) and name != "checksums"]  # of older versions
            arrays = {name: stored[name] for name in {*names, "header"}}
            file.seek(-12, io.SEEK_END)  # where the archive says how many members it has
            if len(stored.zip.filelist) != int.from_bytes(file.read(2), "little"):  # one can hide those after it
                raise ValueError
        header = json.loads(str(arrays.pop("header")))
        if {name: type(value) for name, value in header.items()} != HEADER:
            raise ValueError
        return header, arrays
    except MemoryError:
        if is_sound(path):
            raise UserError(f"{path}: there is not enough memory to read it") from None
    except Exception as error:  # zipfile and NumPy raise a dozen types for damaged files
        if reader.error or getattr(error, "errno", None) == errno.EMFILE:  # of a codec that zipfile imports late
            raise unreadable(path, reader.error or error) from None
    raise Damaged(f"{path}: not a whole checkpoint of minitrans; remove it to use the previous one")


class Reader(io.FileIO):
    """A file that remembers errors of the operating system, which zipfile reports as "not an archive"."""

    error = None

    def __init__(self, path):
        super().__init__(path, opener=regular)

    def readinto(self, buffer):
        return self.remember(super().readinto, buffer)

    def readall(self):
        return self.remember(super().readall)

    def remember(self, read, *arguments):
        try:
            return read(*arguments)
        except OSError as error:
            self.error = error
            raise


def is_sound(path):
    """Whether the archive's own checksums are right.  In a damaged file the stored sizes can be far too large."""
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            return archive.testzip() is None
    except Exception:
        return False


def check_origin(path, header, config, tokenizer, fields=ARCHITECTURE):
    """Raise UserError if the checkpoint was made with another value of one of these fields, or another tokenizer."""
    for name in fields:
        stored = header["config"].get(name, getattr(Config, name))  # an older version may not have had this field
        if isinstance(stored, list):  # JSON has no tuples
            stored = tuple(stored)
        if stored != (here := getattr(config, name)):
            raise UserError(f"{path}: was made with {name} {stored}, config.json says {here}; was one of them changed?")
    if header["tokenizer"] != tokenizer.sha256:
        raise UserError(f"{path}: was made with another tokenizer.model than the run has now; was one of them changed?")


def check_arrays(path, arrays, expected):
    """Raise UserError unless the arrays have the names and shapes of `expected` and hold real numbers."""
    if arrays.keys() == expected.keys() and all(
        arrays[name].shape == array.shape and arrays[name].dtype.kind == "f" for name, array in expected.items()
    ):
        return
    raise UserError(f"{path}: has other parameters than the model; was it made by another version of minitrans?")


def load_weights(model: Transformer, paths: Sequence[Path], tokenizer: Tokenizer) -> dict:
    """Checkpoint averaging (Section 6.1): set each parameter of the model to its mean over the checkpoints.

    UserError unless their architecture is that of model.config and their tokenizer is this one.
    -> the header of the last checkpoint
    """
    parameters = {f"weights/{name}": tensor.data for name, tensor in model.parameters().items()}
    sums = {}
    for path in paths:
        header, arrays = read_checkpoint(path, "weights/")
        check_origin(path, header, model.config, tokenizer)
        check_arrays(path, arrays, parameters)
        for name in parameters:
            array = arrays.pop(name)
            sums[name] = np.add(sums[name], array, dtype=np.float64) if name in sums else array
    for name, data in parameters.items():
        mean = sums.pop(name) if len(paths) == 1 else sums.pop(name) / len(paths)
        data[...] = model.xp.asarray(mean, data.dtype)
    return header


def load_to_resume(model, optimizer, path, tokenizer, fields):
    """Load the weights and Adam's moments of a checkpoint, to resume training.

    UserError if it was made with other values of `fields`.  -> its progress, a dict
    """
    header, arrays = read_checkpoint(path)
    check_origin(path, header, model.config, tokenizer, fields)
    if "adam_m" not in arrays:
        raise UserError(f"{path}: averaged weights, without Adam's moments; resume the run that they come from")
    targets = dict(adam_m=optimizer.m, adam_v=optimizer.v)
    targets |= {f"weights/{name}": tensor.data for name, tensor in model.parameters().items()}
    check_arrays(path, arrays, targets)
    for name, data in targets.items():
        data[...] = model.xp.asarray(arrays[name], data.dtype)
    return header["progress"]
