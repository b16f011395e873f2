"""Small exercises of chapter 1."""

import numpy as np

from ..exercises.exercise import short_repr
from .question import ask

ask(
    "01/1",
    "the derivative of x * x + x at x = 3, a number",
    7,
    wrong={
        "this is the share of the product alone; x is used in the sum too": 6,
        "this is one share from the product and one from the sum; how often does x * x use x?": 4,
    },
    hints=(
        "how often does x occur in the program? Each occurrence is a use and sends a share",
        "x is used twice in the product and once in the sum; write down the slope of each use and add them",
    ),
)

ask(
    "01/2",
    "the number of paths that lead back to x after y = x and ten times y = y * y, a number",
    1024,
    wrong={
        "this is the number of tensors; a path is a way along the arrows from the last y to x": 11,
        "this is the number of arrows; a path follows one arrow per repetition": 20,
    },
    hints=(
        "draw one repetition and two repetitions and count the paths",
        "each line uses the one before it twice: how often does the number of paths double?",
    ),
)

GRAPHS = [
    (dict(x=(), y=("x", "x")), "y"),
    (dict(a=(), b=(), s=("a", "b"), p=("s", "b"), y=("p", "s")), "y"),
    (dict(a=(), b=(), s=("a", "b"), p=("s", "b"), y=("s", "p")), "y"),
    (dict(e=("d", "a"), d=("c", "b"), c=("b", "a"), b=("a", "a"), a=(), unused=("e", "d")), "e"),
]


def operands_first(operands, end):
    needed = dict.fromkeys(name for operand in operands[end] for name in operands_first(operands, operand))
    return [*needed, end]


def breadth_first(operands, end):
    order = [end]
    for name in order:
        order += [operand for operand in dict.fromkeys(operands[name]) if operand not in order]
    return order


def users_first(answer):
    for operands, end in GRAPHS:
        names, needed = answer(dict(operands), end), set(operands_first(operands, end))
        if not isinstance(names, list | tuple):
            raise AssertionError(f"return a list of names, not {short_repr(names)}")
        names = list(names)
        if sorted(map(str, names)) != sorted(needed):
            depends = f"for {operands}, {end} depends on {sorted(needed)}"
            raise AssertionError(f"{depends}: return each of them once, not {names}")
        for i, name in enumerate(names):
            for user in names[i + 1 :]:
                if name in operands[user]:
                    raise AssertionError(f"for {operands}: in {names}, {name} comes before {user}, which uses it")


ask(
    "01/3",
    "a function of {name: its operands} and a name that gives all names it depends on, each after all its users",
    lambda *graph: operands_first(*graph)[::-1],
    wrong={
        "comes before": (operands_first, breadth_first),
        "return each of them once": lambda operands, end: [end, *operands[end]],
        "return a list of names": lambda operands, end: {end},
    },
    judge=users_first,
)


def summed(dy, shape, missing=True, ones=True, add=np.sum):
    if missing:
        dy = add(dy, axis=tuple(range(dy.ndim - len(shape))))
    axes = tuple(axis for axis, n in enumerate(shape) if n == 1)
    return add(dy, axis=axes, keepdims=True) if ones else dy


RNG = np.random.default_rng(0)
STRETCHED = [((3, 5), (5,)), ((3, 5), (3, 1)), ((2, 3, 5), (1, 5)), ((3, 5), (3, 5)), ((2, 3), ())]

ask(
    "01/4",
    "a function of dy and a shape that sums dy over the axes along which an operand of that shape was broadcast",
    summed,
    tries=[(RNG.standard_normal(stretched), shape) for stretched, shape in STRETCHED],
    wrong={
        "this is the mean of the shares; the rule says add": lambda *a: summed(*a, add=np.mean),
        "sum over the axes that the operand lacks too": lambda *a: summed(*a, missing=False),
        "sum over the axes that the operand has with length 1 too": lambda *a: summed(*a, ones=False),
    },
    hints=(
        "the shape is right, the numbers are not",
        "sum over the axes that the operand lacks and over those that it has with length 1",
    ),
)

OVERWRITING = (
    "overwriting: the shares arrive at x one after the other; which one is the last?",
    "overwriting: u = x * x, then y = u * x; the line of u is treated last, and each of its uses sends x * du",
)
TOO_EARLY = (
    "too_early: which tensors pass something on, and does one of them still lack a share when it does?",
    "too_early: u has one user only, and x is a leaf, which passes nothing on; what is then lost?",
)

ask(
    "01/5",
    "[overwriting, too_early]: the gradients of x = 2 that the two give for y = x * x * x, a list of 2",
    [4, 12],
    hints=lambda given, right: TOO_EARLY if given[0] == right[0] else OVERWRITING,
)

ask(
    "01/6",
    "a function of dy [n, n] and x [n, d] that gives dx for y = x x^T, [n, d]",
    lambda dy, x: (dy + dy.T) @ x,
    tries=[(RNG.standard_normal((4, 4)), RNG.standard_normal((4, 3)))],
    wrong={
        "x is used twice, but only one of its two shares is there": lambda dy, x: dy @ x,
        "x is used twice, but only the share through the transpose is there": lambda dy, x: dy.T @ x,
        "the two shares are equal only if dy is symmetric, and here it is not": lambda dy, x: 2 * dy @ x,
    },
)
