"""Functions of tensors, for every shape and argument that NumPy allows."""

from functools import partial
from itertools import combinations, permutations, product

import numpy as np
import pytest

from minitrans.ops import TABLE
from minitrans.tensor import concatenate

from .test_arithmetic import check_shapes
from .test_contract import on


def subsets(shape):
    """Every axis and set of axes, counted from both ends"""
    axes = range(-len(shape), len(shape))
    return [None, *axes, *(each for n in (0, 2, 3) for each in combinations(axes, n))]


KEYS = [0, -1, slice(None, None, -2), slice(1, 1), ..., None, (..., None, 0), [0, 0, -1], ([0, 0], slice(1)), (), True]
KEYS += [(slice(None), [0, -1, 0]), np.array([[0], [0]]), (np.array([0, 0]), np.array([-1, -1])), np.array(0)]
LENGTHS = [6, -1, (6,), (2, 3), (3, -1), (1, 6, 1), (0,), (0, 3), ()]
CALLS = {  # name: the arguments to try with a tensor of this shape
    **{
        name: lambda shape: [dict(axis=axis, keepdims=keep) for axis in subsets(shape) for keep in (False, True)]
        for name in ("sum", "mean", "max", "min")
    },
    "transpose": lambda shape: [(), (None,), *permutations(range(len(shape))), (tuple(range(-len(shape), 0)),)],
    "reshape": lambda shape: [*((length,) for length in LENGTHS), (2, 3), (-1, 2)],
    "broadcast_to": lambda shape: [(shape,), ((2, *shape),), ((0, *shape),), ((2, 3),), (3,)],
    "__getitem__": lambda shape: [(key,) for key in [*KEYS, np.arange(np.prod(shape)).reshape(shape) % 2 == 0]],
    **{name: lambda shape: [()] for name in ("exp", "log", "tanh")},
    "__pow__": lambda shape: [(2,), (-1.5,), (0,), (1,)],
    "__rpow__": lambda shape: [(2,), (0.5,)],
}
SHAPES = [(), (1,), (6,), (0,), (1, 1), (2, 3), (1, 3), (0, 3), (3, 0), (2, 3, 4), (2, 1, 3), (1, 0, 2)]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore:all slopes of", "ignore:Mean of empty slice", "ignore:invalid value")
def test_every_shape(name):
    """Of each shape, with all axes, keys, orders and lengths that NumPy allows."""

    def call(x, given):
        named, given = (given, ()) if isinstance(given, dict) else ({}, given)
        function = getattr(x, name, None) or (lambda *given: getattr(np, name)(x, *given))
        return function(*given, **named)

    tried = [(shape, given) for shape in SHAPES for given in CALLS[name](shape)]
    assert sum(check_shapes(partial(call, given=given), shape) for shape, given in tried) >= len(SHAPES)


@pytest.mark.parametrize("axis", [0, 1, -1, 2])
def test_concatenate_of_every_shape(axis):
    def join(*parts):
        return (np.concatenate if isinstance(parts[0], np.ndarray) else concatenate)(parts, axis)

    shapes = [(0,), (3,), (1, 3), (2, 3), (2, 0), (2, 1, 3)]
    assert sum(check_shapes(join, *three) for three in product(shapes, repeat=3))


@pytest.mark.parametrize("name", "sum mean max transpose broadcast_to getitem concatenate".split())
def test_no_result_is_strided(name):
    """A kernel would read it as if its rows lay one after the other."""
    arrays, constants = on(np, name, np.float32)
    y, cache = TABLE[name].forward(*arrays, **constants)
    for array in (y, *TABLE[name].backward(np.ones_like(y), cache)):
        assert array.flags.c_contiguous


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
