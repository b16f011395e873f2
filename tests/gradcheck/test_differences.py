"""A gradient check must pass right backwards, and must catch and name every planted mistake."""

import numpy as np
import pytest

from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.gradcheck import check, check_module
from minitrans.nn import Transformer
from minitrans.nn.layers import Linear
from minitrans.ops import TABLE, use
from minitrans.tensor import Tensor

from ..conftest import PAIRS


def linear(x, w, b):
    return x @ w + b, (x, w)


def linear_right(dy, cache):
    x, w = cache
    return dy @ w.T, x.T @ dy, dy.sum(axis=0)


def spoiled(position, spoil):
    """linear_right with one of its gradients changed."""

    def backward(dy, cache):
        gradients = list(linear_right(dy, cache))
        gradients[position] = spoil(gradients[position])
        return tuple(gradients)

    return backward


def one_wrong_entry(dx):
    dx = dx.copy()
    dx[1, 2] += 1e-4 * abs(dx).max()
    return dx


def nan_entry(dx):
    dx = dx.copy()
    dx[1, 2] = np.nan
    return dx


@pytest.fixture(params=[3, 100], ids=["small", "large"])
def inputs(request, rng):
    """x and w are square, so a transposed gradient has the right shape; small ones are checked entry by entry."""
    n = request.param
    return [rng.standard_normal((n, n)), rng.standard_normal((n, n)) / n**0.5, rng.standard_normal(n)]


def test_float32_is_checked_in_float64(inputs):
    seen = set()

    def forward(x, w, b):
        seen.update({x.dtype, w.dtype, b.dtype})
        return linear(x, w, b)

    check(forward, linear_right, [x.astype(np.float32) for x in inputs])
    assert seen == {np.dtype(np.float64)}


def test_report_finds_the_wrong_entry(inputs):
    """In a large array a random direction shows an error, and a binary search finds the entry."""
    with pytest.raises(AssertionError, match=r"worst found at index \(1, 2\)"):
        check(linear, spoiled(0, one_wrong_entry), inputs)
    with pytest.raises(AssertionError, match=r"not finite at index \(1, 2\)"):
        check(linear, spoiled(0, nan_entry), inputs)


def test_forward_that_is_not_finite_is_refused():
    with np.errstate(all="ignore"), pytest.raises(AssertionError, match=r"y is not finite at index \(1,\)"):
        check(lambda x: (np.log(x), x), lambda dy, x: (dy / x,), [np.array([1.0, -1.0])])


def test_upstream_gradient_is_not_what_the_caller_draws():
    """With dy = x the gradient x^T dy would be symmetric, so its transpose would pass."""
    x, drawn = np.random.default_rng(0).standard_normal((3, 3)), []
    check(lambda x: (2 * x, None), lambda dy, _: (drawn.append(dy) or 2 * dy,), [x], seed=0)
    assert not np.allclose(drawn[0], x)


def test_report_has_both_values_and_the_relative_error():
    x = np.array([2.0])
    square, wrong = lambda x: (x * x, x), lambda dy, x: (3 * x * dy,)
    with pytest.raises(AssertionError) as caught:
        check(square, wrong, [x])
    said, measured, relative = (float(line.split()[-1]) for line in str(caught.value).splitlines()[1:4])
    assert said / measured == pytest.approx(6 / 4)
    assert relative == pytest.approx(1 / 3, rel=0.02)


def test_ones_upstream_would_miss_this():
    """Softmax rows sum to 1, so with dy = 1 the gradient is zero, and a backward that returns zeros would pass."""

    def softmax(x):
        y = np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)
        return y, y

    x = np.random.default_rng(0).standard_normal((2, 3))
    check(softmax, lambda dy, y: (y * (dy - (dy * y).sum(axis=-1, keepdims=True)),), [x])
    with pytest.raises(AssertionError):
        check(softmax, lambda dy, y: (0 * y,), [x])


def test_missing_gradient_is_caught(inputs):
    with pytest.raises(AssertionError, match="one gradient for each of"):
        check(linear, lambda dy, cache: linear_right(dy, cache)[:2], inputs)


def test_bare_array_for_a_tuple_is_caught():
    with pytest.raises(AssertionError, match="tuple"):
        check(lambda x: (2 * x, None), lambda dy, _: 2 * dy, [np.ones(1)])


def test_mutated_input_is_caught(inputs):
    def doubles_in_place(x, w, b):
        x *= 2
        return linear(x, w, b)

    with pytest.raises(AssertionError, match=r"forward has written to argument 0 \(x\)"):
        check(doubles_in_place, linear_right, inputs)

    def writes_to_w(dy, cache):
        gradients = linear_right(dy, cache)
        cache[1][0] = 0
        return gradients

    with pytest.raises(AssertionError, match=r"backward has written to argument 1 \(w\)"):
        check(linear, writes_to_w, inputs)


