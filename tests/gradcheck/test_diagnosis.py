"""The diagnosis names well-known mistakes, in small and in large arrays, and invents no cause for others."""

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading.exercises.exercise import assert_close
from minitrans.grading.exercises.finding import Finding

from .test_differences import linear


@pytest.fixture(params=[(5, 3, 7), (53, 31, 71)], ids=["small", "large"])
def shape(request):
    """n, k, m are primes, so that each factor has one possible origin."""
    return request.param


def cause(forward, backward, inputs, **constants):
    """The text after "probably" in the message, or '' if there is none."""
    with pytest.raises(AssertionError) as caught:
        check(forward, backward, inputs, constants=constants)
    return str(caught.value).partition("\n  probably ")[2].strip()


def double(x):
    return 2 * x, None


def linear_cause(rng, shape, spoil):
    """spoil(dx, dw, db, dy) -> the gradients of a wrong backward."""
    n, k, m = shape

    def backward(dy, cache):
        x, w = cache
        return spoil(dy @ w.T, x.T @ dy, dy.sum(axis=0), dy)

    return cause(linear, backward, [rng.standard_normal(each) for each in ((n, k), (k, m), m)])


LINEAR = {
    "sign": (lambda dx, dw, db, dy: (dx, -dw, db), "the sign: it is right times -1"),
    "a factor and the sign": (lambda dx, dw, db, dy: (dx, -1.5 * dw, db), "the sign, and a factor: it is 1.5 times"),
    "an unknown factor": (lambda dx, dw, db, dy: (1.01 * dx, dw, db), "a factor: it is 1.01 times what it should be"),
    "all zeros": (lambda dx, dw, db, dy: (dx, 0 * dw, db), "it is zero everywhere"),
    "nearly 1 times": (lambda dx, dw, db, dy: (1.00001 * dx, dw, db), "nearly right, but every entry is too large"),
    "nearly -1 times": (lambda dx, dw, db, dy: (-1.00001 * dx, dw, db), "the sign: it is nearly right times -1"),
    "transposed": (lambda dx, dw, db, dy: (dx, dw.T, db), "a transpose: it is right with axes 0 and 1 swapped"),
    "order": (lambda dx, dw, db, dy: (dw, dx, db), "the order of the results: the gradient of argument 1 (w) is"),
    "broadcast not summed": (lambda dx, dw, db, dy: (dx, dw, dy), "a broadcast not summed: the input served every"),
    "off by one": (
        lambda dx, dw, db, dy: (np.roll(dx, 1, 1), dw, db),
        "off by one: it is right when moved by -1 along",
    ),
    "nearly 1 times, below": (
        lambda dx, dw, db, dy: (0.99999 * dx, dw, db),
        "nearly right, but every entry is too small",
    ),
    "half precision": (lambda dx, dw, db, dy: (dx, dw.astype(np.float16), db), "nearly right: is something rounded"),
    "keepdims": (lambda dx, dw, db, dy: (dx, dw, db[None]), "its shape alone"),
}


@pytest.mark.parametrize("mistake", LINEAR)
def test_mistake_in_a_linear_layer(rng, shape, mistake):
    spoil, words = LINEAR[mistake]
    assert linear_cause(rng, shape, spoil).startswith(words)


def test_mean_for_a_sum_and_sum_for_a_mean(rng, shape):
    n, k, m = shape
    x = rng.standard_normal((n, m))
    total, mean = (lambda x: (x.sum(axis=0), x.shape)), (lambda x: (x.mean(axis=0), x.shape))
    spread = lambda dy, shape: (np.broadcast_to(dy, shape) + 0.0,)  # noqa: E731
    assert f"1/{n}, and {n} is the length of axis 0" in cause(total, lambda dy, s: (spread(dy, s)[0] / n,), [x])
    assert f"times what it should be, {n}, and {n} is the length of axis 0" in cause(mean, spread, [x])


def test_factor_of_the_number_of_rows_or_entries(rng):
    x = rng.standard_normal((2, 3, 5))
    for n, what in ((6, "rows"), (30, "entries")):
        assert f"1/{n}, and {n} is the number of {what} of argument 0 (x)" in cause(
            double, lambda dy, _, n=n: (2 * dy / n,), [x]
        )


def test_root_of_d_k(rng, shape):
    queries, d_k, keys = shape
    scores = lambda q, k: (q @ k.T / d_k**0.5, (q, k))  # noqa: E731
    inputs = [rng.standard_normal((queries, d_k)), rng.standard_normal((keys, d_k))]

    def backward(power):
        return lambda dy, cache: (dy @ cache[1] * d_k**power, dy.T @ cache[0] * d_k**-0.5)

    check(scores, backward(-0.5), inputs)
    missing, twice = (cause(scores, backward(power), inputs) for power in (0, -1))
    assert "missing" in missing and f"sqrt({d_k}), and {d_k} is the length of axis 1" in missing
    assert "there twice" in twice


def test_one_minus_p(rng, shape):
    """The missing factor 1 - p of dropout comes from a constant."""
    x = rng.standard_normal(shape[:2])
    keep = rng.random(x.shape) >= 0.25
    dropout = lambda x, p: (x * keep / (1 - p), p)  # noqa: E731
    check(dropout, lambda dy, p: (dy * keep / (1 - p),), [x], constants=dict(p=0.25))
    assert "0.75, and 0.75 is 1 - p" in cause(dropout, lambda dy, p: (dy * keep,), [x], p=0.25)
    assert "1/0.75, and 0.75 is 1 - p" in cause(dropout, lambda dy, p: (dy * keep / (1 - p) ** 2,), [x], p=0.25)


