"""The tape: a tensor that remembers how it was made."""

import math
import operator
import sys
from functools import reduce

import numpy as np

from ...backend import to_numpy
from ...gradcheck import check_module
from ...tensor import Tensor
from ..exercise import Exercise, assert_close
from ..operation import assert_like, untouched

OPERATIONS = {"+": operator.add, "*": operator.mul, "@": operator.matmul}
ELEMENTWISE = [((3, 5), (3, 5)), ((2, 3, 5), (5,)), ((5,), (3, 5)), ((2, 1, 5), (3, 1)), ((1,), (2, 3)), ((1,), (1,))]
MATRICES = [((3, 3), (3, 3)), ((2, 3), (3, 5)), ((2, 4, 3), (2, 3, 5)), ((2, 4, 3), (3, 5)), ((4, 3), (2, 3, 5))]
SHAPES = {"+": ELEMENTWISE, "*": ELEMENTWISE, "@": MATRICES}


class Tape(Exercise):
    """Not asked for: the backward of a leaf, a second backward of one graph, grad of what is not a leaf."""

    name = "tape"
    wants = (Tensor,)

    def interface(self, data, tensor):
        """Attributes, shapes and dtypes, and that nobody's arrays are written to."""
        for sign, operate in OPERATIONS.items():
            for dtype in (np.float32, np.float64):
                a, b, dy = (data.put(data.rng.standard_normal((3, 3)), dtype) for _ in range(3))
                x, y, w = tensor(a), tensor(b, requires_grad=True), tensor(a)
                assert_like("data", x.data, a.shape, dtype)
                assert_close("data", x.data, to_numpy(a), 1e-12)
                if x.grad is not None and x.grad.any():
                    raise AssertionError("grad must be None or zeros before the first backward")
                arrays = [a, b, x.data, y.data, dy]
                z = untouched(f"x {sign} y", lambda *_, x=x, y=y, operate=operate: operate(x, y), arrays, {})
                if not isinstance(z, tensor):
                    raise AssertionError(f"x {sign} y must be a Tensor, not {type(z).__name__}")
                assert_like(f"the data of x {sign} y", z.data, a.shape, dtype)
                untouched("backward(dy)", lambda *_, z=z, dy=dy: z.backward(dy), arrays, {})
                operate(w, y).backward()
                for what, leaf in (("backward(dy)", x), ("backward(dy)", y), ("backward()", w)):
                    assert_like(f"grad after (x {sign} y).{what}", leaf.grad, a.shape, dtype)

    def forward(self, data, tensor):
        """Sums and products against loops, with broadcasting."""
        for sign, operate in OPERATIONS.items():
            for shapes in SHAPES[sign]:
                a, b = map(data.rng.standard_normal, shapes)
                y = operate(tensor(data.put(a)), tensor(data.put(b))).data
                swapped = {"x and y are swapped": b @ a} if sign == "@" and a.shape == b.shape else {}
                assert_close(described(sign, shapes), y, by_loops(sign, a, b), 1e-10, swapped)

    def gradient(self, data, tensor):
        """Closed forms, then differences: every shape, and expressions of several operations."""
        for sign, operate in OPERATIONS.items():
            a, b, dy = (data.rng.standard_normal((3, 3)) for _ in range(3))
            pairs = zip("xy", gradients(data, tensor, operate, [a, b], dy), local(sign, a, b, dy), strict=True)
            for name, actual, right in pairs:
                mistakes = wrong_gradients(sign, name, a, b, dy)
                assert_close(f"x {sign} y: the gradient of {name}", actual, right, 1e-10, mistakes)
            for shapes in SHAPES[sign]:
                differences(data, tensor, described(sign, shapes), shapes, operate)
        shapes = (2, 5, 3), (3, 4), (4,), (5, 1), (4, 7)
        differences(data, tensor, "(x @ y + z) * v @ w", shapes, lambda x, y, z, v, w: (x @ y + z) * v @ w)
        differences(data, tensor, "v * (z + x @ y) @ w", shapes, lambda x, y, z, v, w: v * (z + x @ y) @ w)

    def adversarial(self, data, tensor):
        """Graphs that are no trees, deep graphs, arrays without axes, and leaves after backward."""
        x, b, c, dy = (data.rng.uniform(0.5, 1.5, 3) for _ in range(4))
        graphs = {  # and what comes to x by the left operand of the last operation, and by the right one
            "x + x": (lambda x, b, c: x + x, dy, dy),
            "x * x": (lambda x, b, c: x * x, dy * x, dy * x),
            "s = x * b; s + s * c": (lambda x, b, c: (s := x * b) + s * c, dy * b, dy * b * c),
            "s = x * b; s * c + s": (lambda x, b, c: (s := x * b) * c + s, dy * b * c, dy * b),
            "a diamond, s = x * b; s * b + s * c": (lambda x, b, c: (s := x * b) * b + s * c, dy * b * b, dy * b * c),
        }
        for what, (build, left, right) in graphs.items():
            total, mistakes = left + right, {}
            for path, share in ("left operand", left), ("right operand", right):
                by = f"what comes by the {path} of the last operation"
                mistakes[f"{by} is lost: add up what all users of a tensor send, then pass it on"] = total - share
                mistakes[f"{by} counts twice: pass a gradient on once, after all users have sent"] = total + share
            actual = gradients(data, tensor, build, [x, b, c], dy)[0]
            assert_close(f"{what}: the gradient of x", actual, total, 1e-10, mistakes)
        for _ in range(5):
            self.random_graph(data, tensor)
        self.large_graphs(data, tensor)
        self.leaves(data, tensor)

    def random_graph(self, data, tensor):
        """Against the complex step, f(x + ih) = f(x) + ih f'(x) but for h^2: no digits are lost to a difference."""
        steps = [("+*"[data.rng.integers(2)], *data.rng.integers(0, n, 2)) for n in range(3, 9)]

        def build(*leaves):
            nodes = list(leaves)
            for sign, i, j in steps:
                nodes.append(OPERATIONS[sign](nodes[i], nodes[j]))
            return reduce(operator.add, nodes)

        *arrays, dy = (data.rng.uniform(-1.5, 1.5, 2) for _ in range(4))
        for i, actual in enumerate(gradients(data, tensor, build, arrays, dy)):
            y = build(*(x + 1e-30j * (i == j) for j, x in enumerate(arrays)))
            assert_close(f"a random graph of + and *: the gradient of leaf {i}", actual, dy * y.imag / 1e-30, 1e-10)

    def large_graphs(self, data, tensor):
        """The work grows with the tensors, not with the paths between them; a deep graph is no deep recursion."""
        one = data.put(np.ones(1))

        def double(times):
            x = y = tensor(one)
            for _ in range(times):
                y = y + y
            y.backward()
            return x.grad

        if (more := calls(double, 12)) > 8 * (fewer := calls(double, 6)):
            raise AssertionError(
                f"y = y + y, 12 times instead of 6, takes {more / fewer:.0f} times the work: every time the number of "
                "paths doubles, so pass a gradient on once for each tensor, after all its users, not once for each path"
            )
        assert_close("y = y + y, 60 times: the gradient", double(60), np.full(1, 2.0**60), 1e-10)
        x = y = tensor(one)
        try:
            for _ in range(5000):
                y = y + tensor(one, requires_grad=False)
            y.backward()
        except RecursionError:
            cure = "keep a list of the tensors still to be visited instead of a function that calls itself"
            raise AssertionError(f"a chain of 5000 additions ends in a RecursionError: {cure}") from None
        assert_close("a chain of 5000 additions: the gradient", x.grad, np.ones(1), 1e-10)

    def leaves(self, data, tensor):
        """Arrays without axes, constants, and arrays that may not be shared."""
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
            raise AssertionError("a leaf made with requires_grad=False must get no gradient")

        x, y, given = tensor(data.put(a)), tensor(data.put(a)), data.put(dy)
        (x + y).backward(given)
        x.grad *= 3  # as clipping would
        for what, array in (("the gradient of y", y.grad), ("the dy that was given", given)):
            if not abs(to_numpy(array) - dy).max() < 1e-12:
                raise AssertionError(f"x + y: the gradient of x and {what} are one array; give each leaf its own")

    def invariants(self, data, tensor):
        """Linear in dy; how a sum is written down is of no account."""
        *arrays, dy = data.rng.standard_normal((4, 2, 3))

        def straight(a, b, c):
            return (a * b + b * c) + c

        laws = {
            "with 2 times dy a gradient must be 2 times what it was": (straight, 2),
            "with a dy of zeros every gradient must be zero": (straight, 0),
            "it must not matter which operand was made first": (lambda a, b, c: [s := b * c, (a * b + s) + c][1], 1),
            "(p + q) + r and p + (q + r) must have the same gradients": (lambda a, b, c: a * b + (b * c + c), 1),
        }
        once = gradients(data, tensor, straight, arrays, dy)
        for law, (build, factor) in laws.items():
            for actual, before in zip(gradients(data, tensor, build, arrays, factor * dy), once, strict=True):
                if not abs(to_numpy(actual - factor * before)).max() < 1e-12:
                    raise AssertionError(law)

    def integration(self, data, tensor):
        """Three steps of gradient descent of a small network, against formulas written by hand."""
        arrays = [data.rng.standard_normal(shape) for shape in ((7, 3), (7, 2), (3, 5), (5,), (5, 2), (2,))]
        pairs = zip(("w1", "b1", "w2", "b2"), train(data, tensor, *arrays), train_by_hand(*arrays), strict=True)
        for name, actual, right in pairs:
            assert_close(f"a small network after 3 steps: {name}", actual, right, 1e-8)