def test_mutated_upstream_gradient_is_caught():
    def overwrites(dy, cache):
        dy *= 2
        return (dy,)

    with pytest.raises(AssertionError, match="written to the upstream gradient"):
        check(lambda x: (2 * x, None), overwrites, [np.ones(3)])


def test_forward_in_lower_precision_is_refused():
    with pytest.raises(AssertionError, match="float32"):
        check(lambda x: (x.astype(np.float32), None), lambda dy, _: (dy,), [np.ones(3)])


def test_integers_and_booleans_are_left_alone(rng):
    table, ids, keep = rng.standard_normal((5, 2)), np.array([3, 0, 3]), np.array([True, False, True])

    def forward(ids, table, keep):
        assert ids.dtype == np.int64 and keep.dtype == bool
        return table[ids] * keep[:, None], (ids, keep, table.shape)

    def dtable(dy, cache):
        ids, keep, shape = cache
        out = np.zeros(shape)
        np.add.at(out, ids, dy * keep[:, None])
        return out

    check(forward, lambda dy, cache: (dtable(dy, cache),), [ids, table, keep])
    check(forward, lambda dy, cache: (None, dtable(dy, cache), None), [ids, table, keep])
    with pytest.raises(AssertionError, match=r"argument 1 \(table\)"):
        check(forward, lambda dy, cache: (None, -dtable(dy, cache), None), [ids, table, keep])


def test_wrt_checks_these_inputs_alone(inputs):
    wrong_b = spoiled(2, np.zeros_like)
    check(linear, wrong_b, inputs, wrt=[0, 1])
    with pytest.raises(AssertionError):
        check(linear, wrong_b, inputs, wrt=[2])


def test_true_zero_gradient_passes_and_false_one_does_not():
    """If the measured slopes are zero up to rounding, the tolerance must not be zero."""
    mean_free = lambda x, c: (x + c - (x + c).mean(), None)  # noqa: E731
    dx = lambda dy: dy - dy.mean()  # noqa: E731
    x, c = np.arange(4.0), np.array(1e3)
    with pytest.warns(UserWarning, match=r"all slopes of argument 1 \(c\) are below 1e-08: nothing was checked"):
        check(mean_free, lambda dy, _: (dx(dy), np.array(0.0)), [x, c])
    with pytest.raises(AssertionError, match=r"\(c\)"):
        check(mean_free, lambda dy, _: (dx(dy), np.array(1e-6)), [x, c])


def relu(x):
    return np.maximum(x, 0), x


def softmax(z):
    y = np.exp(z - z.max(-1, keepdims=True))
    return y / y.sum(-1, keepdims=True), z


Z = np.random.default_rng(0).standard_normal((3, 4))
FLAT = {
    "a saturated softmax": (softmax, lambda dy, z: (0 * z,), 100 * Z),
    "a confident cross entropy": (
        lambda z: (-np.log(softmax(z)[0][:, 0]), z),
        lambda dy, z: (0 * z,),
        60.0 * np.eye(1, 4),
    ),
    "ReLU of negative inputs, 5 times too large": (relu, lambda dy, x: (5 * dy * (x > 0),), -abs(Z) - 1),
    "a tiny loss": (lambda x: ((x * x).sum() / 1e9, x), lambda dy, x: (0 * x,), Z),
    "a large array": (relu, lambda dy, x: (0 * x,), -np.ones((9, 9))),
}


@pytest.mark.parametrize(("forward", "backward", "x"), FLAT.values(), ids=FLAT)
def test_a_check_that_cannot_fail_says_so(forward, backward, x):
    """Once, with every argument for which a gradient of zeros would be right."""
    with pytest.warns(UserWarning, match=r"^all slopes of argument 0 \(.\) are below 1e-08: nothing was") as caught:
        check(forward, backward, [x])
    assert len(caught) == 1
    steep = lambda *xs: (forward(xs[0])[0].sum() + xs[1], xs[0])  # noqa: E731
    with pytest.warns(UserWarning, match="^all slopes of argument 0 are below"):
        check(steep, lambda dy, x: (*backward(0 * x, x), dy), [x, 1.0])


def test_a_module_check_that_cannot_fail_says_so():
    x, y = Tensor(Z - 1), Tensor(Z + 1)
    with pytest.warns(UserWarning, match="^all slopes of x, y are below 1e-08"):
        check_module(dict(x=x, y=y), lambda: (x * y).sum() * 1e-9)
    check_module(dict(x=x, y=y), lambda: (x * y).sum() * 1e-9, atol=1e-15)  # now something is
    check_module(dict(x=x, y=y), lambda: (x * 1e-9 + y).sum())


