"""The tape of reverse-mode automatic differentiation: a tensor that records how it was computed."""

import operator
import sys
from functools import reduce

import numpy as np

from ...backend import to_numpy
from ...gradcheck import check_module
from ..my_transformer.tape import Tensor
from .exercise import Exercise, assert_close
from .finding import FailedCase, Finding, in_case
from .operation import assert_like, untouched
from .tape_oracle import OPERATIONS, by_loops, right_gradients, train_by_hand, wrong_gradients

ELEMENTWISE = [((3, 5), (3, 5)), ((2, 3, 5), (5,)), ((5,), (3, 5)), ((2, 1, 5), (3, 1)), ((1,), (2, 3)), ((1,), (1,))]
MATRICES = [((3, 3), (3, 3)), ((2, 3), (3, 5)), ((2, 4, 3), (2, 3, 5)), ((2, 4, 3), (3, 5)), ((4, 3), (2, 3, 5))]
SHAPES = {"+": ELEMENTWISE, "*": ELEMENTWISE, "@": MATRICES}


class Tape(Exercise):
    """Not required: the backward of a leaf, a second backward of the same graph, and a grad of inner tensors.

    `Tensor(y, True, operands, pull)` records any operation, with `pull=lambda dy: backward(dy, cache)`.
    """

    name = "tape"
    wants = (Tensor,)

    def interface(self, data, tensor):
        """Attributes, arguments, shapes and dtypes; and no array that is given may change."""
        tensor(np.ones(3), True, (tensor(np.ones(3)),), lambda dy: (dy,))
        for sign, operate in OPERATIONS.items():
            for dtype in (np.float32, np.float64):
                a, b, dy = (data.put(data.rng.standard_normal((3, 3)), dtype) for _ in range(3))
                x, y, w = tensor(a), tensor(b, requires_grad=True), tensor(a)
                assert_like("data", x.data, a.shape, dtype)
                assert_close("data", x.data, to_numpy(a), 1e-12)
                if x.grad is not None and x.grad.any():
                    raise Finding("grad must be None or zeros before the first backward")
                arrays = [a, b, x.data, y.data, dy]
                z = untouched(f"x {sign} y", lambda *_, x=x, y=y, operate=operate: operate(x, y), arrays, {})
                if not isinstance(z, tensor):
                    raise Finding(f"x {sign} y must be a Tensor, not {type(z).__name__}")
                assert_like(f"the data of x {sign} y", z.data, a.shape, dtype)
                untouched("backward(dy)", lambda *_, z=z, dy=dy: z.backward(dy), arrays, {})
                operate(w, y).backward()
                for what, leaf in (("backward(dy)", x), ("backward(dy)", y), ("backward()", w)):
                    assert_like(f"grad after (x {sign} y).{what}", leaf.grad, a.shape, dtype)

    def forward(self, data, tensor):
        """Sums and products equal loops over the entries, also with broadcasting."""
        for sign, operate in OPERATIONS.items():
            for shapes in SHAPES[sign]:
                a, b = map(data.rng.standard_normal, shapes)
                y = operate(tensor(data.put(a)), tensor(data.put(b))).data
                swapped = {"x and y are swapped": b @ a} if sign == "@" and a.shape == b.shape else {}
                assert_close(described(sign, shapes), y, by_loops(sign, a, b), 1e-10, swapped)

    def gradient(self, data, tensor):
        """Formulas for square matrices, then the gradient check: on every shape, and on longer expressions."""
        for sign, operate in OPERATIONS.items():
            a, b, dy = (data.rng.standard_normal((3, 3)) for _ in range(3))
            pairs = zip(
                "xy", gradients(data, tensor, operate, [a, b], dy), right_gradients(sign, a, b, dy), strict=True
            )
            for name, actual, right in pairs:
                mistakes = wrong_gradients(sign, name, a, b, dy)
                assert_close(f"x {sign} y: the gradient of {name}", actual, right, 1e-10, mistakes)
            for shapes in SHAPES[sign]:
                check_gradients(data, tensor, described(sign, shapes), shapes, operate)
        shapes = (2, 5, 3), (3, 4), (4,), (5, 1), (4, 7)
        check_gradients(data, tensor, "(x @ y + z) * v @ w", shapes, lambda x, y, z, v, w: (x @ y + z) * v @ w)
        check_gradients(data, tensor, "v * (z + x @ y) @ w", shapes, lambda x, y, z, v, w: v * (z + x @ y) @ w)

    def adversarial(self, data, tensor):
        """Tensors with several users, deep graphs, arrays without axes, constants, and the memory of gradients."""
        x, b, c, dy = (data.rng.uniform(0.5, 1.5, 3) for _ in range(4))
        graphs = {  # build, and the gradients that reach x through the two operands of the last operation
            "x + x": (lambda x, b, c: x + x, dy, dy),
            "x * x": (lambda x, b, c: x * x, dy * x, dy * x),
            "s = x * b; s + s * c": (lambda x, b, c: (s := x * b) + s * c, dy * b, dy * b * c),
            "s = x * b; s * c + s": (lambda x, b, c: (s := x * b) * c + s, dy * b * c, dy * b),
            "a diamond, s = x * b; s * b + s * c": (lambda x, b, c: (s := x * b) * b + s * c, dy * b * b, dy * b * c),
        }
        for what, (build, left, right) in graphs.items():
            total, mistakes = left + right, {}
            for path, share in ("left operand", left), ("right operand", right):
                by = f"what comes through the {path} of the last operation"
                mistakes[f"{by} is lost: add up what all users of a tensor send, then pass it on"] = total - share
                mistakes[f"{by} counts twice: pass a gradient on once, after all users have sent"] = total + share
            actual = gradients(data, tensor, build, [x, b, c], dy)[0]
            assert_close(f"{what}: the gradient of x", actual, total, 1e-10, mistakes)
        for _ in range(5):
            self.random_graph(data, tensor)
        self.large_graphs(data, tensor)
        self.leaves(data, tensor)

    def random_graph(self, data, tensor):
        """Compare with the complex step: f(x + ih) = f(x) + ih f'(x) + O(h^2), which needs no subtraction."""
        operations = [("+*"[data.rng.integers(2)], *data.rng.integers(0, n, 2)) for n in range(3, 9)]

        def build(*leaves):
            nodes = list(leaves)
            for sign, i, j in operations:
                nodes.append(OPERATIONS[sign](nodes[i], nodes[j]))
            return reduce(operator.add, nodes)

        *arrays, dy = (data.rng.uniform(-1.5, 1.5, 2) for _ in range(4))
        for i, actual in enumerate(gradients(data, tensor, build, arrays, dy)):
            y = build(*(x + 1e-30j * (i == j) for j, x in enumerate(arrays)))
            assert_close(f"a random graph of + and *: the gradient of leaf {i}", actual, dy * y.imag / 1e-30, 1e-10)

    def large_graphs(self, data, tensor):
        """The work must grow with the number of tensors, not of paths, and a deep graph needs no deep recursion."""
        one = data.put(np.ones(1))

        def double(times):
            x = y = tensor(one)
            for _ in range(times):
                y = y + y
            y.backward()
            return x.grad

        if (more := count_calls(double, 12)) > 8 * (fewer := count_calls(double, 6)):
            raise Finding(
                f"y = y + y, 12 times instead of 6, takes {more / fewer:.0f} times the work: each y + y doubles the "
                "number of paths, so pass a gradient on once per tensor, after all its users, and not once per path"
            )
        assert_close("y = y + y, 60 times: the gradient", double(60), np.full(1, 2.0**60), 1e-10)
        chain = [tensor(one)]  # a list frees its last tensor first; the stack of a browser cannot free a deep graph
        try:
            for _ in range(5000):
                chain.append(chain[-1] + tensor(one, requires_grad=False))
            chain[-1].backward()
        except RecursionError:
            cure = "keep a list of the tensors that are still to be visited, instead of a function that calls itself"
            raise Finding(f"a chain of 5000 additions ends in a RecursionError: {cure}") from None
        assert_close("a chain of 5000 additions: the gradient", chain[0].grad, np.ones(1), 1e-10)

    def leaves(self, data, tensor):
        """Arrays without axes, constants, and gradients that must not share memory."""
        a, dy = data.rng.standard_normal((2, 2, 3))
        two, three, five = map(np.array, (2.0, 3.0, 5.0))
        x, _ = gradients(data, tensor, lambda x, y: x * y + x, [two, three], five)
        assert_close("x * y + x of arrays without axes: the gradient of x", x, np.array(20.0), 1e-10)
        x, _ = gradients(data, tensor, operator.mul, [two, a], dy)
        assert_close("x * y, x without axes: the gradient of x", x, (dy * a).sum(), 1e-10)

        x, constant = tensor(data.put(a)), tensor(data.put(a), requires_grad=False)
        (x * constant + constant).backward(data.put(dy))
        assert_close("x * constant: the gradient of x", x.grad, dy * a, 1e-10)
        if constant.grad is not None and constant.grad.any():
            raise Finding("a leaf with requires_grad=False must get no gradient")

        x, y, given = tensor(data.put(a)), tensor(data.put(a)), data.put(dy)
        (x + y).backward(given)
        x.grad *= 3  # as clipping would
        for what, array in (("the gradient of y", y.grad), ("the dy that was given", given)):
            if not abs(to_numpy(array) - dy).max() < 1e-12:
                raise Finding(f"x + y: the gradient of x and {what} are the same array; give each leaf its own")

    def recorded(self, data, tensor):
        """z = relu(x) @ w + f(x, x), where relu and f(a, b) = a b^2 are recorded: as the model records its layers"""
        x, w, dz = (data.put(data.rng.standard_normal(shape)) for shape in ((2, 3), (3, 3), (2, 3)))
        a, b = tensor(x), tensor(w)
        relu = tensor(x * (x > 0), True, (a,), lambda dy: (dy * (x > 0),))
        product = tensor(x * x**2, True, (a, a), lambda dy: (dy * x**2, dy * 2 * x * x))
        (relu @ b + product).backward(dz)
        shares = {"relu": dz @ w.T * (x > 0), "the first use in f": dz * x**2, "the second use in f": dz * 2 * x * x}
        right = sum(shares.values())
        mistakes = {f"the share of {name} is lost": to_numpy(right - share) for name, share in shares.items()}
        assert_close("relu(x) @ w + f(x, x): the gradient of x", a.grad, to_numpy(right), 1e-10, mistakes)
        assert_close("relu(x) @ w + f(x, x): the gradient of w", b.grad, to_numpy((x * (x > 0)).T @ dz), 1e-10)

    def invariants(self, data, tensor):
        """Gradients are linear in dy, and do not depend on the order of a sum."""
        *arrays, dy = data.rng.standard_normal((4, 2, 3))

        def straight(a, b, c):
            return (a * b + b * c) + c

        laws = {
            "with 2 times dy a gradient must be 2 times what it was": (straight, 2),
            "with a dy of zeros every gradient must be zero": (straight, 0),
            "it must not matter which operand was computed first": (
                lambda a, b, c: [s := b * c, (a * b + s) + c][1],
                1,
            ),
            "(p + q) + r and p + (q + r) must have the same gradients": (lambda a, b, c: a * b + (b * c + c), 1),
        }
        once = gradients(data, tensor, straight, arrays, dy)
        for law, (build, factor) in laws.items():
            for actual, before in zip(gradients(data, tensor, build, arrays, factor * dy), once, strict=True):
                if not abs(to_numpy(actual - factor * before)).max() < 1e-12:
                    raise Finding(law)

    def integration(self, data, tensor):
        """Operations that are recorded with `operands` and `pull`; and three steps of gradient descent on a small
        network, compared with formulas."""
        self.recorded(data, tensor)
        arrays = [data.rng.uniform(-1, 1, shape) for shape in ((7, 3), (7, 2))]
        arrays += [data.rng.uniform(-0.5, 0.5, shape) for shape in ((3, 5), (5,), (5, 2), (2,))]  # nothing explodes
        pairs = zip(("w1", "b1", "w2", "b2"), train(data, tensor, *arrays), train_by_hand(*arrays), strict=True)
        for name, actual, right in pairs:
            assert_close(f"a small network after 3 steps: {name}", actual, right, 1e-8)


