"""pytorch_model.bin: files of PyTorch are read, and files that ask for anything else are refused."""

import io
import os
import pickle
import random
import struct
import sys
import types
import zipfile
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest

from minitrans.interchange.torch_file import read
from minitrans.system.errors import UserError

MARIAN = Path(__file__).parents[1] / "oracles" / "marian"
OF_TORCH = [MARIAN / "separate" / "pytorch_model.bin", MARIAN / "unbiased" / "pytorch_model.bin"]


class Tensor:
    """A tensor for the pickles below: its storage, offset, shape and strides"""

    def __init__(self, key, entries, offset=0, shape=(), strides=(), kind="FloatStorage"):
        self.storage, self.rest = ("storage", kind, key, "cpu", entries), (offset, shape, strides, False, OrderedDict())

    def __reduce__(self):
        return sys.modules["torch._utils"]._rebuild_tensor_v2, (Place(self.storage), *self.rest)


class Place:
    def __init__(self, of):
        self.of = of


class Pickler(pickle.Pickler):
    def persistent_id(self, value):
        if isinstance(value, Place):
            name, kind, *rest = value.of
            return name, getattr(sys.modules["torch"], kind), *rest
        return None


@pytest.fixture
def torch_names(monkeypatch):
    """Modules that pickle can write the names of"""

    def function(*arguments): ...

    function.__module__, function.__qualname__ = "torch._utils", "_rebuild_tensor_v2"
    names = {kind: type(kind, (), {"__module__": "torch"}) for kind in ("FloatStorage", "HalfStorage", "OddStorage")}
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(**names))
    monkeypatch.setitem(sys.modules, "torch._utils", types.SimpleNamespace(_rebuild_tensor_v2=function))


@pytest.fixture
def saved(tmp_path, torch_names):
    """saved(object, {key: bytes}) -> the path of a zip archive as PyTorch writes it"""

    def save(content, storages=(), compression=zipfile.ZIP_STORED, **members):
        program = io.BytesIO()
        Pickler(program, protocol=2).dump(content)
        path = tmp_path / "pytorch_model.bin"
        with zipfile.ZipFile(path, "w", compression) as archive:
            archive.writestr("archive/data.pkl", program.getvalue())
            for key, data in dict(storages).items():
                archive.writestr(f"archive/data/{key}", data)
            for name, data in members.items():
                archive.writestr(f"archive/{name}", data)
        return path

    return save


NUMBERS = np.arange(12, dtype=np.float32)


@pytest.mark.parametrize("path", OF_TORCH, ids=["before 1.6", "since 1.6"])
def test_files_of_torch(path):
    found = read(path)
    assert found["model.decoder.layers.0.fc1.weight"].shape == (24, 16)
    assert all(array.dtype == np.float32 for array in found.values())
    d = found["model.encoder.embed_positions.weight"]
    np.testing.assert_allclose(d[1, :8], np.sin(10000.0 ** (-np.arange(0, 16, 2) / 16)), atol=1e-3)


@pytest.mark.parametrize("new", [True, False])
def test_what_torch_writes_now(new, tmp_path):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    tensors = dict(part=torch.randn(9, 9)[2:5, 3:7], turned=torch.randn(3, 5).t(), none=torch.zeros(0, 3))
    tensors |= dict(half=torch.randn(4).half(), low=torch.randn(7).bfloat16(), one=torch.tensor(2.0))
    tensors |= dict(whole=torch.arange(5), own=torch.nn.Parameter(torch.ones(2)))
    tensors |= torch.nn.Linear(3, 4).state_dict() | dict(again=tensors["part"])
    torch.save(tensors, tmp_path / "x.bin", _use_new_zipfile_serialization=new)
    found = read(tmp_path / "x.bin")
    assert found.keys() == tensors.keys()
    for name, tensor in tensors.items():
        wanted = tensor.detach().float() if tensor.is_floating_point() else tensor
        np.testing.assert_array_equal(found[name], wanted.numpy())