@pytest.mark.parametrize("seed", range(5))
def test_no_false_alarm(seed):
    """A smooth function of large inputs passes with every seed."""
    rng = np.random.default_rng(seed)
    x, c = 1e4 + rng.standard_normal((20, 10)), rng.standard_normal(10)
    sine = lambda x, c: (np.sin(x) * c, (x, c))  # noqa: E731
    right = lambda dy, cache: (dy * np.cos(cache[0]) * cache[1], (dy * np.sin(cache[0])).sum(axis=0))  # noqa: E731
    check(sine, right, [x, c], seed=seed)


@pytest.fixture
def layer(rng):
    """A layer, and a function that runs it on 7 rows."""
    layer, x = Linear(rng, 5, 3), Tensor(rng.standard_normal((7, 5)), requires_grad=False)
    layer.bias.data += 1
    layer.flatten()
    return layer, lambda: layer(x)


def test_right_module_passes_and_is_left_as_it_was(layer):
    layer, run = layer
    layer.flat_grad[...] = 5
    before = layer.flat.copy()
    check_module(layer, run)
    np.testing.assert_array_equal(layer.flat, before)
    assert not layer.flat_grad.any()


def test_tensors_in_a_dict_are_checked(rng):
    """They need no grad before the check, and the output need not depend on them."""
    a, b, unused = (Tensor(rng.standard_normal(shape)) for shape in ((4, 5), (5, 3), (2,)))
    check_module(dict(a=a, b=b, unused=unused), lambda: a @ b)
    with use("matmul", TABLE["matmul"].forward, lambda dy, cache: (dy @ cache[1].T, -(cache[0].T @ dy))):
        with pytest.raises(AssertionError, match=r"gradient of b, shape \(5, 3\), is wrong(.|\n)*the sign"):
            check_module(dict(a=a, b=b), lambda: a @ b)
        check_module(dict(a=a, b=b), lambda: a @ b, wrt=["a"])


def spoiled_row(name, position, spoil):
    """Operation `name` with one of its gradients changed."""
    forward, right = TABLE[name][:2]

    def backward(dy, cache):
        gradients = list(right(dy, cache))
        gradients[position] = spoil(gradients[position])
        return tuple(gradients)

    return use(name, forward, backward)


def transformer(**changes):
    sizes = dict(layers=1, d_model=12, d_ff=10, heads=2, vocabulary=11, max_length=8, dtype="float64", dropout=0.2)
    model = Transformer(Config(**sizes | dict(share_embeddings=False, attention_dropout=0.1) | changes))
    batch = make_batch(PAIRS[:3])
    return model, lambda: model.loss(batch, seed=(1, 1, 0, 0))


@pytest.mark.parametrize(
    ("row", "position", "parameter"),
    [
        ("linear", 2, "encoder.0.self_attention.query.bias"),
        ("add_norm", 2, "encoder.0.attention_residual.norm.gamma"),
        ("feed_forward", 3, "encoder.0.feed_forward.w2"),
        ("project_loss", 1, "softmax_embedding"),
        ("attention", 1, "source_embedding"),  # the layers before the attention get wrong gradients too
    ],
)
def test_wrong_gradient_in_a_model_is_caught_and_the_parameter_named(row, position, parameter):
    model, run = transformer()
    with spoiled_row(row, position, lambda gradient: 0.9 * gradient):
        with pytest.raises(AssertionError, match=f"gradient of {parameter}, shape .* is wrong"):
            check_module(model, run, directions=3)


class Replaces:
    """An output whose backward overwrites the gradient of a leaf and does not add to it."""

    def __init__(self, leaf, in_place):
        self.data, self.leaf, self.in_place = 2 * leaf.data, leaf, in_place

    def backward(self, dy):
        if self.in_place:
            self.leaf.grad[...] = 2 * dy
        else:
            self.leaf.grad = 2 * dy


@pytest.mark.parametrize("in_place", [False, True])
def test_overwritten_gradient_is_caught(rng, in_place):
    leaf = Tensor(rng.standard_normal((2, 3)))
    with pytest.raises(AssertionError, match="gradient of leaf is overwritten, not accumulated"):
        check_module(dict(leaf=leaf), lambda: Replaces(leaf, in_place))


def test_float32_module_is_refused(layer):
    layer, run = layer
    layer.bias.data = layer.bias.data.astype(np.float32)
    with pytest.raises(AssertionError, match="bias is of float32; a check by differences needs float64"):
        check_module(layer, run)


def test_output_that_is_not_finite_is_refused(layer):
    layer, run = layer
    layer.weight.data[0, 1] = np.inf
    with pytest.raises(AssertionError, match="the output is not finite"):
        check_module(layer, run)
