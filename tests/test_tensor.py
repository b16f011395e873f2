"""The tape: sums of gradients, arrays that must not change, and errors on a second use."""

import operator
import threading
from contextlib import nullcontext

import numpy as np
import pytest

from minitrans import ops
from minitrans.gradcheck import check_module
from minitrans.tensor import Tensor, apply, concatenate, no_grad, stack


def leaf(*values):
    return Tensor(np.array(values))


def test_a_tensor_is_printed_with_its_shape():
    text = "Tensor(shape=(2, 3), dtype=float32, requires_grad=False)"
    assert repr(Tensor(np.ones((2, 3), np.float32), requires_grad=False)) == text


PROGRAMS = {
    "constants": lambda x, y: (2 * x - np.ones(3)) / 2.5 + np.array([1.0, -2.0, 3.0]) * y - (0.5 - [1, 2, 3] / x),
    "x @ y.T": lambda x, y: np.arange(8.0).reshape(4, 2) @ (x @ y.T),
    "mean(1)": lambda x, y: (x - x.mean(1, keepdims=True)) * y,
    "indices": lambda x, y: x[[0, 0, 1], 1:] * x[1, :2] + (x * y)[None, 0, :2],
    "LayerNorm": lambda x, y: (x - x.mean(0)) / (((x - x.mean(0)) ** 2).mean(0) + 1e-3) ** 0.5 * y,
    "all": lambda x, y: (-(2 * x - y * 3) * x + 1).sum() * 0.5,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_of_several_operations(rng, program):
    """Values equal those of NumPy on plain arrays, and gradients equal finite differences."""
    x, y = (Tensor(rng.standard_normal((2, 3))) for _ in range(2))
    np.testing.assert_allclose(program(x, y).data, program(x.data, y.data), rtol=1e-14)
    check_module({"x": x, "y": y}, lambda: program(x, y))


SILENT = "bmat info isfortran from_dlpack printoptions str_ test".split()  # they do not look at the entries
WAYS = {  # how an array, and in its place a tensor, is given to a function of NumPy
    "f(x)": lambda x: (x,),
    "f(x, x)": lambda x: (x, x),
    "f([x, x])": lambda x: ([x, x],),
    "f(x, 0)": lambda x: (x, 0),
    "f(x, 2)": lambda x: (x, 2),
    "f(2, x)": lambda x: (2, x),
    "f(array, x)": lambda x: (np.ones((2, 3)), x),
    "f(x, None, int)": lambda x: (x, None, int),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("space", [np, np.linalg, np.fft, np.emath], ids=lambda space: space.__name__)
@pytest.mark.filterwarnings("ignore")
def test_every_function_of_numpy(space, way):
    """It gives for a tensor what it gives for the array, or a TypeError in one line."""

    def result(name, x):
        try:
            return getattr(space, name)(*way(x))
        except Exception as error:
            return error

    array = np.array([[1.0, 2.0, 0.5], [3.0, 0.25, 1.5]])
    for name in set(dir(space)) - {*SILENT, *(name for name in dir(space) if name.startswith(("_", "save", "set")))}:
        right = result(name, array.copy()) if callable(getattr(space, name)) else ValueError()
        if isinstance(right, Exception):
            continue
        found = result(name, Tensor(array.copy()))
        if isinstance(found, TypeError):
            assert "\n" not in str(found), name
        elif right is not None:
            np.testing.assert_array_equal(found.data if isinstance(found, Tensor) else found, right, name)


def test_what_readers_type_first():
    """Like the array: its attributes, its length, comparisons, truth, membership, iteration and conversions."""
    array = np.array([[1.0, 2.0, 0.5], [3.0, 0.25, 1.5]])
    x, zero = Tensor(array), Tensor(0.0)
    assert (x.shape, x.ndim, x.size, x.dtype, len(x)) == (array.shape, 2, 6, array.dtype, 2)
    for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
        for other in (1.0, array[0], array.T[::-1].T):
            for one, two in ((x, other), (other, x), (x, Tensor(other))):
                right = compare(*(each.data if isinstance(each, Tensor) else each for each in (one, two)))
                np.testing.assert_array_equal(compare(one, two), right)
    assert (x == None).tolist() == (array == None).tolist()  # noqa: E711
    assert 0.25 in x and 7 not in x and bool(x[0, 0]) and not zero and {x: 1}[x] == 1
    assert [row.data.tolist() for row in x] == array.tolist()
    assert float(x[0, 1]) == x[0, 1].item() == 2 and x.min().item() == 0.25
    for function in (np.sum, np.mean, np.max, np.min):
        np.testing.assert_array_equal(function(x, axis=1).data, function(array, axis=1))
    np.testing.assert_allclose((2.0**x).data, 2.0**array, rtol=1e-15)
    for refused in (
        lambda: iter(zero),
        lambda: len(zero),
        lambda: float(x),
        lambda: np.asarray(x),
        lambda: (-2.0) ** x,
    ):
        with pytest.raises(TypeError):
            refused()
    with pytest.raises(ValueError, match="ambiguous"):
        bool(x)
    with pytest.raises(ValueError, match=r"dy has the shape \(3,\), and the tensor has \(2, 3\)"):
        (x * x).backward(np.ones(3))


@pytest.mark.parametrize("axis", [0, 1, -1, 2])
def test_stack(rng, axis):
    """One of the tensors occurs twice."""
    x, y = (Tensor(rng.standard_normal((2, 3))) for _ in range(2))
    np.testing.assert_array_equal(stack([x, y, x], axis).data, np.stack([x.data, y.data, x.data], axis))
    check_module({"x": x, "y": y}, lambda: stack([x, y, x], axis))


def test_arrays_and_numbers_among_tensors_are_constants(rng):
    """In any order; they take the dtype of the first tensor."""
    x, a = Tensor(rng.standard_normal((2, 3)).astype(np.float32)), np.arange(6).reshape(2, 3)
    for parts in ([x, a], [a, x], [a.tolist(), x, x]):
        for function in (concatenate, stack):
            x.grad, y = None, function(parts)
            y.sum().backward()
            right = getattr(np, function.__name__)([x.data if part is x else part for part in parts])
            np.testing.assert_array_equal(y.data, right.astype(np.float32), strict=True)
            np.testing.assert_array_equal(x.grad, sum(part is x for part in parts) * np.ones_like(x.data))
    apply("linear", np.ones((4, 2)), x, [0, 1, 2]).backward()
    assert x.grad.dtype == np.float32 and apply("relu", a).data.dtype == float


@pytest.mark.parametrize(("n", "slopes"), [(0, [0, 0]), (1, [1, 1]), (2, [0, 6]), (0.5, [np.inf, 0.5 / 3**0.5])])
def test_a_power_at_zero(n, slopes):
    x = leaf(0.0, 3.0)
    with np.errstate(divide="ignore"):
        (x**n).backward()
    np.testing.assert_allclose(x.grad, slopes, rtol=1e-15)


def test_a_detached_tensor_is_a_constant():
    x = leaf(2.0, 3.0)
    (x * (x * x).detach()).backward()
    np.testing.assert_array_equal(x.grad, [4, 9])
    assert x.detach().data is x.data and not x.detach().requires_grad


@pytest.mark.parametrize("exponent", [leaf(2.0), np.array([2.0]), "2", None])
def test_an_exponent_is_a_number(exponent):
    with pytest.raises(TypeError, match=f"must be a number, not {type(exponent).__name__}"):
        leaf(1.0) ** exponent


@pytest.mark.parametrize("kind", [np.ma.masked_array, np.matrix])
@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_arrays_of_another_arithmetic_are_refused(kind):
    """The mean of a masked array has fewer terms than its shape says, and * of matrices is a product of matrices."""
    for use in (Tensor, leaf(np.ones((2, 2))).__mul__):
        with pytest.raises(TypeError, match="plain arrays"):
            use(kind(np.ones((2, 2))))


def test_a_number_takes_the_dtype_of_the_tensor():
    x = Tensor(np.ones(3, np.float32))
    assert (2 * x - 0.5).data.dtype == np.float32
    (np.array([1.0, 2.0, 3.0]) * x).sum().backward()
    assert x.grad.dtype == np.float32 and x.grad.tolist() == [1, 2, 3]


@pytest.mark.parametrize("operand", ["2", None, ["2"], 2j, np.array([1j]), np.array(["2"]), {1.0}], ids=repr)
@pytest.mark.parametrize("name", ["__add__", "__sub__", "__mul__", "__truediv__", "__matmul__", "__rsub__"])
def test_a_wrong_operand_is_named(name, operand):
    kind = np.asarray(operand).dtype if isinstance(operand, np.ndarray | list) else type(operand).__name__
    with pytest.raises(TypeError, match=f"not {kind}$"):
        getattr(leaf(1.0), name)(operand)


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, bool, np.float16, list])
@pytest.mark.parametrize("sign", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_integers_and_booleans_are_numbers(sign, dtype):
    """On the left and on the right, as arrays and as lists, they give what the same floats give."""
    array = [1, 2, 3] if dtype is list else np.array([1, 2, 3], dtype)
    floats = np.array(array, float)
    for found, right in (
        (sign(Tensor(array), 0.5), sign(floats, 0.5)),
        (sign(Tensor(0.5), array), sign(0.5, floats)),
        (sign(Tensor([0.5]), array), sign(0.5, floats)),
    ):
        found.sum().backward()
        np.testing.assert_array_equal(found.data, right)


def test_gradient_goes_into_the_array_that_is_there():
    """And is added to it.  A gradient that is a view of the flat buffer stays a view."""
    buffer = np.ones(5)
    x = leaf(1.0, 2.0)
    x.grad = buffer[1:3]
    for times in (1, 2):
        (x * x).backward()
        np.testing.assert_array_equal(buffer, [1, 1 + 2 * times, 1 + 4 * times, 1, 1])


def test_second_backward_is_refused():
    x = leaf(2.0)
    y = x * x
    y.backward()
    with pytest.raises(RuntimeError, match="used already; run the forward again"):
        y.backward()
    assert x.grad == 4


def test_backward_through_a_shared_part_that_is_used_up_is_refused():
    x = leaf(2.0)
    shared = x * x
    (shared + shared).backward()
    with pytest.raises(RuntimeError, match="used already"):
        (shared * shared).backward()


def test_caches_are_freed_on_the_way():
    x = leaf(2.0)
    y = x * x
    z = y * y
    records = y.record, z.record
    assert all(record.cache is not None for record in records)
    z.backward()
    assert all(record.cache is None for record in records)


def test_array_shared_by_two_gradients_is_not_corrupted():
    """The backward of residual returns one array for both operands; adding to one gradient must not change the other.

    `older` is computed before `both`, so the gradient from `both` reaches `a` first.
    """
    x, s = leaf(1.0, 2.0), leaf(3.0, 4.0)
    a, b = x * x, s * s
    older = a * a
    both = apply("residual", a, b)
    dy = np.array([1.0, 1.0])
    apply("residual", both, older).backward(dy)
    np.testing.assert_allclose(x.grad, 2 * x.data * (1 + 2 * x.data**2))
    np.testing.assert_allclose(s.grad, 2 * s.data)
    np.testing.assert_array_equal(dy, [1, 1])


def test_leaves_that_got_the_same_array_have_gradients_of_their_own():
    x, s, dy = leaf(1.0), leaf(2.0), np.array([1.0])
    apply("residual", x, s).backward(dy)
    (x * x).backward()
    np.testing.assert_array_equal([x.grad, s.grad, dy], [[3], [1], [1]])


def test_an_inner_tensor_can_be_made_a_constant():
    x = leaf(2.0, 3.0)
    y = x * x
    y.requires_grad = False
    (y * x).sum().backward()
    assert x.grad.tolist() == [4, 9]
    with pytest.raises(RuntimeError, match="no record"):
        (y + 1).backward()


def test_leaf_without_gradient_gets_none():
    x, constant = leaf(2.0), Tensor(np.array([5.0]), requires_grad=False)
    y = x * constant
    y.backward()
    assert x.grad == 5 and constant.grad is None
    z = constant * constant
    assert z.record is None and not z.requires_grad


def test_no_grad_records_nothing():
    x = leaf(2.0)
    with no_grad():
        y = x * x
        with no_grad():
            pass
        assert (x + x).record is None  # leaving the inner context does not end the outer one
    assert y.record is None and not y.requires_grad and y.data == 4
    with pytest.raises(RuntimeError, match="no_grad"):
        y.backward()
    assert (x * x).record is not None


def test_no_grad_ends_with_an_error():
    x = leaf(2.0)
    with pytest.raises(ZeroDivisionError), no_grad():
        raise ZeroDivisionError
    assert (x * x).record is not None


def test_no_grad_is_of_its_thread_alone():
    """One thread validates while another trains."""
    x, inside, recorded = leaf(2.0), threading.Barrier(2), {}

    def trains():
        inside.wait(timeout=10)
        recorded["training"] = (x * x).record is not None
        inside.wait(timeout=10)

    thread = threading.Thread(target=trains)
    thread.start()
    with no_grad():
        inside.wait(timeout=10)
        inside.wait(timeout=10)
        recorded["validating"] = (x * x).record is not None
    thread.join()
    assert recorded == {"training": True, "validating": False}


def triple_forward(x):
    return np.maximum(3 * x, 0), x


def triple_backward(dy, x):
    return (3 * dy * (x > 0),)


def test_use_replaces_a_row_for_a_while():
    x = leaf(2.0)
    before = ops.TABLE["relu"]
    with ops.use("relu", triple_forward, triple_backward):
        y = apply("relu", x)
    assert ops.TABLE["relu"] is before
    assert y.data == 6 and apply("relu", x).data == 2
    y.backward()  # with the backward of the replaced row, although the old row is back
    assert x.grad == 3


def test_use_restores_after_an_error_and_when_nested():
    before = ops.TABLE["relu"]
    with pytest.raises(ZeroDivisionError), ops.use("relu", triple_forward, triple_backward):
        with ops.use("relu", *before):
            assert apply("relu", leaf(2.0)).data == 2
        assert apply("relu", leaf(2.0)).data == 6
        raise ZeroDivisionError
    assert ops.TABLE["relu"] is before


def test_use_for_good(monkeypatch):
    monkeypatch.setattr(ops, "TABLE", dict(ops.TABLE))
    ops.use("relu", triple_forward, triple_backward)
    assert apply("relu", leaf(2.0)).data == 6


def test_unknown_operation_cannot_be_replaced():
    with pytest.raises(KeyError):
        ops.use("rleu", triple_forward, triple_backward)


@pytest.mark.parametrize("kept", [False, True], ids=["first gradient", "added to another"])
@pytest.mark.parametrize("replaced", [False, True], ids=["into out", "by a row without out"])
def test_embedding_adds_into_the_gradient_of_a_leaf(kept, replaced):
    """With and without `out=` grad gets the same numbers."""
    table, ids, dy = Tensor(np.ones((4, 2))), np.array([1, 3, 1]), np.arange(6.0).reshape(3, 2)
    before = np.full((4, 2), 0.5) if kept else None
    table.grad = before
    forward, backward, _ = ops.TABLE["embedding"]
    plain = ops.use("embedding", forward, backward) if replaced else nullcontext()
    with plain:
        apply("embedding", table, ids=ids).backward(dy)
    expected = np.array([[0, 0], [0 + 4, 1 + 5], [0, 0], [2, 3]]) + (0.5 if kept else 0)
    np.testing.assert_array_equal(table.grad, expected)
    assert before is None or table.grad is before


def test_backward_is_offered_the_gradient_of_a_leaf_to_add_into(monkeypatch):
    """This avoids a new [V, d] array.  It needs a leaf that has a gradient already."""
    offered, (forward, backward, _) = [], ops.TABLE["embedding"]

    def recording(dy, cache, out):
        offered.append(out[0])
        return backward(dy, cache, out)

    monkeypatch.setitem(ops.TABLE, "embedding", ops.Op(forward, recording, adds=True))
    table, ids = Tensor(np.ones((4, 2))), np.array([1, 3])
    for words in (table, table, table * table):
        apply("embedding", words, ids=ids).backward()
    assert offered[0] is None and offered[1] is table.grad and offered[2] is None


def test_a_gradient_of_the_wrong_shape_is_refused():
    """Otherwise it would be broadcast into the sum without an error."""
    with ops.use("relu", lambda x: (x * 1, None), lambda dy, cache: (dy.sum(),)):
        with pytest.raises(ValueError, match=r"gradient of shape \(\) for an input of \(3,\)"):
            apply("relu", Tensor(np.ones(3))).backward()


def test_embedding_of_an_inner_tensor():
    """Here the table is not a leaf, so its gradient must be propagated further."""
    x = Tensor(np.arange(8.0).reshape(4, 2))
    apply("embedding", x * x, ids=np.array([2, 2])).backward()
    np.testing.assert_array_equal(x.grad, 2 * 2 * x.data * [[0], [0], [1], [0]])


def test_one_table_for_input_and_output():
    """Weight tying: the gradients of both uses of the table add up in one array."""
    weights, ids, targets = np.arange(6.0).reshape(3, 2) / 4, np.array([1, 2]), np.array([2, 1])
    shared, words, softmax = Tensor(weights), Tensor(weights), Tensor(weights)
    apply("project_loss", apply("embedding", shared, ids=ids), shared, targets=targets).backward()
    apply("project_loss", apply("embedding", words, ids=ids), softmax, targets=targets).backward()
    np.testing.assert_allclose(shared.grad, words.grad + softmax.grad, rtol=1e-14)


@pytest.mark.parametrize("rows", [2, 4])
def test_a_forward_without_a_cache_is_refused(monkeypatch, rows):
    """Two rows would otherwise be taken for y and a cache."""
    monkeypatch.setitem(ops.TABLE, "gelu", ops.Op(np.tanh, None))
    with pytest.raises(TypeError, match=r"^gelu: its forward must return \(y, cache\)$"):
        apply("gelu", np.ones((rows, 3)))
