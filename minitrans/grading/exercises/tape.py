"""The tape of reverse-mode automatic differentiation: a tensor that records how it was computed."""

import operator
import sys
from functools import partial, reduce

import numpy as np

from ...backend import to_numpy
from ...gradcheck import check_module
from ..my_transformer.tape import Tensor
from .exercise import Exercise, RandomData, assert_close, assert_small
from .finding import Finding, in_case
from .mistakes import Edit
from .operation import assert_like, untouched
from .whole import same_training

OPERATIONS = {"+": operator.add, "*": operator.mul, "@": operator.matmul}
ELEMENTWISE = [((3, 5), (3, 5)), ((2, 3, 5), (5,)), ((5,), (3, 5)), ((2, 1, 5), (3, 1)), ((1,), (2, 3)), ((1,), (1,))]
MATRICES = [((3, 3), (3, 3)), ((2, 3), (3, 5)), ((3, 3, 3), (3, 3, 3)), ((2, 4, 3), (2, 3, 5)), ((2, 4, 3), (3, 5)),
            ((4, 3), (2, 3, 5))]  # fmt: skip
SHAPES = {"+": ELEMENTWISE, "*": ELEMENTWISE, "@": MATRICES}

# Texts of our part that the mistakes change
OF_PRODUCT, OF_MATRICES = "(dy * b, dy * a)", "(dy @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ dy)"
IN_FRONT = "dx.sum(axis=tuple(range(dx.ndim - len(shape))))"
OF_LENGTH_1 = "dx.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)"
ADDED = "gradients[x] = gradients.get(x, 0) + summed_to(dx, x.data.shape)"


class Tape(Exercise):
    """Not required: the backward of a leaf, a second backward of the same graph, and a grad of inner tensors.

    `Tensor(y, True, operands, pull)` records any operation, with `pull=lambda dy: backward(dy, cache)`.
    """

    name = "tape"
    wants = (Tensor,)
    mistakes = [
        Edit("x and y are swapped", ("Tensor(a @ b", "Tensor(b @ a")),
        Edit("dy is ignored: the slope must be multiplied by it", (" if dy is None else dy", "")),
        Edit("the operand itself is used, not the other one: the derivative of x * y by x is y",
             (OF_PRODUCT, "(dy * a, dy * b)")),
        Edit("the slope is not multiplied by the other operand", (OF_PRODUCT, "(dy, dy)")),
        Edit("the other operand is not transposed", (OF_MATRICES, "(dy @ b, a @ dy)")),
        Edit("the factors are swapped: dx = dz y^T, dy = x^T dz",
             (OF_MATRICES, "(b.swapaxes(-1, -2) @ dy, dy @ a.swapaxes(-1, -2))")),
        Edit("the factors are swapped, and nothing is transposed", (OF_MATRICES, "(b @ dy, dy @ a)")),
        Edit(".T reverses all axes: swap the last two", (OF_MATRICES, "(dy @ b.T, a.T @ dy)")),
        Edit("the axes that broadcasting puts in front are not summed", (IN_FRONT, "dx")),
        Edit("the axes of length 1 that were broadcast are not summed", (OF_LENGTH_1, "dx")),
        Edit("the gradients of an operand's copies are averaged, not added up",
             (IN_FRONT, IN_FRONT.replace("sum", "mean"), OF_LENGTH_1, OF_LENGTH_1.replace("sum", "mean"))),
        Edit("what an earlier user of a tensor has sent is lost: add up what all send, then pass it on",
             (ADDED, "gradients[x] = summed_to(dx, x.data.shape)")),
        Edit("what a later user of a tensor sends is lost: add up what all send, then pass it on",
             (ADDED, "gradients.setdefault(x, summed_to(dx, x.data.shape))")),
        Edit("what a user sends counts twice: pass a gradient on once, after all users have sent",
             ("set(tensor.operands) - graph", "list(tensor.operands)", "graph |= new", "pass",
              "sorted(graph, key=lambda each: -each.age)", "todo", "gradients.pop(tensor)", "gradients[tensor]",
              "tensor.grad + dy\n", "dy\n")),
    ]  # fmt: skip

    def compare(self, data, tensor, what, call):
        """Finding unless call(tensor, data) gives the same {name: array} as our Tensor."""
        call_ours = partial(call, data=RandomData(0))
        with in_case(what):
            actual = call(tensor, data)
            for name, right in call_ours(*self.ours()).items():
                known = self.wrong(call_ours).items()
                mistakes = {cause: wrong[name] for cause, wrong in known if wrong[name] is not None}
                assert_close(name, actual[name], right, 1e-10, mistakes)

    def compare_gradients(self, data, tensor, what, build, *arrays, dy=None):
        def call(tensor, data):
            names = (f"the gradient of {name}" for name in "xyzvw")
            return dict(zip(names, gradients(data, tensor, build, arrays, dy), strict=False))

        self.compare(data, tensor, what, call)

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
        """Sums and products, also with broadcasting."""
        for what, operate, (a, b), _ in operations(data.rng):

            def call(tensor, data, operate=operate, a=a, b=b):
                return {"the data": operate(tensor(data.put(a)), tensor(data.put(b))).data}

            self.compare(data, tensor, what, call)

    def gradient(self, data, tensor):
        """Those of each operation, with every kind of broadcasting; and the gradient check of longer expressions."""
        for what, operate, arrays, dy in operations(data.rng):
            self.compare_gradients(data, tensor, what, operate, *arrays, dy=dy)
        check_gradients(data, tensor, "(x @ y + z) * v @ w", lambda x, y, z, v, w: (x @ y + z) * v @ w)
        check_gradients(data, tensor, "v * (z + x @ y) @ w", lambda x, y, z, v, w: v * (z + x @ y) @ w)

    def adversarial(self, data, tensor):
        """Tensors with several users, deep graphs, arrays without axes, constants, and the memory of gradients."""
        x, y, z, dy = data.rng.uniform(0.5, 1.5, (4, 3))
        self.compare_gradients(data, tensor, "x + x", lambda x: x + x, x, dy=dy)
        self.compare_gradients(data, tensor, "x * x", lambda x: x * x, x, dy=dy)
        graphs = {
            "s = x * y; s + s * z": lambda x, y, z: (s := x * y) + s * z,
            "s = x * y; s * z + s": lambda x, y, z: (s := x * y) * z + s,
            "a diamond, s = x * y; s * y + s * z": lambda x, y, z: (s := x * y) * y + s * z,
        }
        for what, build in graphs.items():
            self.compare_gradients(data, tensor, what, build, x, y, z, dy=dy)
        what = "s = x @ y; (s * s + s + z) * v @ w"
        check_gradients(data, tensor, what, lambda x, y, z, v, w: ((s := x @ y) * s + s + z) * v @ w)
        for _ in range(5):
            self.random_graph(data, tensor)
        large_graphs(data, tensor)
        self.leaves(data, tensor)

    def random_graph(self, data, tensor):
        steps = [("+*"[data.rng.integers(2)], *data.rng.integers(0, n, 2)) for n in range(3, 9)]

        def build(*leaves):
            nodes = list(leaves)
            for sign, i, j in steps:
                nodes.append(OPERATIONS[sign](nodes[i], nodes[j]))
            return reduce(operator.add, nodes)

        *arrays, dy = data.rng.uniform(-1.5, 1.5, (4, 2))
        self.compare_gradients(data, tensor, "a random graph of + and *", build, *arrays, dy=dy)

    def leaves(self, data, tensor):
        """Arrays without axes, constants, and gradients that must not share memory."""
        a, dy = data.rng.standard_normal((2, 2, 3))
        two, three, five = map(np.array, (2.0, 3.0, 5.0))
        what = "x * y + x of arrays without axes"
        self.compare_gradients(data, tensor, what, lambda x, y: x * y + x, two, three, dy=five)
        self.compare_gradients(data, tensor, "x * y, x without axes", operator.mul, two, a, dy=dy)

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

    def invariants(self, data, tensor):
        """Gradients are linear in dy, and do not depend on the order of a sum."""
        *arrays, dy = data.rng.standard_normal((4, 2, 3))

        def straight(a, b, c):
            return (a * b + b * c) + c

        def second_first(a, b, c):
            second = b * c
            return (a * b + second) + c

        laws = (
            ("with 2 times dy a gradient must be 2 times what it was", straight, 2),
            ("with a dy of zeros every gradient must be zero", straight, 0),
            ("it must not matter which operand was computed first", second_first, 1),
            ("(p + q) + r and p + (q + r) must have the same gradients", lambda a, b, c: a * b + (b * c + c), 1),
        )
        once = gradients(data, tensor, straight, arrays, dy)
        for law, build, factor in laws:
            for actual, before in zip(gradients(data, tensor, build, arrays, factor * dy), once, strict=True):
                assert_small(actual - factor * before, 1e-12, law)

    def integration(self, data, tensor):
        """Operations that are recorded with `operands` and `pull`, as in the Transformer; and its training."""
        arrays = [data.rng.standard_normal(shape) for shape in ((2, 3), (3, 3))]
        dy = data.rng.standard_normal((2, 3))
        self.compare_gradients(data, tensor, "relu(x) @ y + f(x, x), f(a, b) = a b^2", recorded, *arrays, dy=dy)
        same_training(data, self, tensor)


