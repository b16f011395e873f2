"""Small exercises of chapter 1."""

import numpy as np

from ..exercise import short_repr
from .answer import expect, small

GRAPHS = [
    (dict(x=(), y=("x", "x")), "y"),
    (dict(a=(), b=(), s=("a", "b"), p=("s", "b"), y=("p", "s")), "y"),
    (dict(a=(), b=(), s=("a", "b"), p=("s", "b"), y=("s", "p")), "y"),
    (dict(e=("d", "a"), d=("c", "b"), c=("b", "a"), b=("a", "a"), a=(), unused=("e", "d")), "e"),
]


@small("01/1", "the derivative of x * x + x at x = 3, a number")
def diamond(answer):
    expect(answer, 7, "x is used three times; add the contributions of all uses")


@small("01/2", "the number of paths that lead back to x after y = x and ten times y = y * y, a number")
def paths(answer):
    expect(answer, 1024, "each line uses the one before it twice: how often does the number of paths double?")


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
        hint = f"dy of shape {stretched} must be summed over the axes that {shape} lacks or has with length 1"
        expect(answer(dy.copy(), shape), right.reshape(shape), hint)
