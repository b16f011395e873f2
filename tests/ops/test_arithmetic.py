"""Sum, product, quotient and matrix product of tensors, for every pair of shapes that NumPy allows."""

import operator
from itertools import product

import numpy as np
import pytest

from minitrans.gradcheck import check_module
from minitrans.tensor import Tensor

SHAPES = [(), (1,), (3,), (0,), (1, 1), (2, 3), (1, 3), (2, 1), (3, 2), (3, 0), (0, 3), (4, 2, 3), (4, 1, 3), (4, 3, 1)]
SHAPES += [(1, 2, 3), (5, 1, 3, 2)]
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.matmul]


def check_shapes(function, *shapes):
    """y is that of NumPy, which may refuse; gradients equal finite differences, and those of empty arrays are empty.

    -> whether NumPy allows these shapes
    """
    rng = np.random.default_rng(5)
    leaves = {name: Tensor(rng.uniform(0.5, 2, shape)) for name, shape in zip("xyz", shapes, strict=False)}
    try:
        expected = function(*(leaf.data for leaf in leaves.values()))
    except (ValueError, IndexError, TypeError) as refused:
        with pytest.raises(type(refused)):
            function(*leaves.values())
        return False
    y = function(*leaves.values())
    assert y.shape == expected.shape
    np.testing.assert_allclose(y.data, expected, rtol=1e-15)
    y.backward()
    assert [leaf.grad.shape for leaf in leaves.values()] == [leaf.shape for leaf in leaves.values()]
    if y.size and (wrt := [name for name, leaf in leaves.items() if leaf.size]):
        check_module(leaves, lambda: function(*leaves.values()), wrt=wrt)
    return True


@pytest.mark.parametrize("function", OPERATORS, ids=lambda function: function.__name__)
@pytest.mark.filterwarnings("ignore:all slopes of")  # of products with nothing
def test_every_pair_of_shapes(function):
    allowed = sum(check_shapes(function, *pair) for pair in product(SHAPES, repeat=2))
    assert allowed > (50 if function is operator.matmul else 130), allowed
