"""The small exercises: each right answer is right, each mistake gets its own hint, and `grade` never raises."""

import numpy as np
import pytest

from minitrans.grading import inline
from minitrans.grading.questions import SMALL
from minitrans.grading.questions.question import Question, between, several

MISTAKES = [
    pytest.param(name, hint, mistake, id=f"{name} {hint}")
    for name, question in SMALL.items()
    for hint, each in question.wrong.items()
    for mistake in several(each)
]
FUNCTIONS = [name for name, question in SMALL.items() if callable(question.right)][:3]


@pytest.fixture
def verdict(monkeypatch):
    """verdict(name, answer, attempt=1): what `grade` says at this attempt."""

    def graded(name, answer, attempt=1):
        monkeypatch.setitem(inline.attempts, name, attempt - 1)
        return inline.grade_inline(name, [answer])

    return graded


@pytest.mark.parametrize("name", SMALL)
def test_right_answer_is_right(verdict, name):
    assert verdict(name, SMALL[name].right) == f"{name}  right"


@pytest.mark.parametrize("name", [name for name, each in SMALL.items() if isinstance(each.right, float)])
def test_answer_of_three_digits_is_right(verdict, name):
    assert verdict(name, float(f"{SMALL[name].right:.3g}")) == f"{name}  right"


@pytest.mark.filterwarnings("ignore")  # a warning must not be what refuses an answer
@pytest.mark.parametrize(("name", "hint", "mistake"), MISTAKES)
def test_mistake_gets_its_hint(verdict, name, hint, mistake):
    said = verdict(name, mistake)
    assert said.startswith(f"{name}  not yet: ") and hint in said, said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [name for name, each in SMALL.items() if callable(each.right)])
def test_message_is_a_sentence(verdict, name):
    """The right answer with something added to all that it returns is refused in words, not with Python's own."""

    def disturbed(value):
        if isinstance(value, list | tuple):
            return type(value)(map(disturbed, value))
        number = isinstance(value, float | int | np.number | np.ndarray) and not isinstance(value, bool)
        return value + 0.25 if number else value

    said = verdict(name, lambda *arguments: disturbed(SMALL[name].right(*arguments)))
    assert "', ''" not in said, said  # the empty fields of a Finding


HALF = Question(
    "a function of x that gives x / 2",
    lambda x: x / 2,
    tries=[(1.0,), (2.0,), (4.0,)],
    wrong={"one": lambda x: 1 - x / 2, "squared": lambda x: x**2 / 2, "subtracted": (lambda x: x - 1, lambda x: 1 - x)},
    hints=("first", "second"),
)
PAIR = Question("", lambda: ([1, 2], [3]), hints=("hint",))
LONG = Question("", lambda: ([1], np.arange(30.0)))
PARTS = Question("", lambda: (1, [2]), wrong={"of the second": lambda: (0, [3])})
GUESS = Question("", 2, judge=between(1, 3, "hint"))
TOTAL = Question("", lambda x: x.sum(), tries=[(np.array([2, 1]),)])


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        (HALF, lambda x: 0.5, "for x = 2.0: first"),
        (HALF, lambda x: 1 - x / 2, "for x = 2.0: one"),
        (HALF, lambda x: x**2 / 2 + (x == 4), "for x = 2.0: squared"),  # what a call after the first wrong one gives
        (HALF, lambda x: x / 2 + (x == 4), "for x = 4.0: first"),  # `squared` is wrong for 2 already
        (HALF, lambda x: 1 - x, "for x = 1.0: subtracted"),
        (HALF, lambda x: [x / 2], "an array of shape (1,) is given, and a single number is asked for"),
        (HALF, lambda x: "1", "the answer must be a number or an array of numbers, not '1'"),
        (HALF, lambda x: np.nan, "there is a nan"),
        (HALF, lambda x: x + 1j, "the answer must be a number or an array of numbers"),
        (Question("", [1 / 3, 2], digits=3), [0.333, 2], "right"),
        (Question("", [1 / 3, 2], digits=3), (0.33, 2), "it is wrong"),
        (Question("", [4, 12], hints=lambda given, right: map(str, given)), [5, 6], "not yet: 5"),
        (Question("", lambda: np.float64(2)), lambda: np.nan, "it must be 2.0, not nan: there is a nan"),
        (Question("", lambda: ([1, 2], [3])), lambda: [1, 2], "it must be ([1, 2], [3]), not [1, 2]"),
        (PAIR, lambda: [np.array([1, 2]), (3,)], "right"),
        (PAIR, lambda: [1, 2, 3], "2 results are asked for, not [1, 2, 3]"),
        (PAIR, lambda: ([1, 2], 3), "result 2: a single number is given"),
        (PAIR, lambda: 3, "the answer must be a list, not 3"),
        (LONG, lambda: ([1], np.arange(30) % 29), "result 2 is wrong; worst at index (29,)"),
        (PARTS, lambda: (1, [3]), "of the second"),  # the first is right, other than in the mistake
        (Question("", lambda: np.float32([0, 1])), lambda: [0.0, 1.0], "the entries are float64, not float32"),
        (Question("", np.float32([0, 1])), np.float32([-0.0, 1]), "it is wrong"),
        (Question("", [True, False]), [1, 0], "the entries are int"),
        (Question("", [True, False]), [True, True], "it is wrong"),
        (Question("", {"a": [1.0]}), {"a": [1]}, "right"),
        (Question("", {"a": [1.0]}), {"b": [1]}, "return a dict with the names a"),
        (Question("", {"a": [1.0]}), {"a": [1, 2]}, "a: an array of shape (2,) is given"),
        (Question("", ["ab", "c"]), ("ab", "c"), "right"),
        (Question("", ["ab", "c"]), ["ab", "d"], "it is wrong"),
        (TOTAL, lambda x: x.sort() or 3, "has changed"),
        (GUESS, [2.6], "right"),
        (GUESS, 3, "not yet: hint"),
        (GUESS, [2, 2], "not yet: hint"),
    ],
)
def test_check(verdict, monkeypatch, question, answer, words):
    monkeypatch.setitem(SMALL, "0/0", question)
    assert words in verdict("0/0", answer)


def test_each_attempt_gets_the_next_hint(verdict, monkeypatch):
    monkeypatch.setitem(SMALL, "0/0", HALF)
    said = [verdict("0/0", lambda x: 3 * x, attempt).split(": ")[-1] for attempt in (1, 2, 3)]
    assert said == ["first", "second", "second"]


def nested(depth):
    answer = []
    for _ in range(depth):
        answer = [answer]
    return answer


def leaves(*_):
    exit()


def stops(*_):
    raise GeneratorExit


@pytest.mark.parametrize(
    "answer", [nested(100_000), [nested(100_000)], 0j, 1j, "1", b"1", {}, object(), 10**400, np.ma.masked], ids=type
)
def test_what_is_no_number(verdict, answer):
    assert "11/1  not yet: the answer must be a number or an array of numbers" in verdict("11/1", answer)


@pytest.mark.parametrize("answer", [leaves, stops])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_that_leave(verdict, name, answer):
    assert f"{name}  not yet: " in verdict(name, answer)
