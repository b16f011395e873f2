"""Tensors from a pytorch_model.bin, without PyTorch and without executing any code in the file.

The file holds a pickle, a program for a small machine that builds objects.  A pickle may call any Python function, so a
stranger's pickle can do anything.  Here it can only name the few classes in KNOWN, which we replace by our own; a file
that names any other is refused.  The numbers themselves lie outside the pickle, in blocks of bytes ("storages").
"""

import io
import os
import pickle
import pickletools
import zipfile
from collections import OrderedDict
from math import prod

import numpy as np

from ..system.errors import UserError
from ..system.files import open_file, unreadable

TYPES = dict(DoubleStorage="<f8", FloatStorage="<f4", HalfStorage="<f2", BFloat16Storage="bfloat16")
TYPES |= dict(LongStorage="<i8", IntStorage="<i4", ShortStorage="<i2", CharStorage="<i1", ByteStorage="<u1")
MAGIC = 0x1950A86A20F9469CFC6C  # in files from before PyTorch 1.6
# The instructions in the pickle of a dictionary of tensors; all others are for other objects.
OPCODES = set(
    "PROTO STOP MARK EMPTY_DICT EMPTY_LIST EMPTY_TUPLE TUPLE TUPLE1 TUPLE2 TUPLE3 NONE NEWTRUE NEWFALSE".split()
)
OPCODES |= set("BININT BININT1 BININT2 LONG1 BINFLOAT BINUNICODE BINPUT LONG_BINPUT BINGET LONG_BINGET".split())
OPCODES |= set("APPEND APPENDS SETITEM SETITEMS GLOBAL REDUCE BINPERSID BUILD".split())


def read(path):
    """-> {name: array}, float16 and bfloat16 as float32.  UserError for a file that is damaged or is not a dictionary
    of tensors."""
    try:
        with open_file(path) as file:
            archive = zipfile.is_zipfile(file)
            file.seek(0)
            found = from_archive(file) if archive else from_stream(file)
    except OSError as error:
        raise unreadable(path, error) from None
    except Refused as error:
        raise UserError(f"{path}: is refused: {error}") from None
    except Exception as error:  # pickle, zipfile and our own reading raise a dozen types for damaged files
        raise UserError(f"{path}: is damaged, or not a file of PyTorch ({error or type(error).__name__})") from None
    if not isinstance(found, dict) or not all(
        isinstance(name, str) and isinstance(array, np.ndarray) for name, array in found.items()
    ):
        raise UserError(f"{path}: is not a dictionary of tensors")
    return dict(found)


class Refused(Exception):
    """The file asks for something other than tensors."""


class Builder(pickle.Unpickler):
    """Builds only dictionaries of arrays."""

    def __init__(self, data, storage=None):
        """storage: a function from a Storage, its key and its number of entries to an array"""
        super().__init__(io.BytesIO(data), encoding="utf-8")
        self.storage = storage

    def find_class(self, module, name):
        if (module, name) in KNOWN:
            return KNOWN[module, name]
        if module == "torch" and name in TYPES:
            return Storage(name)
        raise Refused(f"it names {module}.{name}, which no dictionary of tensors needs")

    def persistent_load(self, place):
        kind, storage, key, _, entries, *_ = place
        if kind != "storage" or not isinstance(storage, Storage) or type(entries) is not int or entries < 0:
            raise ValueError("a storage has another form")
        return self.storage(storage, key, entries)


class Storage:
    """A type of numbers."""

    def __init__(self, name):
        self.type = TYPES[name]
        self.width = 2 if self.type == "bfloat16" else np.dtype(self.type).itemsize  # bytes

    def array(self, data, entries):
        """Bytes -> array [entries], of at least 32 bits"""
        if len(data) < entries * self.width:
            raise ValueError("a storage is cut short")
        if self.type == "bfloat16":  # the upper half of a float32
            return (np.frombuffer(data, "<u2", entries).astype("<u4") << 16).view("<f4")
        array = np.frombuffer(data, self.type, entries)
        return array.astype(np.float32) if self.type == "<f2" else array


