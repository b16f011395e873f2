"""Find the planted mistake: what is said of each suspect is true of it, and of no other one."""

import itertools

import numpy as np
import pytest

from minitrans.gradcheck import check
from minitrans.grading import planted_mistake
from minitrans.grading.planted import CASES, Planted

RNG = np.random.default_rng(5)


def gradients(case, *inputs, dy=None, **constants):
    """-> (y, dy, the backward's gradients, those by differences)"""
    inputs = [*inputs, *case.inputs[len(inputs) :]]
    constants = case.constants | constants
    y, cache = case.forward(*inputs, **constants)
    dy = np.array(2.0 if dy is None else dy) if y.ndim == 0 else RNG.standard_normal(y.shape) if dy is None else dy
    measured = [case.differences(i, inputs, constants, dy) for i in range(len(inputs))]
    return y, dy, case.backward(dy, cache), measured


def near(a, b):
    return np.allclose(a, b, rtol=1e-5, atol=1e-7)


def only_wrong(case, *names):
    _, _, said, measured = gradients(case)
    return [name for name, a, b in zip(case.arguments(), said, measured, strict=True) if not near(a, b)] == list(names)


def all_right(case, *inputs, **options):
    return all(map(near, *gradients(case, *inputs, **options)[2:]))


def by_factor(case, factor, *names):
    """Whether these gradients alone are wrong, and `factor` times what they should be."""
    _, _, said, measured = gradients(case)
    pairs = {name: (a, b) for name, a, b in zip(case.arguments(), said, measured, strict=True)}
    return only_wrong(case, *names) and all(near(pairs[n][0], factor * pairs[n][1]) for n in names)


def one_place(shape):
    dy = np.zeros(shape)
    dy[0, 1] = 1
    return dy


def softmax_rows(case):
    """With dy in the first row alone: whether the others get nothing."""
    x = case.inputs[0]
    dy = RNG.standard_normal(x.shape) * (np.arange(len(x)) == 0)[:, None]
    return not gradients(case, dy=dy)[2][0][1:].any()


def only_there(case):
    dx = gradients(case, dy=one_place(case.inputs[0].shape))[2][0][0]
    return not np.delete(dx, 1).any()


def softmax_diagonal(case):
    _, _, (dx,), (right,) = gradients(case, dy=one_place((3, 5)))
    y, _, (all_ones,), _ = gradients(case, dy=np.ones((3, 5)))
    return near(dx[0, 1], right[0, 1]) and only_there(case) and near(all_ones, y * (1 - y))


def plain_sum(case):
    y, _, (dx,), _ = gradients(case, dy=np.ones((3, 5)))
    return near(dx, y * (1 - 5))


def y_itself(case):
    y, _, (dx,), _ = gradients(case, dy=np.ones((3, 5)))
    return near(dx, y)


def wrong_places(case):
    _, _, (dx,), (right,) = gradients(case)
    return ~np.isclose(dx, right, rtol=1e-5, atol=1e-7)


def only_padding(case):
    padding = case.constants["targets"] == case.constants["pad"]
    return (wrong_places(case).any(axis=1) == padding).all()


def half_of_two(case):
    _, _, (dx,), (right,) = gradients(case, dy=2.0)
    return all_right(case, dy=1.0) and near(2 * dx, right)


def softmax_alone(case):
    _, _, (dx,), _ = gradients(case)
    real = case.constants["targets"] != case.constants["pad"]
    return (dx >= 0).all() and (dx[real].sum(axis=1) > 0.1).all()


def by_words(case):
    words = (case.constants["targets"] != case.constants["pad"]).sum()
    return all(near(a * words, b) for dy in (1.0, 2.0) for a, b in zip(*gradients(case, dy=dy)[2:], strict=True))


def no_smoothing(case):
    sums = gradients(case)[2][0].sum(axis=1)
    return all_right(case, smoothing=0.0) and not all_right(case) and near(sums, 0) and more_of_the_target(case)


def more_of_the_target(case):
    """The error is below 0 at the targets and above 0 elsewhere."""
    _, _, (dx,), (right,) = gradients(case)
    targets = np.eye(7)[case.constants["targets"]] > 0
    real = (case.constants["targets"] != case.constants["pad"])[:, None]
    return ((dx - right)[real & targets] < -1e-3).all() and ((dx - right)[real & ~targets] > 1e-3).all()


def only_targets(case):
    real = case.constants["targets"] != case.constants["pad"]
    targets = (np.eye(7)[case.constants["targets"]] > 0) & real[:, None]
    return (wrong_places(case) == targets).all()


def one_row_is_right(case):
    return all_right(case, case.inputs[0][:1, :1], dy=RNG.standard_normal((1, 1, 7)))


def ignores_first_sentence(case, i):
    y, dy, said, _ = gradients(case)
    other = dy.copy()
    other[0] += 1
    return near(said[i], gradients(case, dy=other)[2][i])


def like_relu(case):
    _, _, (dx, *_), (right, *_) = gradients(case)
    return only_wrong(case, "x") and near(dx, right * (case.inputs[0] > 0))


def without_gamma(case, sums):
    x, gamma, _ = case.inputs
    dx = gradients(case)[2][0]
    return all_right(case, x, np.ones(5)) and only_wrong(case, "x") and near(dx.sum(axis=1), 0) == sums


def error_of_rows(case, shape_of):
    """Whether the error of each row of dx is `shape_of(x)` times one number, which is not 0."""
    _, _, (dx, *_), (right, *_) = gradients(case)
    quotient = (dx - right) / shape_of(case.inputs[0])
    return near(quotient, quotient[:, :1]) and (abs(quotient) > 1e-6).all()


