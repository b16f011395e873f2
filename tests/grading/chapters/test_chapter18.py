import numpy as np
import pytest


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("18/1", 0.8),
        ("18/2", lambda words: any(words[i : i + 3] == 3 * [words[i]] for i in range(len(words)))),
        ("18/3", lambda row, base: not min(base) <= row <= max(base)),
        ("18/4", 0.5),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("18/1", 0.98, "contain an article"),
        ("18/2", lambda words: len(set(words)) < len(words), "it must be False"),
        ("18/3", lambda row, base: row != np.mean(base), "it must be False"),
        ("18/4", 0.25, "above all of them"),
        ("18/4", 1 / 3, "four places"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
