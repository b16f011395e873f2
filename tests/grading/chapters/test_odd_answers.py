"""Answers that are no numbers, and functions of an unusual kind: there is a verdict, and `grade` never raises."""

import pytest
from minitrans.grading.chapters import SMALL


def nested(depth):
    answer = []
    for _ in range(depth):
        answer = [answer]
    return answer


def leaves(*_):
    exit()


def stops(*_):
    raise GeneratorExit


FUNCTIONS = [name for name, small in SMALL.items() if small.wants.startswith("a function")][:3]


@pytest.mark.parametrize("answer", [nested(100_000), [nested(100_000)], 1j, "1", b"1", {}, object()], ids=type)
def test_what_is_no_number(verdict, answer):
    assert "11/5  not yet: the answer must be a number or an array of numbers" in verdict("11/5", answer)


def test_an_imaginary_part_is_not_dropped(verdict):
    assert "not yet" in verdict("11/5", 0j)


@pytest.mark.parametrize("answer", [leaves, stops])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_that_leave(verdict, name, answer):
    assert f"{name}  not yet: " in verdict(name, answer)
