import numpy as np
import pytest


def tent(w1, b1, w2, b2):
    return [np.reshape(w1, (1, 3)), np.array(b1), np.reshape(w2, (3, 1)), np.array([b2])]


def relu_layer(dy, x, w):
    dz = np.where(np.maximum(x @ w, 0) > 0, dy, 0)
    return [dz @ w.T, (dz.T @ x).T]


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("03/1", 525_568),
        ("03/1", 525_568.0),
        ("03/2", np.int64(25)),
        ("03/3", lambda w1, b1, w2, b2: [w1 @ w2, b1 @ w2 + b2]),
        ("03/3", lambda w1, b1, w2, b2: (np.einsum("ij,jk->ik", w1, w2), b2 + w2.T @ b1)),
        ("03/4", tent([1, 1, 1], [1, 0, -1], [1, -2, 1], 0)),
        ("03/4", tent([-1, -1, -1], [1, 0, -1], [1, -2, 1], 0)),
        ("03/4", [[[1, 1, 1]], [0, 1, -1], [[-2], [1], [1]], [0]]),
        ("03/5", 1),
        ("03/5", 1.0),
        ("03/6", relu_layer),
        ("03/6", lambda dy, x, w: ((dy * (x @ w > 0)) @ w.T, x.T @ (dy * (x @ w > 0)))),
        ("03/7", lambda dy, z: dy * (sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z)))),
        ("03/7", lambda dy, z: dy * (np.tanh(z / 2) + 1 + z / 2 / np.cosh(z / 2) ** 2) / 2),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("03/1", 262_144, "one of the matrices"),
        ("03/1", 524_288, "what else does the network have"),
        ("03/1", 526_336, "the second bias"),
        ("03/1", 524_800, "the first bias"),
        ("03/1", 1024, "write down the shapes"),
        ("03/2", 512, "a sum with few terms"),
        ("03/2", 1, "the rank of one term"),
        ("03/3", lambda w1, b1, w2, b2: w1 @ w2, "return a pair"),
        ("03/3", lambda w1, b1, w2, b2: (w1 @ w2, b2), "b1 is left out"),
        ("03/3", lambda w1, b1, w2, b2: (w1 @ w2, b1 @ w2), "b2 is left out"),
        ("03/3", lambda w1, b1, w2, b2: ((w1 @ w2).T, b1 @ w2 + b2), "w has shape (2, 3)"),
        ("03/4", tent([1, 1, 1], [1, 0, -1], [1, -1, 1], 0), "the tent is"),
        ("03/4", [1, 2, 3, 4], "w1 has shape ()"),
        ("03/4", [[1, 1, 1], [1, 0, -1], [1, -2, 1], 0], "w1 has shape (3,)"),
        ("03/5", 2, "what is H"),
        ("03/5", 4, "go backwards"),
        ("03/5", 0, "go backwards"),
        ("03/6", lambda dy, x, w: ((dy * (dy > 0)) @ w.T, (dy * (dy > 0)).T @ x), "the mask is made of dy"),
        ("03/6", lambda dy, x, w: (dy @ w.T, x.T @ dy), "ReLU has no part"),
        ("03/6", lambda dy, x, w: (relu_layer(dy, x, w)[0], relu_layer(dy, x, w)[1].T), "it is transposed"),
        ("03/6", lambda dy, x, w: relu_layer(dy, x, w)[0], "return dx and dw"),
        ("03/7", lambda dy, z: dy * sigmoid(z), "the second term of the product rule"),
        ("03/7", lambda dy, z: dy * z * sigmoid(z) * (1 - sigmoid(z)), "the first term of the product rule"),
        ("03/7", lambda dy, z: dy * sigmoid(z) * (1 - sigmoid(z)), "the slope of s alone"),
        ("03/7", lambda dy, z: dy * (z > 0), "the slope of ReLU"),
        ("03/7", lambda dy, z: sigmoid(z) * (1 + z * (1 - sigmoid(z))), "multiply the slope by dy"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    assert "not yet" in verdict(name, answer) and hint in verdict(name, answer)


@pytest.mark.parametrize(
    ("name", "answer"),
    [("03/1", 7), ("03/2", 7), ("03/4", tent([1, 1, 1], [2, 0, -1], [1, -2, 1], 0)), ("03/5", 4)],
)
def test_second_hint_says_more(verdict, name, answer):
    assert verdict(name, answer, attempt=2) != verdict(name, answer, attempt=1)