class Dictionary(OrderedDict):
    def __setstate__(self, state):
        """Drop the attributes of a state_dict, which give the versions of its modules."""


class Function:
    """A function that a pickle can call but not change."""

    __slots__ = ("call",)

    def __init__(self, function):
        self.call = function

    def __call__(self, *arguments):
        return self.call(*arguments)

    def __setstate__(self, state):
        raise Refused("it changes a function")


def rebuild_tensor(storage, offset, shape, strides, *_):
    if not isinstance(storage, np.ndarray) or len(shape) != len(strides):
        raise ValueError("a tensor has another form")
    if not all(type(n) is int and n >= 0 for n in (offset, *shape, *strides)) or prod(shape) > len(storage):
        raise ValueError("a tensor is larger than its storage")
    if prod(shape) and offset + sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) >= len(storage):
        raise ValueError("a tensor lies outside its storage")
    steps = [step * storage.itemsize for step in strides]
    return np.lib.stride_tricks.as_strided(storage[offset:], shape, steps, writeable=False)


KNOWN = {
    ("collections", "OrderedDict"): Dictionary,
    ("torch._utils", "_rebuild_tensor_v2"): Function(rebuild_tensor),
    ("torch._utils", "_rebuild_parameter"): Function(lambda tensor, *_: tensor),
}


def check(opcodes, size):
    """Refuse instructions of a pickle that build other objects or would fill the memory."""
    for opcode, argument, _ in opcodes:
        if opcode.name not in OPCODES:
            raise Refused(f"its pickle has the instruction {opcode.name}, which no dictionary of tensors needs")
        if opcode.name == "LONG_BINPUT" and argument > size:
            raise ValueError("its pickle has a number that is too large")


def from_archive(file):
    """A zip archive, as PyTorch writes since 1.6: NAME/data.pkl, and NAME/data/KEY for each storage"""
    with zipfile.ZipFile(file) as archive:
        members = {member.filename.partition("/")[2]: member for member in archive.infolist()}
        if any(member.compress_type != zipfile.ZIP_STORED for member in members.values()):
            raise Refused("it is compressed, and PyTorch does not compress")
        if "byteorder" in members and archive.read(members["byteorder"]) != b"little":
            raise ValueError("its byte order is that of another machine")
        program = archive.read(members["data.pkl"])
        check(pickletools.genops(program), len(program))
        storage = remembering(lambda kind, key, entries: kind.array(archive.read(members[f"data/{key}"]), entries))
        return Builder(program, storage).load()


def from_stream(file):
    """The form before 1.6: five pickles one after the other, then the storages, each after its number of entries

    The pickles: a magic number, the version, facts about the machine, the dictionary, and the keys of the storages.
    """
    size, programs = os.fstat(file.fileno()).st_size, []
    for _ in range(5):
        start = file.tell()
        check(pickletools.genops(file), size)
        length = file.tell() - start
        file.seek(start)
        programs.append(file.read(length))
    magic, version, machine, keys = (Builder(programs[i]).load() for i in (0, 1, 2, 4))
    if (magic, version, machine["little_endian"]) != (MAGIC, 1001, True):
        raise ValueError("not a file of PyTorch")
    found = {}

    def note(kind, key, entries):
        """Read the dictionary a first time, to learn how to read the storages."""
        if entries * kind.width > size:
            raise ValueError("a storage is cut short")
        found[key] = kind, entries
        return np.broadcast_to(np.float32(0), entries)

    Builder(programs[3], note).load()
    for key in keys:
        kind, entries = found[key]
        if int.from_bytes(file.read(8), "little") != entries:
            raise ValueError("a storage has another size than its tensors say")
        found[key] = kind.array(file.read(entries * kind.width), entries)
    return Builder(programs[3], lambda kind, key, entries: found[key]).load()


def remembering(storage):
    """The same function, which reads a storage only once, even if several tensors use it"""
    found = {}

    def once(kind, key, entries):
        if key not in found:
            found[key] = storage(kind, key, entries)
        return found[key]

    return once
