"""Functions of arrays by plain loops; tests/test_tensor.py compares their gradients with differences."""

import math
from itertools import product

import numpy as np
import pytest

from minitrans.ops import TABLE

from .test_contract import on

X = np.random.default_rng(3).uniform(0.5, 2, (2, 3, 4))


@pytest.mark.parametrize(
    ("name", "function"),
    [("exp", math.exp), ("log", math.log), ("tanh", math.tanh), ("power", lambda x: math.pow(x, -1.5))],
)
def test_entry_by_entry(name, function):
    y, _ = TABLE[name].forward(X, **dict(n=-1.5) if name == "power" else {})
    np.testing.assert_allclose(y, np.reshape([function(x) for x in X.flat], X.shape), rtol=1e-14)


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (-2, 0), ()], ids=str)
@pytest.mark.parametrize(("name", "function"), [("sum", math.fsum), ("mean", np.mean), ("max", max)])
def test_over_axes(name, function, axis, keepdims):
    y, _ = TABLE[name].forward(X, axis=axis, keepdims=keepdims)
    axes = {0, 1, 2} if axis is None else {i % 3 for i in np.ravel(axis)}
    kept = [range(1) if i in axes else range(n) for i, n in enumerate(X.shape)]
    assert y.shape == tuple(len(each) for i, each in enumerate(kept) if keepdims or i not in axes)
    for place, found in zip(product(*kept), y.flat, strict=True):
        part = [[*range(X.shape[i])] if i in axes else [place[i]] for i in range(3)]
        assert found == pytest.approx(function([X[index] for index in product(*part)]), rel=1e-14)


@pytest.mark.parametrize("name", "sum mean max transpose broadcast_to getitem concatenate".split())
def test_no_result_is_strided(name):
    """A kernel would read it as if its rows lay one after the other."""
    arrays, constants = on(np, name, np.float32)
    y, cache = TABLE[name].forward(*arrays, **constants)
    for array in (y, *TABLE[name].backward(np.ones_like(y), cache)):
        assert array.flags.c_contiguous


def test_parts_go_back_to_their_arrays():
    arrays = [X[:, :1], X[:, 1:1], X]
    y, cache = TABLE["concatenate"].forward(*arrays, axis=-2)
    for found, array in zip(TABLE["concatenate"].backward(10 * y, cache), arrays, strict=True):
        np.testing.assert_array_equal(found, 10 * array)


@pytest.mark.parametrize("name", ["exp", "log", "power"])
def test_nan_stays_nan(name):
    x = np.array([1.0, np.nan])
    y, cache = TABLE[name].forward(x, **dict(n=2) if name == "power" else {})
    (dx,) = TABLE[name].backward(np.ones(y.shape), cache)
    assert np.isnan(y[1]) and np.isnan(dx[1])


def test_the_gradient_of_a_maximum_goes_to_nan():
    y, cache = TABLE["max"].forward(np.array([[1, np.nan, 2], [3, 1, 3]]), axis=1)
    assert np.isnan(y[0])
    np.testing.assert_array_equal(TABLE["max"].backward(np.array([2.0, 4.0]), cache)[0], [[0, 2, 0], [2, 0, 2]])


def test_many_equal_maxima_of_float16():
    """Their number is above the largest float16."""
    y, cache = TABLE["max"].forward(np.ones(70_000, np.float16))
    (dx,) = TABLE["max"].backward(np.ones_like(y), cache)
    assert dx.dtype == np.float16 and dx.sum(dtype=float) == pytest.approx(1, rel=1e-2)