def described(sign, shapes):
    return f"x {sign} y of shapes {shapes[0]} and {shapes[1]}"


def gradients(data, tensor, build, arrays, dy):
    """What the backward of build(*leaves) gives the leaves."""
    leaves, dy = [tensor(data.put(x)) for x in arrays], data.put(dy)
    y = build(*leaves)
    untouched("backward(dy)", lambda *_: y.backward(dy), [dy], {})
    return [leaf.grad for leaf in leaves]


def differences(data, tensor, what, shapes, build):
    arrays = [data.put(data.rng.standard_normal(shape)) for shape in shapes]
    leaves = {name: tensor(x) for name, x in zip("xyzvw", arrays, strict=False)}
    try:
        check_module(leaves, lambda: build(*leaves.values()), seed=data.seed)
    except AssertionError as error:
        raise AssertionError(f"{what}: {error}") from None
    except ValueError as error:  # from NumPy: shapes do not fit
        cause = "\n  probably   .T reverses all axes: swap the last two" if max(map(len, shapes)) > 2 else ""
        raise AssertionError(f"{what}: backward raises {error}{cause}") from None


def by_loops(sign, a, b):
    """a + b, a * b or a @ b, one entry at a time."""
    if sign != "@":
        pairs = np.broadcast(a, b)
        return np.array([OPERATIONS[sign](x, y) for x, y in pairs]).reshape(pairs.shape)
    leading = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = (np.broadcast_to(x, (*leading, *x.shape[-2:])) for x in (a, b))
    y = np.empty((*leading, a.shape[-2], b.shape[-1]))
    for *where, i, j in np.ndindex(y.shape):
        y[(*where, i, j)] = math.fsum(a[(*where, i)] * b[(*where, ..., j)])
    return y


