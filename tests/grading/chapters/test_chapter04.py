import math

import numpy as np
import pytest


def depths(v, c, less=0, root=0.5):
    post = 2 * math.log(1 / c) / math.log(1 + v)
    pre = (c ** (-1 / root) - 1) / v
    return [math.ceil(post) - less, math.ceil(pre) - less]


def rms_norm(dy, x, along=1, mean=0, divide=True):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True))
    y = x / rms
    dx = dy - along * y * np.mean(dy * y, axis=-1, keepdims=True) - mean * np.mean(dy, axis=-1, keepdims=True)
    return dx / rms if divide else dx


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("04/1", lambda dx, x_hat: max(abs(dx.sum(axis=1)).max(), abs((dx * x_hat).sum(axis=1)).max())),
        ("04/1", lambda dx, x_hat: np.max(np.abs([dx.sum(1), np.einsum("nd,nd->n", dx, x_hat)]))),
        ("04/2", [-2 / 3, 2 / 3, 0, 0]),
        ("04/2", np.array([-2, 2, 0, 0], np.float32) / 3),
        ("04/3", depths),
        ("04/3", lambda v, c: np.array(depths(v, c))),
        ("04/4", rms_norm),
        ("04/5", 0.1),
        ("04/5", 1 / 10),
        ("04/6", lambda x, sublayer, norm: sublayer(norm(x)) + x),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("04/1", lambda dx, x_hat: abs(dx.sum(axis=1)).max(), "the sums of the rows are there"),
        ("04/1", lambda dx, x_hat: abs((dx * x_hat).sum(axis=1)).max(), "the products with x_hat are there"),
        ("04/1", lambda dx, x_hat: abs(dx.sum(axis=0)).max(), "two numbers per row"),
        ("04/1", lambda dx, x_hat: max(dx.sum(axis=1).max(), (dx * x_hat).sum(axis=1).max()), "two numbers per row"),
        ("04/2", [-2, 2, 0, 0], "what does LayerNorm divide by"),
        ("04/2", [-2 / 9, 2 / 9, 0, 0], "by the variance"),
        ("04/2", [-1 / 3, 1, -1 / 3, -1 / 3], "through sigma"),
        ("04/2", [-1 / 3, 1, 1 / 3, 1 / 3], "through the mean"),
        ("04/2", [0, 4 / 3, 0, 0], "treated as fixed"),
        ("04/2", [0, 4 / 3, -2 / 3, -2 / 3], "the sign"),
        ("04/2", [-0.667, 0.667, 0, 0], "right but rounded"),
        ("04/2", [1, -1, 0, 0], "begin with mu"),
        ("04/3", lambda v, c: depths(v, c)[::-1], "the order is [post, pre]"),
        ("04/3", lambda v, c: depths(v, c, less=1), "not below c yet"),
        ("04/3", lambda v, c: depths(v, c)[0], "return two numbers"),
        ("04/3", lambda v, c: [2 * np.log(1 / c) / np.log(1 + v), 1], "whole numbers"),
        ("04/3", lambda v, c: [depths(v, c)[0] // 2, depths(v, c)[1]], "post is wrong"),
        ("04/3", lambda v, c: depths(v, c, root=1), "pre is wrong"),
        ("04/4", lambda dy, x: rms_norm(dy, x, mean=1), "does not subtract a mean"),
        ("04/4", lambda dy, x: rms_norm(dy, x, along=0), "also depends on x"),
        ("04/4", lambda dy, x: rms_norm(dy, x, divide=False), "division by the root mean square"),
        ("04/5", 10, "the output does not change"),
        ("04/5", 1, "a small change of x"),
        ("04/5", 0.01, "which of g, x-hat and sigma"),
        ("04/6", lambda x, sublayer, norm: norm(x) + sublayer(norm(x)), "the stream itself is normalised"),
        ("04/6", lambda x, sublayer, norm: norm(x + sublayer(x)), "this is post-norm"),
        ("04/6", lambda x, sublayer, norm: x + norm(sublayer(x)), "comes after the sub-layer"),
        ("04/6", lambda x, sublayer, norm: x + sublayer(x), "not normalised"),
        ("04/6", lambda x, sublayer, norm: sublayer(norm(x)), "the residual connection is missing"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    assert "not yet" in verdict(name, answer) and hint in verdict(name, answer)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("04/1", lambda dx, x_hat: 7),
        ("04/2", [0, 0, 0, 0]),
        ("04/3", lambda v, c: [0, 0]),
        ("04/3", lambda v, c: [depths(v, c)[0], 1]),
        ("04/5", 3),
    ],
)
def test_second_hint_says_more(verdict, name, answer):
    assert verdict(name, answer, attempt=2) != verdict(name, answer, attempt=1)
