"""What every row of the table promises: a true gradient, the dtype it was given, and nobody's arrays touched."""

import numpy as np
import pytest

from minitrans import ops
from minitrans.backend import array_module, to_numpy
from minitrans.gradcheck import check

IDS = np.array([[3, 1, 3, 0], [2, 3, 0, 0]])
KEYS = np.array([[True, True, True, True], [True, True, False, False]])
NOTHING_IN_ROW_1 = np.array([[True, False, True, True], [False] * 4, [True, True, False, True]])
TARGETS = np.array([3, 0, 2, 3, 4])
DRAW = dict(p=0.3, seed=(1, 2, 3))

# name: (shapes of the arrays, constants)
EXAMPLES = {
    "add": ([(3, 4), (4,)], {}),
    "mul": ([(2, 1, 4), (3, 1)], {}),
    "matmul": ([(2, 3, 4), (4, 5)], {}),
    "div": ([(2, 1, 4), (3, 1)], {}),
    "exp": ([(3, 4)], {}),
    "log": ([(3, 4)], {}),
    "tanh": ([(3, 4)], {}),
    "power": ([(3, 4)], dict(n=-1.5)),
    "sum": ([(2, 3, 4)], dict(axis=(0, -1))),
    "mean": ([(2, 3, 4)], dict(axis=1, keepdims=True)),
    "max": ([(2, 3, 4)], dict(axis=-1)),
    "reshape": ([(2, 3, 4)], dict(shape=(4, 6))),
    "transpose": ([(2, 3, 4)], dict(axes=(2, 0, 1))),
    "broadcast_to": ([(3, 1)], dict(shape=(2, 3, 4))),
    "getitem": ([(5, 3)], dict(key=IDS)),
    "concatenate": ([(2, 3), (2, 1), (2, 4)], dict(axis=1)),
    "linear": ([(2, 3, 4), (4, 5), (5,)], {}),
    "relu": ([(3, 4)], {}),
    "softmax": ([(3, 4)], dict(mask=NOTHING_IN_ROW_1)),
    "layer_norm": ([(2, 3, 5), (5,), (5,)], {}),
    "dropout": ([(4, 5)], DRAW),
    "residual": ([(4, 5), (4, 5)], DRAW),
    "embedding": ([(5, 3)], dict(ids=IDS)),
    "scaled_dot_product_attention": ([(2, 3, 4), (2, 4, 4), (2, 4, 5)], dict(mask=NOTHING_IN_ROW_1, **DRAW)),
    "cross_entropy": ([(5, 6)], dict(targets=TARGETS, smoothing=0.1)),
    "embed": ([(5, 6), (7, 6)], dict(ids=IDS, start=2, **DRAW)),
    "attention": ([(8, 6), (8, 6), (8, 4)], dict(heads=2, key_mask=KEYS, causal=True, **DRAW)),
    "restricted_attention": ([(8, 6), (8, 6), (8, 4)], dict(heads=2, key_mask=KEYS, radius=1, **DRAW)),
    "add_norm": ([(4, 5), (4, 5), (5,), (5,)], DRAW),
    "feed_forward": ([(4, 3), (3, 6), (6,), (6, 3), (3,)], {}),
    "feed_forward_swish": ([(4, 3), (3, 6), (6,), (6, 3), (3,)], {}),
    "project_loss": ([(5, 3), (6, 3), (6,)], dict(targets=TARGETS, smoothing=0.1)),
}

every_operation = pytest.mark.parametrize("name", EXAMPLES)


@pytest.fixture
def example(xp):
    """example(name, dtype): arrays and constants, on the backend that --backend names"""

    return lambda name, dtype=np.float64: on(xp, name, dtype)


def on(xp, name, dtype):
    shapes, constants = EXAMPLES[name]
    rng = np.random.default_rng(7)
    arrays = [rng.standard_normal(shape) for shape in shapes]
    if name in ("div", "log", "power"):  # which are steep at 0
        arrays = [abs(x) + 0.5 for x in arrays]
    placed = {key: xp.asarray(c) if isinstance(c, np.ndarray) else c for key, c in constants.items()}
    return [xp.asarray(x, dtype) for x in arrays], placed


def upstream(y):
    """A random dy like y."""
    return array_module(y).asarray(np.random.default_rng(8).standard_normal(y.shape), y.dtype)


def run(name, arrays, constants, dy=None):
    """Every array that comes out: y and the gradients.  dy is random unless given."""
    y, cache = ops.TABLE[name].forward(*arrays, **constants)
    gradients = ops.TABLE[name].backward(upstream(y) if dy is None else dy, cache)
    return [to_numpy(array) for array in (y, *gradients)]


