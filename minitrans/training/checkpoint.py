"""A file with everything training has learned so far: weights, moments, and where it stands.

A NumPy .npz, read without pickle.  The header, JSON, holds `progress`, `config`, and the SHA-256 of the
tokenizer's file; another entry holds a checksum of each array and of the header.
"""

import hashlib
import io
import json
from dataclasses import asdict

import numpy as np

from ..backend import to_numpy
from ..errors import UserError
from ..files import write_whole

# With other values of these the weights mean something else.
ARCHITECTURE = "layers", "d_model", "d_ff", "heads", "d_k", "d_v", "attention_radius", "norm"
ARCHITECTURE += "positions", "max_length", "share_embeddings", "vocabulary"


def write_checkpoint(path, model, optimizer, tokenizer, progress):
    """Write a checkpoint whole or not at all.  optimizer: None for weights alone; progress: a dict of JSON's types."""
    weights = {f"weights/{name}": to_numpy(tensor.data) for name, tensor in model.parameters().items()}
    moments = dict(adam_m=to_numpy(optimizer.m), adam_v=to_numpy(optimizer.v)) if optimizer else {}
    header = dict(progress=progress, config=asdict(model.config), tokenizer=tokenizer.sha256)
    arrays = dict(header=np.array(json.dumps(header)), **moments, **weights)
    checksums = {name: checksum(array) for name, array in arrays.items()}
    buffer = io.BytesIO()
    np.savez(buffer, checksums=json.dumps(checksums), **arrays)
    write_whole(path, buffer.getbuffer())


def checksum(array):
    """SHA-256 of the bytes, and of what they mean."""
    digest = hashlib.sha256(f"{array.dtype.str} {array.shape}".encode())
    digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def read_checkpoint(path, prefix=""):
    """-> (header, {name: array}) of the arrays whose names begin with `prefix`, their checksums compared"""
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as stored:
            names = [name for name in stored if name.startswith(prefix) and name != "checksums"]
            arrays = {name: stored[name] for name in {*names, "header"}}
            checksums = json.loads(str(stored["checksums"]))
        if any(checksum(array) != checksums[name] for name, array in arrays.items()):
            raise ValueError
        header = json.loads(str(arrays.pop("header")))
        if header.keys() != {"progress", "config", "tokenizer"}:
            raise ValueError
        return header, arrays
    except Exception:  # zipfile and NumPy have a dozen kinds for a file that is not what it was
        raise UserError(f"{path}: not a whole checkpoint of minitrans; remove it to use the one before") from None


def check_origin(path, header, config, tokenizer, fields=ARCHITECTURE):
    """Refuse a checkpoint that was made with another value of one of these fields, or with another tokenizer."""
    for name in fields:
        if (made := header["config"].get(name)) != (here := getattr(config, name)):
            raise UserError(f"{path}: was made with {name} {made}, config.json says {here}; was one of them changed?")
    if header["tokenizer"] != tokenizer.sha256:
        raise UserError(f"{path}: was made with another tokenizer.model than the run has now; was one of them changed?")


def load_weights(model, paths, tokenizer):
    """Set the model's parameters to the mean of the checkpoints' (Section 6.1: averaging).

    They must have been made with the architecture of model.config, and with this tokenizer.
    -> the header of the last
    """
    parameters = model.parameters()
    sums = dict.fromkeys(parameters, 0)
    for path in paths:
        header, arrays = read_checkpoint(path, "weights/")
        check_origin(path, header, model.config, tokenizer)
        if arrays.keys() != {f"weights/{name}" for name in parameters}:
            raise UserError(
                f"{path}: has other parameters than the model; was it made by another version of minitrans?"
            )
        for name in parameters:
            sums[name] = sums[name] + arrays[f"weights/{name}"].astype(np.float64)
    for name, tensor in parameters.items():
        tensor.data[...] = model.xp.asarray(sums[name] / len(paths), tensor.data.dtype)
    return header
