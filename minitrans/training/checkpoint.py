"""What a run saves: a configuration, a tokenizer, a log, and checkpoints."""

import hashlib
import io
import json
import os
import zipfile
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from ..backend import to_numpy
from ..config import Config
from ..data.tokenizer import Tokenizer
from ..errors import UserError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

END_OF_SAMPLES = "\n\n"
# What NumPy and zipfile raise for a file that is not what it was.
DAMAGE = OSError, ValueError, TypeError, KeyError, EOFError, AttributeError, NotImplementedError
DAMAGE += RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error


class Run:
    """The directory of a run.  It is complete in itself: nothing outside is needed to use the model.

    config.json  tokenizer.model  log.jsonl  result.json  curves.png  samples.txt  checkpoints/step-000400.npz
    """

    def __init__(self, path):
        self.path = Path(path)

    @classmethod
    def open(cls, path=None):
        """An existing run; without a path the newest one below runs/."""
        if path is None:
            found = sorted(Path("runs").glob("*/checkpoints/step-*.npz"), key=lambda p: p.stat().st_mtime)
            if not found:
                raise UserError("no trained run below runs/; train one first (python -m minitrans.train)")
            path = found[-1].parents[1]
        run = cls(path)
        if not (run.path / "config.json").is_file():
            raise UserError(f"{path}: not a run directory (no config.json); give the name that --out had in training")
        return run

    @property
    def config(self):
        return Config.load(self.path / "config.json")

    @property
    def tokenizer(self):
        tokenizer, expected = Tokenizer.load(self.path / "tokenizer.model"), self.config.vocabulary
        if len(tokenizer) != expected:  # sentencepiece takes some halves of a file for a whole
            raise UserError(f"{self.path}/tokenizer.model: has {len(tokenizer)} pieces, config.json says {expected}")
        return tokenizer

    @property
    def log(self):
        """The rows of log.jsonl; a last line that was cut off in writing is none."""
        path = self.path / "log.jsonl"
        if not path.exists():
            return []
        *lines, _ = path.read_text(encoding="utf-8").split("\n")
        try:
            return [json.loads(line) for line in lines]
        except ValueError as error:
            raise UserError(f"{path}: not a log of minitrans ({error})") from None

    @property
    def average(self):
        """How many of the newest checkpoints to average: what finished training found best, or as configured."""
        path = self.path / "result.json"
        if not path.exists():
            return self.config.average
        try:
            return len(json.loads(path.read_text(encoding="utf-8"))["averaged_steps"])
        except (ValueError, KeyError, TypeError) as error:
            raise UserError(f"{path}: not a result of minitrans ({error!r})") from None

    @property
    def files(self):
        """{split: [source path, target path]}, the text the run was made with."""
        path = self.path / "data.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UserError(f"{path}: does not tell where the run's text lies ({error})") from None

    def cut_log(self, step):
        """Forget what log and samples say of later steps: a resumed run takes them again."""
        kept = "".join(json.dumps(row) + "\n" for row in self.log if row["step"] <= step)
        write_whole(self.path / "log.jsonl", kept.encode())
        samples = self.path / "samples.txt"
        if samples.exists():
            *blocks, _ = samples.read_text(encoding="utf-8").split(END_OF_SAMPLES)
            kept = [block for block in blocks if int(block.split()[1].rstrip(":")) <= step]  # "step 300: ..."
            write_whole(samples, "".join(block + END_OF_SAMPLES for block in kept).encode())

    def checkpoints(self):
        """Paths, the oldest first."""
        return sorted((self.path / "checkpoints").glob("step-*.npz"), key=lambda path: (len(path.name), path.name))

    def newest(self):
        if not (paths := self.checkpoints()):
            raise UserError(f"{self.path}: no checkpoint yet; wait for one, or train again with another --out")
        return paths[-1]

    def save_checkpoint(self, model, optimizer, header, keep):
        """Write step-NNNNNN.npz whole or not at all, then remove all but the `keep` newest."""
        weights = {f"weights/{name}": to_numpy(tensor.data) for name, tensor in model.parameters().items()}
        moments = dict(adam_m=to_numpy(optimizer.m), adam_v=to_numpy(optimizer.v))
        arrays = dict(header=np.array(json.dumps(header)), **moments, **weights)
        checksums = {name: checksum(array) for name, array in arrays.items()}
        path = self.path / "checkpoints" / f"step-{header['step']:06d}.npz"
        buffer = io.BytesIO()
        np.savez(buffer, checksums=json.dumps(checksums), **arrays)
        write_whole(path, buffer.getbuffer())
        for old in self.checkpoints()[:-keep]:
            old.unlink()

    @contextmanager
    def lock(self):
        """Keep other trainers out.  The lock belongs to the process, so it goes when that ends, however it ends."""
        if not fcntl:
            yield
            return
        folder = os.open(self.path / "checkpoints", os.O_RDONLY)
        try:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UserError(f"{self.path}: another process is training there; choose another --out") from None
            yield
        finally:
            os.close(folder)


def checksum(array):
    """SHA-256 of the bytes, and of what they mean."""
    digest = hashlib.sha256(f"{array.dtype.str} {array.shape}".encode())
    digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def write_whole(path, data):
    """Bytes to a file under another name first, so that no reader ever meets half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    with suppress(OSError):  # the new name has to reach the disk too; not every system lets a folder be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def read_checkpoint(path, prefix=""):
    """-> (header, {name: array}) of the arrays whose names begin with `prefix`, their checksums compared"""
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as stored:
            names = [name for name in stored if name.startswith(prefix) and name != "checksums"]
            arrays = {name: stored[name] for name in {*names, "header"}}
            checksums = json.loads(str(stored["checksums"]))
        if any(checksum(array) != checksums[name] for name, array in arrays.items()):
            raise ValueError
        return json.loads(str(arrays.pop("header"))), arrays
    except DAMAGE:
        raise UserError(f"{path}: not a whole checkpoint of minitrans; remove it to use the one before") from None


def load_weights(model, paths):
    """Set the model's parameters to the mean of the checkpoints' (Section 6.1: averaging)."""
    parameters = model.parameters()
    sums = dict.fromkeys(parameters, 0)
    for path in paths:
        _, arrays = read_checkpoint(path, "weights/")
        if surplus := arrays.keys() - {f"weights/{name}" for name in parameters}:
            raise UserError(f"{path}: the configuration knows no {min(surplus)}; was it changed after training?")
        for name, tensor in parameters.items():
            stored, shape = arrays.get(f"weights/{name}"), tensor.data.shape
            if stored is None:
                raise UserError(f"{path}: has no parameter {name}; was it made with another configuration?")
            if stored.shape != shape:
                raise UserError(f"{path}: {name} has shape {stored.shape}, the configuration asks {shape}")
            sums[name] = sums[name] + stored.astype(np.float64)
    for name, tensor in parameters.items():
        tensor.data[...] = model.xp.asarray(sums[name] / len(paths), tensor.data.dtype)
