"""The fused operations, compared with those of `minitrans.ops` in float64; the .cu files run on the CPU or a GPU."""

import numpy as np
import pytest

from minitrans import ops
from minitrans.backend import to_numpy
from minitrans.cuda.ops import OPERATIONS

pytestmark = pytest.mark.usefixtures("kernels_on_cpu")
N, D = 11, 24


def arrays(*shapes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape).astype(np.float32) for shape in shapes]


def mask(*lengths):
    return np.arange(max(lengths)) < np.array(lengths)[:, None]


CASES = {
    "add_norm": (arrays((N, D), (N, D), D, D), {}),
    "wide add_norm": (arrays((60, 260), (60, 260), 260, 260), {}),  # threads of several quads, warps of several rows
    "layer_norm": (arrays((N, D), D, D), {}),
    "faint layer_norm": ([x * size for x, size in zip(arrays((N, D), D, D), (1e-3, 1, 1), strict=True)], {}),
    "residual": (arrays((60, D), (60, D)), {}),  # several blocks, as below
    "linear": (arrays((60, D), (D, 136), 136), {}),  # column sums in several blocks, each of several rows
    "feed_forward": (arrays((60, D), (D, 40), 40, (40, D), D), {}),
    "feed_forward_swish": (arrays((60, D), (D, 40), 40, (40, D), D), {}),
    "embed": (arrays((9, D), (12, D)), dict(ids=np.array(9 * [[3, 4, 5, 3, 2], [4, 2, 0, 0, 0]]), start=2)),
    "attention": (
        arrays((3 * 5, 80), (3 * 40, 80), (3 * 40, 72)),  # a thread has several columns
        dict(heads=2, key_mask=mask(40, 33, 0)),
    ),
    "causal attention": (
        arrays((2 * 40, 8), (2 * 40, 8), (2 * 40, 8)),
        dict(heads=2, key_mask=mask(40, 17), causal=True),
    ),
    "restricted_attention": (
        arrays((2 * 40, 8), (2 * 40, 8), (2 * 40, 8)),
        dict(heads=1, key_mask=mask(40, 17), radius=3),
    ),
    # more words than a block reads at a time; targets in several warps
    "project_loss": (arrays((N, D), (2101, D)), dict(targets=np.arange(N) % 5 * 199, smoothing=0.1, pad=0)),
    "biased project_loss": (arrays((N, D), (2101, D), 2101), dict(targets=np.arange(N) % 5 * 199, smoothing=0.1)),
    # logits whose exponentials overflow in float32
    "steep project_loss": (
        [10 * x for x in arrays((N, D), (9, D))],
        dict(targets=np.arange(N) % 9, smoothing=0.1, pad=0),
    ),
}


def rows_of(name):
    name = name.split()[-1]
    return ops.TABLE[name], OPERATIONS[name][:2]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dtype, tolerance", [("float32", 2e-5), ("bfloat16", 3e-2)])
def test_forward_and_backward(xp, name, dtype, tolerance):
    if dtype == "bfloat16":
        dtype = pytest.importorskip("ml_dtypes").bfloat16
    given, constants = CASES[name]
    given = [x.astype(dtype) for x in given]
    plain, (forward, backward) = rows_of(name)
    y, cache = forward(*map(xp.asarray, given), **{k: on_device(xp, v) for k, v in constants.items()})
    expected, plain_cache = plain.forward(*(x.astype(np.float64) for x in given), **constants)
    assert y.dtype == (np.float32 if name.endswith("project_loss") else dtype)
    near(y, expected, tolerance)
    (dy,) = arrays(np.shape(expected), seed=1)
    dy = dy.astype(y.dtype)
    gradients = backward(xp.asarray(dy), cache)
    wanted = plain.backward(dy.astype(np.float64), plain_cache)
    assert len(gradients) == len(wanted)
    for gradient, right in zip(gradients, wanted, strict=True):
        near(gradient, right, tolerance)


# The operands whose gradients are added to arrays.
ADDED = dict(add_norm=(2, 3), layer_norm=(1, 2), linear=(0, 1, 2), feed_forward=(0, 1, 2, 3, 4), embed=(0, 1))
ADDED |= dict(feed_forward_swish=ADDED["feed_forward"], project_loss=(1,))


@pytest.mark.parametrize("name", [name for name in CASES if OPERATIONS[name.split()[-1]].adds])
def test_gradients_are_added_to_what_is_there(xp, name):
    given, constants = CASES[name]
    _, (forward, backward) = rows_of(name)
    given = [xp.asarray(x.astype(np.float32)) for x in given]
    constants = {k: on_device(xp, v) for k, v in constants.items()}
    y, cache = forward(*given, **constants)
    dy = xp.asarray(arrays(np.shape(y), seed=1)[0].astype(np.float32))
    plain = [to_numpy(gradient).copy() for gradient in backward(dy, cache)]
    added = ADDED[name.split()[-1]]
    out = [xp.full(x.shape, 0.5, np.float32) if i in added else None for i, x in enumerate(given)]
    _, cache = forward(*given, **constants)
    found = backward(dy, cache, out=out)
    for i, (gradient, right) in enumerate(zip(found, plain, strict=True)):
        assert (gradient is out[i]) == (i in added)
        near(gradient, right + 0.5 * (i in added), 1e-5)


def test_sinusoids_get_no_gradient(xp):
    given, constants = CASES["embed"]
    given = [xp.asarray(x.astype(np.float32)) for x in given]
    y, cache = OPERATIONS["embed"][0](*given, **{k: on_device(xp, v) for k, v in constants.items()}, learned=False)
    dtable, nothing = OPERATIONS["embed"][1](xp.ones_like(y), cache)
    assert nothing is None and dtable.shape == given[0].shape


def on_device(xp, value):
    return xp.asarray(value) if isinstance(value, np.ndarray) else value


def near(found, expected, tolerance):
    """Errors are relative to the largest entry, because rounding errors of a sum grow with its terms."""
    found = to_numpy(found)
    assert found.shape == expected.shape
    assert abs(found.astype(np.float64) - expected).max() <= tolerance * max(1, abs(expected).max())


def test_every_row_is_tried():
    assert {name.split()[-1] for name in CASES} == set(OPERATIONS)
