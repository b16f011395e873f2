import numpy as np
import pytest


def counted(e, f, pairs):
    both = sum(e in side and f in other for side, other in pairs)
    return both, sum(e in side for side, _ in pairs), sum(f in other for _, other in pairs)


def dice(e, f, pairs):
    both, with_e, with_f = counted(e, f, pairs)
    return 2 * both / (with_e + with_f)


def jaccard(e, f, pairs):
    both, with_e, with_f = counted(e, f, pairs)
    return both / (with_e + with_f - both)


def one_count(e, f, pairs):
    both, with_e, _ = counted(e, f, pairs)
    return both / with_e


def multiplied(e, f, pairs):
    both, with_e, with_f = counted(e, f, pairs)
    return 2 * both / (with_e * with_f)


def words(e, f, pairs):
    both = sum(side.count(e) * other.count(f) for side, other in pairs)
    return 2 * both / (sum(side.count(e) for side, _ in pairs) + sum(other.count(f) for _, other in pairs))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("00/1", 15),
        ("00/1", 15.8),
        ("00/1", [15]),
        ("00/2", dice),
        ("00/3", lambda votes: votes / votes.sum(axis=0)),
        ("00/3", lambda votes: (votes.T / votes.T.sum(axis=1, keepdims=True)).T),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("00/1", 60, "compare the translations"),
        ("00/1", [15, 15], "compare the translations"),
        ("00/2", lambda *case: dice(*case) / 2, "the factor 2 is missing"),
        ("00/2", jaccard, "a pair with both words counts once for each"),
        ("00/2", one_count, "the pairs with f both count"),
        ("00/2", multiplied, "added, not multiplied"),
        ("00/2", words, "count pairs, not words"),
        ("00/3", lambda votes: votes / votes.sum(axis=1, keepdims=True), "each English word shares out one vote"),
        ("00/3", lambda votes: votes / votes.sum(), "all words together"),
        ("00/3", lambda votes: np.exp(votes) / np.exp(votes).sum(axis=0), "no exponential"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
