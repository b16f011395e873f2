"""What cannot be checked by differences is named, in one line."""

import numpy as np
import pytest

from minitrans.gradcheck import check, check_module
from minitrans.nn.layers import Linear
from minitrans.tensor import Tensor

X = np.arange(6.0).reshape(2, 3)


def twice(x):
    return 2 * x, None


def twice_backward(dy, _):
    return (2 * dy,)


@pytest.mark.parametrize(
    ("forward", "inputs", "part"),
    [
        (twice, [np.arange(6)], "argument 0 (x) is int64: give at least one array of floats"),
        (twice, [[1.0, 2.0]], "argument 0 (x) is of type list: give an array of floats"),
        (twice, [2.0], "argument 0 (x) is of type float: give an array of floats"),
        (twice, X, "inputs is an array (2, 3): give a list of arrays"),
        (twice, [], "there are no inputs"),
        (twice, [X[:0]], "argument 0 (x) has the shape (0, 3), so it has no entry to check"),
        (lambda x: 2 * x, [X], "forward must return (y, cache), and it has returned a ndarray alone"),
        (lambda x: (x, x, x), [X], "forward must return (y, cache), and it has returned 3 values"),
        (lambda x: (float(x.sum()), None), [X], "its y is a float"),
        (lambda x: None, [X], "a NoneType alone"),
        (lambda x: (x * np.random.random(x.shape), None), [X], "forward gives another y for the same inputs"),
    ],
)
def test_what_cannot_be_checked_is_named_in_one_line(forward, inputs, part):
    with pytest.raises(AssertionError) as caught:
        check(forward, twice_backward, inputs)
    assert part in str(caught.value) and "\n" not in str(caught.value)


def test_a_random_module_is_named(rng):
    module = Linear(rng, 5, 3)
    module.flatten()
    x = rng.standard_normal((7, 5))
    with pytest.raises(AssertionError, match="run gives another y for the same inputs: is it random?"):
        check_module(module, lambda: module(Tensor(x * np.random.random(), requires_grad=False)))
