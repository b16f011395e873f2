"""Small exercises of chapter 1."""

import numpy as np

from ..exercises.exercise import assert_close, short_repr
from .answer import expect, numbers, small

GRAPHS = [
    (dict(x=(), y=("x", "x")), "y"),
    (dict(a=(), b=(), s=("a", "b"), p=("s", "b"), y=("p", "s")), "y"),
    (dict(a=(), b=(), s=("a", "b"), p=("s", "b"), y=("s", "p")), "y"),
    (dict(e=("d", "a"), d=("c", "b"), c=("b", "a"), b=("a", "a"), a=(), unused=("e", "d")), "e"),
]


@small("01/1", "the derivative of x * x + x at x = 3, a number")
def diamond(answer):
    if np.array_equal(numbers(answer), 6):
        raise AssertionError("this is the share of the product alone; x is used in the sum too")
    if np.array_equal(numbers(answer), 4):
        raise AssertionError("this is one share from the product and one from the sum; how often does x * x use x?")
    expect(
        answer,
        7,
        "how often does x occur in the program? Each occurrence is a use and sends a share",
        "x is used twice in the product and once in the sum; write down the slope of each use and add them",
    )


@small("01/2", "the number of paths that lead back to x after y = x and ten times y = y * y, a number")
def paths(answer):
    if np.array_equal(numbers(answer), 11):
        raise AssertionError("this is the number of tensors; a path is a way along the arrows from the last y to x")
    if np.array_equal(numbers(answer), 20):
        raise AssertionError("this is the number of arrows; a path follows one arrow per repetition")
    expect(
        answer,
        1024,
        "draw one repetition and two repetitions and count the paths",
        "each line uses the one before it twice: how often does the number of paths double?",
    )


@small(
    "01/3", "a function of {name: its operands} and a name that gives all names it depends on, each after all its users"
)
def order(answer):
    for operands, end in GRAPHS:
        names = answer(dict(operands), end)
        if not isinstance(names, list | tuple):
            raise AssertionError(f"return a list of names, not {short_repr(names)}")
        names, needed, todo = list(names), {end}, [end]
        while todo:
            todo.extend(new := set(operands[todo.pop()]) - needed)
            needed |= new
        if sorted(map(str, names)) != sorted(needed):
            raise AssertionError(
                f"for {operands}, {end} depends on {sorted(needed)}: return each of them once, not {names}"
            )
        for name in names:
            for user in (user for user in names if name in operands[user]):
                if names.index(user) > names.index(name):
                    raise AssertionError(f"for {operands}: in {names}, {name} comes before {user}, which uses it")


@small(
    "01/4", "a function of dy and a shape that sums dy over the axes along which an operand of that shape was broadcast"
)
def sum_to_shape(answer):
    rng = np.random.default_rng(0)
    for shape, stretched in [((5,), (3, 5)), ((3, 1), (3, 5)), ((1, 5), (2, 3, 5)), ((3, 5), (3, 5)), ((), (2, 3))]:
        dy, right = rng.standard_normal(stretched), np.zeros((1,) * (len(stretched) - len(shape)) + shape)
        for index in np.ndindex(stretched):
            right[tuple(0 if n == 1 else i for i, n in zip(index, right.shape, strict=True))] += dy[index]
        right = right.reshape(shape)
        summed = numbers(answer(dy.copy(), shape))
        where = f"dy of shape {stretched}, an operand of shape {shape}"
        if summed.shape != shape:
            raise AssertionError(f"{where}: your result has shape {summed.shape}; it must have the operand's shape")
        count = dy.size / max(right.size, 1)
        if count > 1 and np.allclose(summed * count, right):
            raise AssertionError(f"{where}: this is the mean of the shares; the rule says add")
        hint = "sum over the axes that the operand lacks and over those that it has with length 1"
        expect(summed, right, f"{where}: the shape is right, the numbers are not", f"{where}: {hint}")


@small("01/5", "[overwriting, too_early]: the gradients of x = 2 that the two give for y = x * x * x, a list of 2")
def three_uses(answer):
    value = numbers(answer)
    if value.shape != (2,):
        raise AssertionError("give two numbers: [overwriting, too_early]")
    if value[0] != 4:
        raise AssertionError(
            "overwriting: the shares arrive at x one after the other; which one is the last?",
            "overwriting: u = x * x, then y = u * x; the line of u is treated last, and each of its uses sends x * du",
        )
    expect(
        value,
        [4, 12],
        "too_early: which tensors pass something on, and does one of them still lack a share when it does?",
        "too_early: u has one user only, and x is a leaf, which passes nothing on; what is then lost?",
    )


@small("01/6", "a function of dy [n, n] and x [n, d] that gives dx for y = x x^T, [n, d]")
def gram(answer):
    rng = np.random.default_rng(1)
    dy, x = rng.standard_normal((4, 4)), rng.standard_normal((4, 3))
    right, h = np.empty_like(x), 1e-5
    for where in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[where] += h
        below[where] -= h
        right[where] = (dy * (above @ above.T - below @ below.T)).sum() / (2 * h)
    mistakes = {
        "x is used twice, but only one of its two shares is there": dy @ x,
        "x is used twice, but only the share through the transpose is there": dy.T @ x,
        "the two shares are equal only if dy is symmetric, and here it is not": 2 * dy @ x,
    }
    assert_close("dx", answer(dy.copy(), x.copy()), right, 1e-6, mistakes)
