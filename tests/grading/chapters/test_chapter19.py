import numpy as np
import pytest


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("19/1", lambda d_in, d_out, rank: d_in * rank + rank * d_out),
        ("19/2", lambda dy, x, a, b: [np.einsum("ni,nk,jk->ij", x, dy, b), np.einsum("ni,ij,nk->jk", x, a, dy)]),
        ("19/3", lambda b, w, b0, w0, beta: beta * (1 / (1 + np.exp(beta * (w - b - w0 + b0))) - 1)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("19/1", lambda d_in, d_out, rank: d_in * d_out, "the whole matrix"),
        ("19/1", lambda d_in, d_out, rank: d_in * rank, "B learns, too"),
        ("19/3", lambda b, w, b0, w0, beta: beta / (1 + np.exp(beta * (b - w - b0 + w0))), "sign"),
        ("19/3", lambda b, w, b0, w0, beta: -1 / (1 + np.exp(beta * (b - w - b0 + w0))), "beta is missing"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
