"""What the grader says to an answer of a small exercise."""

import pytest

from minitrans.grading import inline


@pytest.fixture
def verdict(monkeypatch):
    """verdict(name, answer, attempt=1): what `grade` says at this attempt."""

    def graded(name, answer, attempt=1):
        monkeypatch.setitem(inline.attempts, name, attempt - 1)
        return inline.grade_inline(name, [answer])

    return graded
