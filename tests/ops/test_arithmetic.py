"""Sum, product and matrix product with every kind of broadcasting, by loops."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.ops import add_backward, add_forward, matmul_backward, matmul_forward, mul_backward, mul_forward

SHAPES = [
    ((3, 4), (3, 4)),
    ((3, 4), (4,)),
    ((3, 1), (1, 4)),
    ((), (2, 3)),
    ((), ()),
    ((1,), (1, 1)),
    ((2, 3, 4), (3, 1)),
    ((2, 1, 4), (5, 2, 3, 1)),
]
broadcasting = pytest.mark.parametrize("shapes", SHAPES, ids=str)


def entry(x, index):
    """x[index] where an axis of x that is missing or of length 1 is repeated."""
    index = index[len(index) - x.ndim :]
    return float(x[tuple(0 if n == 1 else i for i, n in zip(index, x.shape, strict=True))])


def by_loops(function, a, b):
    y = np.zeros(np.broadcast_shapes(a.shape, b.shape))
    for index in np.ndindex(y.shape):
        y[index] = function(entry(a, index), entry(b, index))
    return y


def random(rng, shapes):
    return [np.asarray(rng.standard_normal(shape)) for shape in shapes]


@broadcasting
def test_add(rng, shapes):
    a, b = random(rng, shapes)
    np.testing.assert_array_equal(add_forward(a, b)[0], by_loops(lambda x, y: x + y, a, b))
    check(add_forward, add_backward, [a, b])


@broadcasting
def test_mul(rng, shapes):
    a, b = random(rng, shapes)
    np.testing.assert_array_equal(mul_forward(a, b)[0], by_loops(lambda x, y: x * y, a, b))
    check(mul_forward, mul_backward, [a, b])


@pytest.mark.parametrize(
    "shapes",
    [
        ((3, 4), (4, 5)),
        ((1, 1), (1, 1)),
        ((1, 4), (4, 1)),
        ((2, 3, 4), (2, 4, 5)),
        ((2, 3, 4), (4, 5)),
        ((3, 4), (2, 4, 5)),
        ((2, 1, 3, 4), (5, 4, 2)),
    ],
    ids=str,
)
def test_matmul(rng, shapes):
    a, b = random(rng, shapes)
    y, _ = matmul_forward(a, b)
    assert y.shape == np.broadcast_shapes(a.shape[:-2], b.shape[:-2]) + (a.shape[-2], b.shape[-1])
    for *batch, i, j in np.ndindex(y.shape):
        terms = [entry(a, (*batch, i, k)) * entry(b, (*batch, k, j)) for k in range(a.shape[-1])]
        assert y[(*batch, i, j)] == pytest.approx(sum(terms), rel=1e-12, abs=1e-14)
    check(matmul_forward, matmul_backward, [a, b])


def test_upstream_gradient_of_a_broadcast_axis_of_one():
    """An axis that is 1 in both operands was not stretched; its gradient is not summed away."""
    da, db = add_backward(np.full((1, 3), 2.0), ((1, 3), (3,)))
    assert da.shape == (1, 3) and db.shape == (3,)
    np.testing.assert_array_equal(db, [2, 2, 2])
