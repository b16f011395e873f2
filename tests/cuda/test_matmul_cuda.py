"""The calls to cublasLt, on a fake library with the same signatures that multiplies on the CPU."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from minitrans.cuda import matmul as module
from minitrans.cuda.matmul import matmul

RNG = np.random.default_rng(0)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The fake library"""
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    built = tmp_path_factory.mktemp("library") / "fake.so"
    command = ["gcc", "-O1", "-shared", "-fPIC", Path(__file__).with_name("fake_cublaslt.c"), "-o", built]
    subprocess.run(command, check=True, capture_output=True)
    return built


@pytest.fixture(autouse=True)
def stand_in(built, monkeypatch):
    monkeypatch.setattr(module, "path_of_library", lambda: built)
    monkeypatch.setattr(module, "address", lambda x: x.ctypes.data)
    monkeypatch.setattr(module, "stream", lambda xp: 99)
    kept = module.library, module.plan_for, module.workspace
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


def array(n, m, dtype="float32"):
    return RNG.normal(size=(n, m)).astype(dtype)


def bfloat16():
    return pytest.importorskip("ml_dtypes").bfloat16


@pytest.mark.parametrize("turn_a", [False, True])
@pytest.mark.parametrize("turn_b", [False, True])
@pytest.mark.parametrize("shape", [(5, 7, 3), (2, 3, 2), (3, 2, 4), (1, 4, 6), (4, 1, 5), (6, 8, 1)])
def test_products(turn_a, turn_b, shape):
    n, k, m = shape
    a = array(k, n).T if turn_a else array(n, k)
    b = array(m, k).T if turn_b else array(k, m)
    np.testing.assert_allclose(matmul(a, b), a @ b, atol=1e-5)


def test_bias_and_relu():
    a, b, bias = array(5, 7), array(7, 3), array(1, 3)[0]
    np.testing.assert_allclose(matmul(a, b, bias=bias), a @ b + bias, atol=1e-5)
    np.testing.assert_allclose(matmul(a, b, bias=bias, relu=True), np.maximum(a @ b + bias, 0), atol=1e-5)
    np.testing.assert_allclose(matmul(a, b, bias=-bias), a @ b - bias, atol=1e-5)  # the same plan, another bias
    for start in range(4):  # at addresses that are multiples of 16, 4, 8 and 4
        other = np.resize(bias, 7)[start : start + 3]
        np.testing.assert_allclose(matmul(a, b, bias=other), a @ b + other, atol=1e-5)


def test_a_product_added_to_what_is_there():
    a, b, out = array(5, 7), array(7, 3), array(5, 3)
    before = out.copy()
    assert matmul(a, b, out=out, add=True) is out
    np.testing.assert_allclose(out, before + a @ b, atol=1e-5)
    np.testing.assert_allclose(matmul(a, b, out=out), a @ b, atol=1e-5)  # the same plan, without adding


def test_arrays_at_any_address():
    """cublasLt is given their alignment, and each alignment gets its own plan."""
    for start in range(4):
        a, b = array(9, 8).ravel()[start : start + 64].reshape(8, 8), array(8, 8)
        np.testing.assert_allclose(matmul(a, b), a @ b, atol=1e-5)
        np.testing.assert_allclose(matmul(b, a), b @ a, atol=1e-5)
        out = np.empty(72, np.float32)[start : start + 64].reshape(8, 8)
        np.testing.assert_allclose(matmul(b, b, out=out), b @ b, atol=1e-5)


def test_tf32_is_for_float32_alone(monkeypatch):
    a, b = array(6, 40), array(40, 5)
    monkeypatch.setattr(module, "precision", "tf32")
    error = abs(matmul(a, b) - a @ b).max()
    assert 1e-4 < error < 2e-2  # 11 bits instead of 24
    a, b = a.astype(bfloat16()), b.astype(bfloat16())  # the library rejects TF32 for bfloat16
    exact = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(matmul(a, b).astype(np.float32), exact, rtol=1e-2, atol=1e-5)


def test_parts_of_longer_rows():
    """The logits are such an array: their rows are padded to an aligned length."""
    a, b, room = array(5, 7), array(3, 7), np.full((5, 8), 9, np.float32)
    out = matmul(a, b.T, out=room[:, :3])
    np.testing.assert_allclose(room[:, :3], a @ b.T, atol=1e-5)
    assert (room[:, 3:] == 9).all() and out.base is room
    np.testing.assert_allclose(matmul(room[:, :3], b), room[:, :3] @ b, atol=1e-5)
    np.testing.assert_allclose(matmul(room[:, :3].T, a), room[:, :3].T @ a, atol=1e-5)


def test_bfloat16_in_and_float32_out():
    a, b = array(5, 7, bfloat16()), array(7, 3, bfloat16())
    exact = a.astype(np.float32) @ b.astype(np.float32)
    found = matmul(a, b, dtype=np.float32)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, exact, atol=1e-5)
    assert matmul(a, b).dtype == bfloat16()
    np.testing.assert_array_equal(matmul(a, b), exact.astype(bfloat16()))


def test_rows_that_do_not_lie_together_are_refused():
    with pytest.raises(ValueError, match="neither its rows nor its columns"):
        matmul(array(8, 8)[::2, ::2], array(4, 4))


@pytest.mark.parametrize(("status", "error"), [(7, RuntimeError), (3, MemoryError)])
def test_a_failure_of_the_library_is_an_error(monkeypatch, status, error):
    """3: the library cannot get memory"""
    monkeypatch.setattr(module, "stream", lambda xp: status)
    with pytest.raises(error, match=f"cublasLtMatmul failed: {status}"):
        matmul(array(2, 2), array(2, 2))


def test_arguments_are_as_wide_as_the_structures():
    assert ctypes.sizeof(module.Heuristic) == 96  # of cublasLtMatmulHeuristicResult_t


def test_plans_that_are_no_longer_kept_are_freed():
    for n in range(3, 9):
        matmul(array(n, 4), array(4, 2))
    living = ctypes.c_int.in_dll(module.library().functions, "living")
    assert living.value == 6 * 4  # a description and three layouts each
    module.plan_for.cache_clear()
    assert living.value == 0
