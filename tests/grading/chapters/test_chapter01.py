import numpy as np
import pytest


def breadth_first(operands, end):
    order = [end]
    for name in order:
        order += [operand for operand in dict.fromkeys(operands[name]) if operand not in order]
    return order


def depth_first(operands, end):
    """The usual topological sort: after all operands, then reversed."""
    order = []

    def visit(name):
        if name not in order:
            for operand in operands[name]:
                visit(operand)
            order.append(name)

    visit(end)
    return tuple(reversed(order))


def squeezed(dy, shape):
    while dy.ndim > len(shape):
        dy = dy.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            dy = dy.sum(axis=axis, keepdims=True)
    return dy


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("01/1", 7),
        ("01/1", np.float32(7)),
        ("01/2", 2**10),
        ("01/2", 1024.0),
        ("01/3", depth_first),
        ("01/4", squeezed),
        ("01/5", (4.0, 12.0)),
        ("01/5", np.array([4, 12])),
        ("01/6", lambda dy, x: (dy + dy.T) @ x),
        ("01/6", lambda dy, x: np.einsum("ij,jd->id", dy, x) + np.einsum("ji,jd->id", dy, x)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("01/1", 6, "x is used in the sum too"),
        ("01/1", 4, "how often does x * x use x"),
        ("01/1", 12, "how often does x occur"),
        ("01/2", 11, "the number of tensors"),
        ("01/2", 20, "the number of arrows"),
        ("01/2", 100, "draw one repetition"),
        ("01/3", breadth_first, "comes before"),
        ("01/3", lambda operands, end: list(operands), "comes before"),
        ("01/3", lambda operands, end: [end, *operands[end]], "return each of them once"),
        ("01/3", lambda operands, end: {end}, "return a list of names"),
        ("01/4", lambda dy, shape: dy.sum(axis=0), "it must have the operand's shape"),
        ("01/4", lambda dy, shape: squeezed(dy, shape) * squeezed(dy, shape).size / dy.size, "the mean of the shares"),
        ("01/4", lambda dy, shape: np.resize(dy, shape), "the numbers are not"),
        ("01/5", 12, "give two numbers"),
        ("01/5", [12, 12], "which one is the last"),
        ("01/5", [8, 12], "which one is the last"),
        ("01/5", [4, 4], "too_early: which tensors pass something on"),
        ("01/6", lambda dy, x: dy @ x, "only one of its two shares"),
        ("01/6", lambda dy, x: dy.T @ x, "the share through the transpose"),
        ("01/6", lambda dy, x: 2 * dy @ x, "only if dy is symmetric"),
        ("01/6", lambda dy, x: x.T @ dy, "has shape (3, 4)"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    assert "not yet" in verdict(name, answer) and hint in verdict(name, answer)


@pytest.mark.parametrize(("name", "answer"), [("01/1", 5), ("01/2", 5), ("01/4", np.resize), ("01/5", [0, 0])])
def test_second_hint_says_more(verdict, name, answer):
    assert verdict(name, answer, attempt=2) != verdict(name, answer, attempt=1)