def described(sign, shapes):
    return f"x {sign} y of shapes {shapes[0]} and {shapes[1]}"


def gradients(data, tensor, build, arrays, dy):
    """The gradients of the leaves after the backward of build(*leaves)."""
    leaves, dy = [tensor(data.put(x)) for x in arrays], data.put(dy)
    y = build(*leaves)
    untouched("backward(dy)", lambda *_: y.backward(dy), [dy], {})
    return [leaf.grad for leaf in leaves]


def check_gradients(data, tensor, what, shapes, build):
    """Compare the backward of build(*leaves) with finite differences."""
    arrays = [data.put(data.rng.standard_normal(shape)) for shape in shapes]
    leaves = {name: tensor(x) for name, x in zip("xyzvw", arrays, strict=False)}
    try:
        with in_case(what):
            check_module(leaves, lambda: build(*leaves.values()), seed=data.seed)
    except FailedCase as failed:
        if not isinstance(error := failed.__cause__, ValueError):
            raise
        # from NumPy, for shapes that do not fit
        cause = ".T reverses all axes: swap the last two" if max(map(len, shapes)) > 2 else ""
        raise Finding(f"backward raises {error}", what, cause=cause) from None


def count_calls(function, *arguments):
    """The number of function calls: a measure of work that does not depend on how busy the machine is."""
    count, before = 0, sys.getprofile()

    def count_call(frame, event, _):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(count_call)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return count


def train(data, tensor, x, target, *weights, rate=0.1):
    """Three steps of gradient descent on the mean over rows of |h * h @ w2 + b2 - target|^2, with h = x @ w1 + b1."""
    x, minus_target = (tensor(data.put(each), requires_grad=False) for each in (x, -target))
    mean = data.put(np.full(target.shape, 1 / len(target)))
    w1, b1, w2, b2 = leaves = [tensor(data.put(each)) for each in weights]
    for _ in range(3):
        h = x @ w1 + b1
        error = h * h @ w2 + b2 + minus_target
        (error * error).backward(mean)
        for leaf in leaves:
            leaf.data = leaf.data - rate * leaf.grad
            leaf.grad = 0 * leaf.grad
    return [leaf.data for leaf in leaves]
