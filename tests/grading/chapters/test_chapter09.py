import numpy as np
import pytest


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("09/1", 3),
        ("09/2", lambda lengths: (max(lengths) * len(lengths) - sum(lengths)) / (max(lengths) * len(lengths))),
        ("09/3", 0.142857),
        (
            "09/5",
            lambda a: [[int(i) for i in row[: (row == 2).argmax() if (row == 2).any() else None] if i] for row in a],
        ),
        ("09/6", 2),
        ("09/7", lambda target: ((1, *target), (*target, 2))),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("09/1", 4, "in their order"),
        ("09/1", 2, "in their order"),
        ("09/2", lambda lengths: sum(lengths) / (len(lengths) * max(lengths)), "how many are no token"),
        ("09/3", 0.25, "how long is a batch"),
        ("09/3", 1 / 3, "how long is a sentence"),
        ("09/4", lambda losses, tokens: np.mean(np.array(losses) / np.array(tokens)), "mean of the means"),
        ("09/5", lambda a: [[i for i in row if i != 0] for row in a.tolist()], "not [7, 8, 2]"),
        ("09/6", 10, "in common"),
        ("09/7", lambda target: ([1, *target], [*target, 0]), "nothing teaches it to stop"),
        ("09/7", lambda target: (target, [*target, 2]), "the input must be"),
        ("09/7", lambda target: [1, *target], "two lists"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
