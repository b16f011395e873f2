"""Sum, product and matrix product with every kind of broadcasting, by loops."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises.tape_oracle import by_loops
from minitrans.ops import TABLE

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
MATRICES = [
    ((3, 4), (4, 5)),
    ((1, 1), (1, 1)),
    ((1, 4), (4, 1)),
    ((2, 3, 4), (2, 4, 5)),
    ((2, 3, 4), (4, 5)),
    ((3, 4), (2, 4, 5)),
    ((2, 1, 3, 4), (5, 4, 2)),
]
CASES = [("+", "add", shapes) for shapes in SHAPES] + [("*", "mul", shapes) for shapes in SHAPES]
CASES += [("@", "matmul", shapes) for shapes in MATRICES]


@pytest.mark.parametrize(("sign", "name", "shapes"), CASES, ids=str)
def test_forward_and_backward(rng, sign, name, shapes):
    a, b = (np.asarray(rng.standard_normal(shape)) for shape in shapes)
    forward, backward, _ = TABLE[name]
    y, expected = forward(a, b)[0], by_loops(sign, a, b)
    assert y.shape == expected.shape
    np.testing.assert_allclose(y, expected, rtol=1e-12, atol=1e-14)
    check(forward, backward, [a, b])
