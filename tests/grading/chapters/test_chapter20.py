import numpy as np
import pytest


def scattered(dy, order):
    dx = np.empty_like(dy)
    dx[order] = dy
    return dx


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("20/1", lambda side, size, channels: [side * side // size**2, size**2 * channels]),
        ("20/1", lambda side, size, channels: np.array([(side / size) ** 2, size * size * channels])),
        ("20/2", lambda dy, order: dy[np.argsort(order)]),
        ("20/2", scattered),
        ("20/2", lambda dy, order: np.eye(len(order))[order].T @ dy),
        ("20/3", lambda dy: (dy[:, 1:], dy[:, 0].sum(axis=0))),
        ("20/3", lambda dy: [np.delete(dy, 0, axis=1), np.einsum("bd->d", dy[:, 0])]),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("20/1", lambda side, size, channels: (side // size, size * size * channels), "in one row"),
        ("20/1", lambda side, size, channels: ((side // size) ** 2, size * size), "every channel"),
        ("20/1", lambda side, size, channels: 196, "a single number is given"),
        ("20/1", lambda side, size, channels: (size, side), "count on paper"),
        ("20/2", lambda dy, order: dy[order], "once more"),
        ("20/2", lambda dy, order: dy, "not of x"),
        ("20/3", lambda dy: (dy[:, :-1], dy[:, -1].sum(axis=0)), "the token comes first"),
        ("20/3", lambda dy: (dy[:, 1:], dy[:, 0].mean(axis=0)), "do not take the mean"),
        ("20/3", lambda dy: dy[:, 1:], "two arrays"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