def operations(rng):
    """Yield (description, operation, two arrays, dy) for each operation, and for each pair of shapes"""
    for sign, operate in OPERATIONS.items():
        for shapes in SHAPES[sign]:
            arrays = [rng.standard_normal(shape) for shape in shapes]
            dy = rng.standard_normal(operate(*arrays).shape)
            yield f"x {sign} y of shapes {shapes[0]} and {shapes[1]}", operate, arrays, dy


def gradients(data, tensor, build, arrays, dy):
    """The gradients of the leaves after the backward of build(*leaves)."""
    leaves, dy = [tensor(data.put(x)) for x in arrays], data.put(dy)
    y = build(*leaves)
    untouched("backward(dy)", lambda *_: y.backward(dy), [dy], {})
    return [leaf.grad for leaf in leaves]


def check_gradients(data, tensor, what, build):
    """Compare the backward of build(x, y, z, v, w) with finite differences."""
    arrays = map(data.rng.standard_normal, ((2, 5, 3), (3, 4), (4,), (5, 1), (4, 7)))
    leaves = {name: tensor(data.put(array)) for name, array in zip("xyzvw", arrays, strict=True)}
    with in_case(what):
        check_module(leaves, lambda: build(*leaves.values()), seed=data.seed)


def recorded(a, b):
    """relu(a) @ b + f(a, a), where relu and f(a, b) = a b^2 are recorded: as the model records its layers"""
    tensor, x = type(a), a.data
    relu = tensor(x * (x > 0), True, (a,), lambda dy: (dy * (x > 0),))
    product = tensor(x * x**2, True, (a, a), lambda dy: (dy * x**2, dy * 2 * x * x))
    return relu @ b + product


def large_graphs(data, tensor):
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
