"""Tensors of a folder: names, shapes and types; the two kinds of files are read elsewhere (test_published.py)."""

import numpy as np
import pytest

from minitrans.interchange.tensors import Tensors, read_safetensors

files = pytest.importorskip("safetensors.numpy")


@pytest.fixture
def stored(tmp_path):
    arrays = dict(a=np.arange(6, dtype=np.float16).reshape(2, 3), b=np.array([np.inf], np.float32))
    files.save_file(arrays, tmp_path / "model.safetensors")
    return Tensors(tmp_path)


def test_safetensors_goes_before_pickles(stored, tmp_path):
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    assert Tensors(tmp_path).path.name == "model.safetensors"


def test_files_that_cannot_be_read(tmp_path, refusal):
    assert "neither model.safetensors nor pytorch_model.bin" in refusal(Tensors, tmp_path)
    path = tmp_path / "model.safetensors"
    assert "cannot be read" in refusal(read_safetensors, path)
    files.save_file(dict(n=np.arange(3)), path)
    assert "n is of type I64" in refusal(read_safetensors, path)
    path.write_bytes(path.read_bytes()[:-1])
    assert "damaged" in refusal(read_safetensors, path)
