import numpy as np
import pytest

from minitrans.nn.position import sinusoids


def rotate(sign=1, power=1.0):
    def rotate_one(x, t):
        angle = sign * t * (10000 ** (-np.arange(0, len(x), 2) / len(x))) ** power
        return (x.view(complex) * np.exp(1j * angle)).view(float)

    return rotate_one


def least_squares(k, d):
    """W_Q with PE(t) W_Q = PE(t - k), found from data"""
    table = sinusoids(5000, d)
    a, b = (table[k:], table[: len(table) - k]) if k >= 0 else (table[:k], table[-k:])
    return np.linalg.lstsq(a, b, rcond=None)[0]


def tied(ids, dx, h, dlogits):
    return dlogits.T @ h + np.eye(dlogits.shape[1])[ids].T @ dx * np.sqrt(dx.shape[1])


def positions(reduce, crossed):
    def gradient(dy, batch, longest):
        d, length = dy.shape[1], len(dy) // batch
        rows = dy.reshape(length, batch, d).swapaxes(0, 1) if crossed else dy.reshape(batch, length, d)
        return np.concatenate([reduce(rows, axis=0), np.zeros((longest - length, d))])

    return gradient


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("07/1", 2 * np.pi),
        ("07/1", 6.28),
        ("07/2", [13, 16]),
        ("07/2", np.array([13.0, 16.0])),
        ("07/3", 2 * np.pi * 10000 ** (510 / 512)),
        ("07/3", 60612),
        ("07/4", 16),
        ("07/5", rotate()),
        ("07/5", lambda x, t: rotate()(x, t).tolist()),
        ("07/6", least_squares),
        ("07/6", lambda k, d: 7 * least_squares(k, d)),
        ("07/7", tied),
        ("07/8", 0.8),
        ("07/9", positions(np.sum, False)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("07/1", 1, "the frequency"),
        ("07/1", 3.14, "opposite sign"),
        ("07/1", 10000, "when does a sine repeat"),
        ("07/2", [7, 8], "only the last"),
        ("07/2", [3, 4], "of row 3"),
        ("07/2", [13 / 3, 16 / 3], "not averaged"),
        ("07/3", 62832, "below 1"),
        ("07/3", 9647, "one radian"),
        ("07/3", 2 * np.pi * 10000 ** (255 / 512), "i is 255"),
        ("07/4", 256, "the variance"),
        ("07/4", 1, "variance 1/256"),
        ("07/5", rotate(-1), "backwards"),
        ("07/5", rotate(1, 0.5), "2i / d"),
        ("07/5", lambda x, t: x + sinusoids(t + 1, len(x))[t], "sinusoids are added"),
        ("07/5", lambda x, t: x.view(complex), "real numbers"),
        ("07/6", lambda k, d: least_squares(-k, d), "other direction"),
        ("07/6", lambda k, d: np.eye(d), "which vector has"),
        ("07/6", lambda k, d: np.eye(d // 2), "the shape of W_Q"),
        ("07/7", lambda ids, dx, h, dlogits: dlogits.T @ h, "from the embedding is missing"),
        ("07/7", lambda ids, dx, h, dlogits: tied(ids, dx / np.sqrt(dx.shape[1]), h, dlogits), "sqrt(d) is missing"),
        ("07/8", 0.9, "by which angle"),
        ("07/9", positions(np.mean, True), "both faults"),
        ("07/9", positions(np.sum, True), "the sum is right"),
        ("07/9", positions(np.mean, False), "the order is right"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said


def test_hints_do_not_give_the_wavelengths(verdict):
    for attempt in (1, 2, 3):
        assert "2 pi" not in verdict("07/1", 5, attempt) + verdict("07/3", 5, attempt)