def test_parts_of_a_storage(saved):
    path = saved(
        dict(a=Tensor("0", 12, 1, (2, 3), (4, 1)), b=Tensor("0", 12, 0, (3, 4), (1, 3)), c=Tensor("0", 12, 11)),
        {"0": NUMBERS.tobytes()},
    )
    found = read(path)
    assert found["a"].tolist() == [[1, 2, 3], [5, 6, 7]]
    assert found["b"].tolist() == NUMBERS.reshape(4, 3).T.tolist() and found["c"] == 11


@pytest.mark.parametrize(
    ("tensor", "part"),
    [
        (Tensor("0", 13, 0, (13,), (1,)), "cut short"),
        (Tensor("0", 12, 1, (12,), (1,)), "lies outside"),
        (Tensor("0", 12, 0, (3, 4), (12, 1)), "lies outside"),
        (Tensor("0", 12, 0, (10**6, 10**6), (0, 0)), "its storage"),
        (Tensor("0", 12, -1, (2,), (1,)), "its storage"),
        (Tensor("0", 12, 0, (-1,), (1,)), "its storage"),
        (Tensor("0", 12, 0, (2, 2), (1,)), "another form"),
        (Tensor("0", -1, 0, (2,), (1,)), "another form"),
        (Tensor("1", 12, 0, (2,), (1,)), "KeyError"),
        (Tensor("0", 12, 0, (2,), (1,), "OddStorage"), "names torch.OddStorage"),
    ],
)
def test_tensors_that_cannot_be(saved, refusal, tensor, part):
    message = refusal(read, saved(dict(a=tensor), {"0": NUMBERS.tobytes()}))
    assert part in message or (part == "KeyError" and "data/1" in message)


class Evil:
    def __reduce__(self):
        return os.system, ("touch executed",)


class Built:
    """Python's objects of any class"""


@pytest.mark.parametrize(
    "content", [Evil(), dict(a=Evil()), dict(a=Built()), dict(a=np.zeros(2)), {Evil(): 1}, dict(a=print)]
)
def test_other_objects_are_refused(saved, refusal, content, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert "is refused" in refusal(read, saved(content))
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize("content", [[], [NUMBERS.tolist()], dict(a=1), {1: 2}, "text", None])
def test_not_a_dictionary_of_tensors(saved, refusal, content):
    assert "not a dictionary" in refusal(read, saved(content))


def test_a_function_cannot_be_changed(tmp_path, refusal):
    """Without a guard, the instruction BUILD sets attributes of the function that builds tensors."""
    program = b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n}X\x04\x00\x00\x00callX\x01\x00\x00\x00xsb."
    with zipfile.ZipFile(tmp_path / "x.bin", "w") as archive:
        archive.writestr("archive/data.pkl", program)
    assert "changes a function" in refusal(read, tmp_path / "x.bin")


def test_a_memo_that_would_fill_the_memory(tmp_path, refusal):
    with zipfile.ZipFile(tmp_path / "x.bin", "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}r" + struct.pack("<I", 2**32 - 2) + b".")
    assert "too large" in refusal(read, tmp_path / "x.bin")


def test_zip_bomb(saved, refusal):
    path = saved(dict(a=Tensor("0", 10**8, 0, (10**8,), (1,))), {"0": bytes(4 * 10**8)}, zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 10**6
    assert "is compressed" in refusal(read, path)


def test_bytes_of_another_machine(saved, refusal):
    assert "another machine" in refusal(read, saved({}, byteorder=b"big"))


@pytest.mark.parametrize("path", OF_TORCH, ids=["before 1.6", "since 1.6"])
def test_damaged_files(path, tmp_path):
    """Each is read, or refused in one line; nothing else happens."""
    whole, draw, refused = path.read_bytes(), random.Random(1), 0
    for number in range(200):
        data = bytearray(whole)
        if number % 4 == 0:
            del data[draw.randrange(len(data)) :]
        else:  # most of the program is at one end
            for _ in range(draw.choice((1, 3, 30))):
                data[draw.randrange(draw.choice((300, 6000, len(data))))] = draw.randrange(256)
        (tmp_path / "x.bin").write_bytes(data)
        try:
            assert isinstance(read(tmp_path / "x.bin"), dict)
        except UserError as error:
            assert "x.bin" in str(error) and "\n" not in str(error)
            refused += 1
    assert refused > 60


def test_no_file(tmp_path, refusal):
    assert "cannot be read" in refusal(read, tmp_path / "x.bin")