@pytest.mark.parametrize("size", [4, 40])
def test_transpose_of_a_square(rng, size):
    inputs = [rng.standard_normal(each) for each in ((size, size), (size, size), size)]
    backward = lambda dy, cache: (dy @ cache[1].T, dy.T @ cache[0], dy.sum(axis=0))  # noqa: E731
    assert "with axes 0 and 1 swapped" in cause(linear, backward, inputs)


@pytest.mark.parametrize("size", [3, 13])
def test_transpose_of_more_axes(rng, size):
    x = rng.standard_normal((2, size, size))
    assert "with axes 1 and 2 swapped" in cause(double, lambda dy, _: (2 * dy.swapaxes(1, 2),), [x])
    x = rng.standard_normal((2, 3, size, size + 2))
    assert "in reverse order" in cause(double, lambda dy, _: (2 * dy.T,), [x])


@pytest.mark.parametrize(
    ("small", "axes"), [((7,), "0"), ((5, 1), "1"), ((1, 7), "0"), ((1, 1), "0, 1"), ((), "0, 1")], ids=str
)
def test_axes_of_a_broadcast_are_named(rng, small, axes):
    add = lambda x, b: (x + b, None)  # noqa: E731
    inputs = [rng.standard_normal((5, 7)), np.array(rng.standard_normal(small))]
    assert f"along axis {axes}, so sum" in cause(add, lambda dy, _: (dy, dy), inputs)


@pytest.mark.parametrize("overwrite", ["=", "+="])
def test_rows_picked_several_times(rng, overwrite):
    """Both leave a row with only one of its gradients.  The diagnosis needs every entry, so the table is small."""
    ids = np.array([[1, 4, 1], [0, 1, 4]])

    def embedding(ids, table):
        return table[ids], (ids, table.shape)

    def backward(dy, cache):
        ids, shape = cache
        dtable = np.zeros(shape)
        if overwrite == "=":
            dtable[ids] = dy
        else:
            dtable[ids] += dy
        return (dtable,)

    inputs = [ids, rng.standard_normal((6, 5))]
    assert "row 1 is picked 3 " in cause(embedding, backward, inputs)


@pytest.mark.parametrize("row", [0, 1, 3])
def test_other_faults_in_a_table_are_not_called_overwritten(rng, row):
    """Row 1 is selected twice, row 0 once, row 3 never."""
    ids, table = np.array([1, 4, 1, 0, 4]), rng.standard_normal((6, 5))

    def backward(dy, cache):
        dtable = np.zeros(table.shape)
        np.add.at(dtable, ids, dy)
        dtable[row, 2] += 1
        return (dtable,)

    assert cause(lambda table, ids: (table[ids], None), backward, [table], ids=ids) == ""


def test_rows_written_one_too_far(rng, shape):
    n, d, longest = shape
    x, table = rng.standard_normal((n, d)), rng.standard_normal((n + longest, d))
    add = lambda x, table: (x + table[:n], table)  # noqa: E731

    def backward(dy, table):
        dtable = np.zeros(table.shape)
        dtable[1 : n + 1] = dy
        return dy, dtable

    assert cause(add, backward, [x, table]) == "off by one: it is right when moved by -1 along axis 0"


def test_epsilon_left_out_is_nearly_right(rng):
    x = rng.uniform(1, 2, (3, 4))
    root = lambda x: ((x**2 + 1e-4) ** 0.5, x)  # noqa: E731
    assert cause(root, lambda dy, x: (dy,), [x]).startswith("nearly right")


def test_unknown_mistake_has_no_name(rng, shape):
    for spoil in (
        lambda dx, dw, db, dy: (dx, rng.standard_normal(dw.shape), db),
        lambda dx, dw, db, dy: (dx**2, dw, db),
        lambda dx, dw, db, dy: (dx, dw, dy.max(axis=0)),
        lambda dx, dw, db, dy: (dx, dw[:-1], db),
        lambda dx, dw, db, dy: (dx + 1, dw, db),
    ):
        assert linear_cause(rng, shape, spoil) == ""


@pytest.mark.parametrize("nothing", [None, 0.0])
def test_other_results_that_are_no_arrays_do_not_disturb(rng, shape, nothing):
    assert linear_cause(rng, shape, lambda dx, dw, db, dy: (dx**2, nothing, db)) == ""


def key_bias(b):
    """A softmax does not change when all scores of a row grow by b, so the gradient of b is zero up to rounding."""
    e = np.exp(np.array([[0.3, -1.0, 2.0], [1.0, 0.5, -0.2]]) + b)
    return e / e.sum(axis=1, keepdims=True), None


@pytest.mark.parametrize("wrong", [1.0, -0.5, 1e-3])
def test_where_the_right_gradient_is_zero_no_cause_is_made_up(wrong):
    """A right gradient of zero would agree with every factor, sign and order."""
    b = np.array([[0.2], [0.4]])
    assert cause(key_bias, lambda dy, _: (np.full_like(b, wrong),), [b]) == ""


def test_a_single_number_is_not_nearly_right():
    """Almost every mistake in a model changes its loss only a little."""
    with pytest.raises(Finding) as caught:
        assert_close("the loss", np.array(26.63), np.array(26.65), 1e-8)
    assert caught.value.cause == ""


def test_a_single_number():
    for x in (np.array(2.0), np.array([2.0]), np.array([[2.0]])):
        assert cause(double, lambda dy, _: (-2 * dy,), [x]) == "the sign: it is right times -1"
        assert cause(double, lambda dy, _: (3 * dy,), [x]) == ""  # any number is a multiple of any other
    assert cause(double, lambda dy, _: (2 * dy[None],), [np.array(2.0)]).startswith("its shape alone")
