"""What cannot be checked by differences is named, in one line."""

import numpy as np
import pytest

from minitrans.gradcheck import check, check_module
from minitrans.nn.layers import Linear
from minitrans.tensor import Tensor

X = np.arange(6.0).reshape(2, 3)


def dropout(x):
    return x * (np.random.random(x.shape) > 0.5) / 0.5


def twice(x):
    return 2 * x, None


def twice_backward(dy, _):
    return (2 * dy,)


@pytest.mark.parametrize(
    ("forward", "inputs", "part"),
    [
        (twice, [X > 2], "argument 0 (x) is bool: give at least one array of floats"),
        (twice, [np.ma.masked_array(X, X > 2)], "argument 0 (x) is of type MaskedArray: give real numbers"),
        (lambda x: np.ma.masked_array(x, x > 2), [X], "the y of forward is of type MaskedArray: give real numbers"),
        (twice, [X + 1j], "argument 0 (x) is of type complex128: give real numbers"),
        (twice, ["1.0"], "argument 0 (x) is of type str: give real numbers"),
        (twice, [None], "argument 0 (x) is of type NoneType: give real numbers"),
        (twice, [[[1.0], [1.0, 2.0]]], "argument 0 (x) is of type list: give real numbers"),
        (twice, [Tensor(X)], "argument 0 (x) is of type Tensor: give real numbers"),
        (twice, X, "inputs is of type ndarray: give a list of arrays, such as [x]"),
        (twice, 2.0, "inputs is of type float: give a list of arrays, such as [x]"),
        (twice, [], "there are no inputs"),
        (twice, [X[:0]], "argument 0 (x) has the shape (0, 3), so it has no entry to check"),
        (lambda x: (x, x, x), [X], "forward must return (y, cache), or y alone, but it has returned 3 values"),
        (lambda x: (str(x), None), [X], "the y of forward is of type str: give real numbers"),
        (lambda x: None, [X], "the y of forward is of type NoneType: give real numbers"),
        (lambda x: (dropout(x), None), [np.ones(600)], "forward gives another y for the same inputs: is it random?"),
        (lambda x: (x * np.random.random(x.shape), None), [X], "forward gives another y for the same inputs"),
    ],
)
def test_what_cannot_be_checked_is_named_in_one_line(forward, inputs, part):
    with pytest.raises(AssertionError) as caught:
        check(forward, twice_backward, inputs)
    assert part in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("inputs", [[[1.0, 2.0]], [2.0], [3], [[1, 2]], [np.arange(6)], [np.float32(3)]], ids=repr)
def test_lists_integers_and_numbers_are_checked(inputs):
    check(twice, twice_backward, inputs)
    with pytest.raises(AssertionError, match=r"gradient of argument 0 \(x\), shape .* is wrong"):
        check(twice, lambda dy, _: (3 * dy,), inputs)


def test_a_gradient_and_a_result_may_be_numbers():
    check(lambda x: (float(x[0] * x[1]), x), lambda dy, x: ((dy * x[::-1]).tolist(),), [[2, 3]])
    check(lambda x: (float(x) ** 2, x), lambda dy, x: (float(2 * dy * x),), [3])


def test_a_complex_gradient_is_refused():
    with pytest.raises(AssertionError, match=r"gradient of argument 0 \(x\) is of type complex128"):
        check(twice, lambda dy, _: (2 * dy + 1j,), [X])


def test_a_forward_without_a_cache():
    check(np.sin, lambda dy, x: (dy * np.cos(x),), [X])
    product = lambda a, b: a * b  # noqa: E731
    check(product, lambda dy, inputs: (dy * inputs[1], dy * inputs[0]), [X, X + 1])
    with pytest.raises(AssertionError, match=r"gradient of argument 1 \(b\)"):
        check(product, lambda dy, inputs: (dy * inputs[1], dy * inputs[1]), [X, X + 1])


def test_what_a_module_cannot_be_checked_by_is_named():
    x = Tensor(X)
    for tensors, run, part in (
        ({"x": X}, lambda: x, "x is of type ndarray: give a Tensor"),
        ({"x": x}, lambda: X, "run must return a Tensor, but it has returned a ndarray"),
    ):
        with pytest.raises(AssertionError) as caught:
            check_module(tensors, run)
        assert part == str(caught.value)


@pytest.mark.parametrize("wrt", [[], [1], 1, iter(()), "y", ["x", "y"]])
def test_wrt_of_nothing_or_of_others_is_refused(wrt):
    """A check of no input would pass for every backward."""
    with pytest.raises(AssertionError, match=r"give some of \[0\]"):
        check(lambda x, n: (x * n, n), lambda dy, n: (9 * dy,), [X, 3], wrt=wrt)
    for tensors in ({"x": Tensor(X)}, {}):
        with pytest.raises(AssertionError, match="give some of"):
            check_module(tensors, lambda: Tensor(X) * 2, wrt=wrt)


def test_a_flat_parameter_that_alone_is_checked_is_named():
    x, flat = Tensor(X.copy()), Tensor(X.copy())
    with pytest.warns(UserWarning, match="all slopes of flat are below"):
        check_module(dict(x=x, flat=flat), lambda: x * x + flat * 0, wrt="flat")


def test_more_directions_than_entries():
    check(twice, twice_backward, [np.ones(65)], directions=99)


def test_a_random_module_is_named(rng):
    module = Linear(rng, 5, 3)
    module.flatten()
    x = rng.standard_normal((7, 5))
    with pytest.raises(AssertionError, match="run gives another y for the same inputs: is it random?"):
        check_module(module, lambda: module(Tensor(x * np.random.random(), requires_grad=False)))
