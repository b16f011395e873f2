import math

import numpy as np
import pytest


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("12/1", 2 ** (8 / 3)),
        ("12/2", lambda c, r: math.exp(min(0, 1 - r / c))),
        ("12/4", lambda losses, tokens: np.exp(np.sum(losses) / np.sum(tokens))),
        ("12/7", 73.5),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("12/1", 38 / 3, "not the mean of 2, 4 and 32"),
        ("12/2", lambda c, r: min(1, c / r), "c = 8, r = 10"),
        ("12/2", lambda c, r: math.exp(1 - r / c), "c = 12, r = 10"),
        ("12/4", lambda losses, tokens: math.exp(np.mean(losses / tokens)), "counts as much as one with many"),
        ("12/4", lambda losses, tokens: losses.sum() / tokens.sum(), "which sums"),
        (
            "12/5",
            lambda stored: {k: np.mean([w[k] for w in stored], axis=0, dtype=np.float32) for k in stored[0]},
            "has lost digits",
        ),
        ("12/5", lambda stored: stored[-1], "is not the sum"),
        ("12/7", 95, "not proportional"),
        (
            "12/8",
            lambda steps, buffer, backward, update: [(backward(buffer), update(buffer)) for _ in range(steps)],
            "before the first step",
        ),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
