import pytest


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("11/1", 2.0),
        ("11/3", lambda length: (sum(range(length + 1)), length)),
        ("11/5", 0),
        (
            "11/6",
            lambda rows, best, end: [row + [piece] * (end not in row) for row, piece in zip(rows, best, strict=True)],
        ),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("11/1", 12, "formula of the paper"),
        ("11/1", 7 / 6, "formula of the paper"),
        ("11/2", lambda a, m, b, n: b / a, "set the two scores equal"),
        ("11/3", lambda length: (length, length * (length + 1) // 2), "without a KV cache"),
        ("11/4", lambda live, finished, limit, alpha, nbest: False, "can only fall"),
        ("11/5", 10, "the empty sentence or the right one"),
        (
            "11/6",
            lambda rows, best, end: [[*row, piece] for row, piece in zip(rows, best, strict=True)],
            "are extended, too",
        ),
        ("11/6", lambda rows, best, end: rows, "it must be"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
