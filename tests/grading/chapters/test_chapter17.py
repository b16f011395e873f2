import numpy as np
import pytest


def backward(dy, x, gamma, share=np.mean):
    r = np.sqrt((x * x).mean(axis=1, keepdims=True))
    hat, g = x / r, dy * gamma
    return (g - hat * share(g * hat, axis=1, keepdims=True)) / r, (dy * hat).sum(axis=0)


def keep(q, p, reached):
    order = np.argsort(-q)
    kept = np.zeros_like(q)
    kept[order] = np.where(reached(q[order].cumsum(), q[order], p), q[order], 0)
    return kept / max(kept.sum(), 1e-9)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("17/1", 50257.0),
        ("17/2", backward),
        ("17/3", lambda q, p: keep(q, p, lambda sums, q, p: sums - q < p - 1e-12)),
        ("17/4", 2**30),
        ("17/6", [1.74e11, 3.1e23]),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("17/1", 10.82, "this is the loss"),
        ("17/1", 1, "what is the loss"),
        ("17/2", lambda dy, x, gamma: (dy * gamma / np.sqrt((x * x).mean(axis=1, keepdims=True)), 0), "as a constant"),
        ("17/2", lambda dy, x, gamma: dy, "two arrays"),
        ("17/2", lambda dy, x, gamma: backward(dy, x, gamma, np.sum), "dx for n = 3"),
        ("17/3", lambda q, p: keep(q, p, lambda sums, q, p: sums <= p), "too few"),
        ("17/3", lambda q, p: q, "too many"),
        ("17/4", 2**32, "query heads"),
        ("17/4", 2**29, "values or the two bytes"),
        ("17/4", 2**31, "two bytes"),
        ("17/5", lambda x, length: x, "not rotated at all"),
        ("17/6", [1.74e11, 1.044e23], "the forward alone"),
        ("17/6", 175000000000.0, "a list of two"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
