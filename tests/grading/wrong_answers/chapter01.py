"""Wrong answers to the exercises of chapter 1."""

import numpy as np


def keys_backwards(operands, end):
    """Every name in the reverse order of the dict, without those that end does not need."""
    needed, todo = {end}, [end]
    while todo:
        new = set(operands[todo.pop()]) - needed
        needed |= new
        todo += new
    return [name for name in reversed(operands) if name in needed]


def by_depth(operands, end):
    """Breadth first, each name once, at the place of its last visit to a depth below 3."""
    levels, level = [], [end]
    while level and len(levels) < 3:
        levels.append(level)
        level = [operand for name in level for operand in operands[name]]
    flat = [name for level in levels for name in level]
    return [name for i, name in enumerate(flat) if name not in flat[i + 1 :]]


def operands_first(operands, end):
    order = []

    def visit(name):
        if name not in order:
            for operand in operands[name]:
                visit(operand)
            order.append(name)

    visit(end)
    return order


def leading(dy, shape):
    """Only the axes that are missing in front."""
    return dy.sum(axis=tuple(range(dy.ndim - len(shape))))


def ones_only(dy, shape):
    axes = tuple(i for i, n in enumerate(shape) if n == 1)
    return dy.sum(axis=axes, keepdims=True).reshape(shape) if dy.ndim == len(shape) else leading(dy, shape)


def first_of_broadcast(dy, shape):
    """Takes the first entry along a broadcast axis."""
    while dy.ndim > len(shape):
        dy = dy[0]
    return dy[tuple(slice(0, 1) if n == 1 else slice(None) for n in shape)]


def largest_absolute(dy, shape):
    dy = abs(dy).reshape((-1,) + dy.shape[dy.ndim - len(shape) :]).sum(axis=0)
    return dy.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


WRONG = [
    ("01/1", "the value of the function", 12),
    ("01/1", "2 x, without the last term", 6),
    ("01/1", "the derivative at x = 4", 9),
    ("01/2", "one repetition too few", 512),
    ("01/2", "one repetition too many", 2048),
    ("01/2", "10 squared", 100),
    ("01/3", "operands before their users", operands_first),
    ("01/3", "the names of the dict in reverse", keys_backwards),
    ("01/3", "breadth first, three levels deep", by_depth),
    ("01/3", "without the last name itself", lambda operands, end: keys_backwards(operands, end)[1:]),
    ("01/4", "the missing axes alone", leading),
    ("01/4", "of the axes of length 1 only when none is missing", ones_only),
    ("01/4", "the first entry, not the sum", first_of_broadcast),
    ("01/4", "absolute values are added", largest_absolute),
    ("01/5", "the two are swapped", [12, 4]),
    ("01/5", "both right", [12, 12]),
    ("01/5", "too early: a half of the right one", [4, 6]),
    ("01/6", "right for a symmetric dy only", lambda dy, x: 2 * dy.T @ x),
    ("01/6", "the mean of the two shares", lambda dy, x: (dy + dy.T) @ x / 2),
    ("01/6", "the shares are subtracted", lambda dy, x: (dy - dy.T) @ x),
    ("01/6", "the diagonal of dy is counted once", lambda dy, x: (dy + dy.T - np.diag(np.diag(dy))) @ x),
]