def local(sign, a, b, dy):
    """The gradients of x and y; of matrices dx_ik = sum_j dy_ij y_kj and dy_kj = sum_i x_ik dy_ij."""
    if sign == "@":
        return by_loops("@", dy, b.T), by_loops("@", a.T, dy)
    return (dy, dy) if sign == "+" else (dy * b, dy * a)


def wrong_gradients(sign, name, a, b, dy):
    """{mistake: what it gives}, for square matrices."""
    own, other = (a, b) if name == "x" else (b, a)
    wrong = {
        "dy is ignored: the slope must be multiplied by it": local(sign, a, b, np.ones(dy.shape))["xy".index(name)]
    }
    if sign == "*":
        wrong[f"{name} itself is used, not the other operand: x * y has the slope y along x"] = dy * own
        wrong["the slope is not multiplied by the other operand"] = dy
    if sign == "@":
        left, right = (dy, other) if name == "x" else (other, dy)  # as they should be, but for the transpose
        wrong["the other operand is not transposed"] = left @ right
        wrong["the factors are swapped: dx = dz y^T, dy = x^T dz"] = right.T @ left if name == "x" else right @ left.T
        wrong["the factors are swapped, and nothing is transposed"] = right @ left
    return wrong


def calls(function, *arguments):
    """How many functions are called on the way: a measure of work that a busy machine does not disturb."""
    count, before = 0, sys.getprofile()

    def note(frame, event, _):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return count


def train(data, tensor, x, target, *weights, rate=0.01):
    """Make the mean over rows of |h * h @ w2 + b2 - target|^2 smaller, h = x @ w1 + b1."""
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


def train_by_hand(x, target, w1, b1, w2, b2, rate=0.01):
    for _ in range(3):
        h = x @ w1 + b1
        derror = 2 * (h * h @ w2 + b2 - target) / len(target)
        dh = 2 * h * (derror @ w2.T)
        w1, b1 = w1 - rate * x.T @ dh, b1 - rate * dh.sum(axis=0)
        w2, b2 = w2 - rate * (h * h).T @ derror, b2 - rate * derror.sum(axis=0)
    return w1, b1, w2, b2