def test_every_operation_has_an_example():
    assert set(EXAMPLES) == set(ops.TABLE)


@every_operation
def test_gradient(example, name):
    arrays, constants = example(name)
    check(ops.TABLE[name].forward, ops.TABLE[name].backward, arrays, constants=constants)


ROWS = {  # name: (last axes of the arrays that have leading axes, shapes of the others)
    "linear": ([(4,)], [(4, 5), (5,)]),
    "relu": ([()], []),
    "softmax": ([(1,)], []),
    "layer_norm": ([(4,)], [(4,), (4,)]),
    "dropout": ([()], []),
    "residual": ([(), ()], []),
    "add_norm": ([(1,), (1,)], [(1,), (1,)]),
    "feed_forward": ([(1,)], [(1, 5), (5,), (5, 1), (1,)]),
    "feed_forward_swish": ([(4,)], [(4, 1), (1,), (1, 4), (4,)]),
    "scaled_dot_product_attention": ([(3, 4), (2, 4), (2, 5)], []),
}


@pytest.mark.parametrize("leading", [(), (1,), (3,), (0,), (1, 1), (2, 0, 3), (2, 1, 3)], ids=str)
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.filterwarnings("ignore:all slopes of")  # the softmax of a single number is 1
def test_gradient_with_any_leading_axes(rng, name, leading):
    last, others = ROWS[name]
    arrays = [np.asarray(rng.standard_normal(shape)) for shape in [*((*leading, *axes) for axes in last), *others]]
    forward, backward = ops.TABLE[name][:2]
    y, cache = forward(*arrays)
    assert y.shape[: len(leading)] == leading
    assert [dx.shape for dx in backward(np.ones_like(y), cache)] == [x.shape for x in arrays]
    if 0 not in leading:
        check(forward, backward, arrays)


@every_operation
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dtype_and_shape_are_kept(example, name, dtype):
    arrays, constants = example(name, dtype)
    y, *gradients = run(name, arrays, constants)
    assert [a.dtype for a in (y, *gradients)] == [dtype] * (1 + len(arrays))
    assert [g.shape for g in gradients] == [a.shape for a in arrays]


@every_operation
def test_float32_agrees_with_float64(example, name):
    """What is computed in float32 has float32's accuracy: nothing cancels on the way."""
    for coarse, fine in zip(run(name, *example(name, np.float32)), run(name, *example(name)), strict=True):
        np.testing.assert_allclose(coarse, fine, rtol=1e-5, atol=2e-6 * abs(fine).max())


@every_operation
def test_inputs_and_upstream_are_never_written_to(example, name):
    """All arrays are read-only here: an attempt to write to one is an error, even to write what is there."""
    arrays, constants = example(name)
    y, _ = ops.TABLE[name].forward(*arrays, **constants)
    arrays, dy = [np.array(to_numpy(x)) for x in arrays], np.array(to_numpy(upstream(y)))
    constants = {key: np.array(to_numpy(c)) if hasattr(c, "shape") else c for key, c in constants.items()}
    for array in [*arrays, dy, *(c for c in constants.values() if isinstance(c, np.ndarray))]:
        array.flags.writeable = False
    run(name, arrays, constants, dy)


@every_operation
def test_memory_layout_does_not_matter(example, name):
    """Transposed, strided and reversed views of the same numbers."""
    arrays, constants = example(name)
    expected = run(name, arrays, constants)
    strided = lambda x: x.repeat(2, axis=-1)[..., ::2] if x.ndim else x  # noqa: E731
    reversed_ = lambda x: x[::-1].copy()[::-1] if x.ndim else x  # noqa: E731
    transposed = lambda x: x.T.copy().T  # noqa: E731
    for layout in (strided, reversed_, transposed):
        dy = layout(array_module(arrays[0]).asarray(upstream(expected[0])))
        for found, right in zip(run(name, [layout(x) for x in arrays], constants, dy), expected, strict=True):
            np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-13)


@every_operation
def test_gradient_is_linear_in_the_upstream_gradient(example, name):
    """Twice dy gives twice the gradient, and zero gives exactly zero: never NaN, never a constant added."""
    arrays, constants = example(name)
    y, *gradients = run(name, arrays, constants)
    dy = array_module(arrays[0]).asarray(upstream(y))
    for once, twice in zip(gradients, run(name, arrays, constants, 2 * dy)[1:], strict=True):
        np.testing.assert_array_equal(2 * once, twice)
    for gradient in run(name, arrays, constants, 0 * dy)[1:]:
        assert not gradient.any()