def x_hat(x):
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-6)


def times_deviation(case):
    _, _, (dx, *_), (right, *_) = gradients(case)
    return near(dx, right * case.inputs[0].std(axis=1, keepdims=True))


def equal_to_dbeta(case):
    _, _, (_, dgamma, dbeta), _ = gradients(case)
    return only_wrong(case, "gamma") and near(dgamma, dbeta)


def one_key(case):
    """Whether it is right with a single key."""
    q, k, v = case.inputs
    return all_right(case, q, k[:1], v[:1])


def no_factor(case):
    _, _, said, measured = gradients(case)
    return only_wrong(case, "q", "k") and all(
        np.std(a / b) > 0.01 for a, b in list(zip(said, measured, strict=True))[:2]
    )


SHOWS = {  # in the order of the suspects
    "softmax": [y_itself, softmax_diagonal, lambda c: not softmax_rows(c), plain_sum],
    "cross_entropy": [only_padding, half_of_two, softmax_alone, by_words, no_smoothing, only_targets],
    "linear": [
        lambda c: by_factor(c, 1 / 6, "weight") and one_row_is_right(c),
        lambda c: by_factor(c, 1 / 6, "bias") and one_row_is_right(c),
        lambda c: only_wrong(c, "weight") and ignores_first_sentence(c, 1),
        lambda c: only_wrong(c, "bias") and ignores_first_sentence(c, 2),
        like_relu,
    ],
    "layer_norm": [
        lambda c: without_gamma(c, True),
        lambda c: without_gamma(c, False),
        lambda c: error_of_rows(c, np.ones_like),
        lambda c: error_of_rows(c, x_hat) and near(gradients(c)[2][0].sum(axis=1), 0),
        only_there,
        times_deviation,
        equal_to_dbeta,
    ],
    "scaled_dot_product_attention": [
        lambda c: by_factor(c, np.sqrt(5), "q"),
        lambda c: by_factor(c, np.sqrt(5), "k"),
        lambda c: by_factor(c, np.sqrt(5), "q", "k"),
        lambda c: by_factor(c, np.sqrt(5 / 7), "q", "k"),
        lambda c: no_factor(c) and not one_key(c),
        lambda c: no_factor(c) and one_key(c),
    ],
}


def with_mistake(name, letter):
    case = Planted(name, 0)
    case.letter = letter
    return case


@pytest.mark.parametrize("name", CASES)
def test_what_each_suspect_shows_is_true_of_it_alone(name):
    suspects = Planted(name, 0).suspects
    shown = dict(zip(suspects, SHOWS[name], strict=True))
    for (letter, mistake), (other, shows) in itertools.product(suspects.items(), shown.items()):
        assert bool(shows(with_mistake(name, letter))) == (letter == other), (mistake.cause, suspects[other].shows)


@pytest.mark.parametrize("name", CASES)
def test_forward_is_right_and_backward_is_not(name):
    """By the library's own check, for the numbers of several puzzles; and all suspects have their turn."""
    planted = set()
    for seed in range(40):
        case = Planted(name, seed)
        planted.add(case.letter)
        y, _ = case.forward(*case.inputs, **case.constants)
        np.testing.assert_allclose(y, case.exercise.oracle(*case.inputs, **case.constants), rtol=1e-10)
        with pytest.raises(AssertionError, match="is wrong"):
            check(case.forward, case.backward, case.inputs, constants=case.constants)
    assert planted == set(case.suspects)


def test_what_a_reader_sees(capsys, refusal):
    case = planted_mistake("layer_norm", seed=3)
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("The forward of layer_norm is right") and max(map(len, shown)) <= 88
    assert [line[:5] for line in shown[1:]] == [f"  {letter}  " for letter in case.suspects]
    case.check()
    shown = capsys.readouterr().out
    wrong = "gamma" if case.suspects[case.letter].cause.startswith("dgamma") else "x"
    assert f"d{wrong}: wrong.  The backward says" in shown and "dbeta: right" in shown
    case.grade(...)
    assert capsys.readouterr().out == "layer_norm  waiting for your answer\n"
    for letter, mistake in case.suspects.items():
        case.grade(letter)
        shown, right = " ".join(capsys.readouterr().out.split()), letter == case.letter
        assert shown.startswith("layer_norm right: " if right else "layer_norm not yet. With this mistake, ")
        assert mistake.shows in shown
    assert "'z' is not a suspect" in refusal(case.grade, "z")
    assert "is not a suspect" in refusal(case.grade, ["a"])
    assert "choose one of softmax" in refusal(planted_mistake, "tape")
    assert "seed -1" in refusal(planted_mistake, "softmax", -1)


@pytest.mark.parametrize("answer", [[], {}, 1, "ab", ""])
def test_answers_that_are_no_letter(answer, refusal):
    assert "is not a suspect" in refusal(planted_mistake("softmax").grade, answer)


def test_check_takes_arrays_of_the_reader(capsys):
    case = with_mistake("linear", "a")
    case.check(case.inputs[0][:1, :1])
    assert capsys.readouterr().out == "dx: right\ndweight: right\ndbias: right\n"
    case.check(dy=0)
    assert "wrong" not in capsys.readouterr().out
    case.check()
    assert "dweight: wrong" in capsys.readouterr().out


def test_arrays_of_another_shape_are_refused(refusal):
    case = Planted("softmax", 1)
    assert "x has the shape (5,); it needs 2 axes, as (3, 5) has" in refusal(case.check, np.ones(5))
    assert "dy has the shape (3,); it must broadcast to that of y, (3, 5)" in refusal(lambda: case.check(dy=[1, 2, 3]))
