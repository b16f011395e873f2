import numpy as np
import pytest


def allowed(lengths, T):
    """Keys that are words, [B, 1, T]"""
    return (np.arange(T) < lengths[:, None])[:, None]


def attention(scale, axis, axis_of_maximum=None):
    def cross_attention(x, memory, w_q, w_k, w_v):
        q, k, v = x @ w_q, memory @ w_k, memory @ w_v
        scores = q @ k.T / np.sqrt(scale(x, q))
        e = np.exp(scores - scores.max(axis=axis_of_maximum, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True) @ v

    return cross_attention


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("05/1", 8),
        ("05/1", np.float32(8)),
        ("05/2", lambda T: np.tri(T, dtype=bool)),
        ("05/2", lambda T: [[s <= t for s in range(T)] for t in range(T)]),
        ("05/3", 0.000335),
        ("05/3", 3.3524e-4),
        ("05/4", lambda lengths, T: allowed(lengths, T) & np.tri(T, dtype=bool)),
        ("05/4", lambda lengths, T: np.minimum(np.arange(T)[:, None], lengths[:, None, None] - 1) >= np.arange(T)),
        ("05/5", lambda q, k, w: [[sum(w * np.tanh(a + b)) for b in k] for a in q]),
        ("05/5", lambda q, k, w: np.tanh(q[:, None] + k) @ w),
        ("05/6", 0.7),
        ("05/7", attention(lambda x, q: q.shape[1], 1)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("05/1", 64, "the variance"),
        ("05/1", 1, "of one product, or"),
        ("05/1", 4, "variance of one product"),
        ("05/2", lambda T: np.tri(T), "float64, not True or False"),
        ("05/2", lambda T: np.tri(T, k=-1, dtype=bool), "0 .. t, including t"),
        ("05/2", lambda T: np.arange(T) >= np.arange(T)[:, None], "attends to later ones"),
        ("05/3", 0.99966, "the weight itself"),
        ("05/3", -0.000335, "beside the diagonal"),
        ("05/3", 0.25, "at equal scores"),
        ("05/3", 0, "not 1: do not round"),
        ("05/3", 0.0003, "the two weights first"),
        ("05/4", lambda lengths, T: np.arange(T) < lengths[:, None], "its shape is (3, 4)"),
        ("05/4", lambda lengths, T: np.repeat(allowed(lengths, T), T, axis=1), "a later word"),
        ("05/4", lambda lengths, T: np.broadcast_to(np.tri(T, dtype=bool), (len(lengths), T, T)), "padding"),
        ("05/4", lambda lengths, T: allowed(lengths, T).swapaxes(1, 2) & np.tri(T, dtype=bool), "key is masked"),
        ("05/5", lambda q, k, w: q @ k.T / np.sqrt(5), "scaled dot product"),
        ("05/5", lambda q, k, w: (q @ w)[:, None] + k @ w, "tanh is missing"),
        ("05/5", lambda q, k, w: np.tanh(q[:, None] + k).sum(axis=2), "w is missing"),
        ("05/5", lambda q, k, w: np.tanh((q[:, None] + k) * w).sum(axis=2), "inside the tanh"),
        ("05/5", lambda q, k, w: w[4] * np.tanh(q[:, 4:] + k[:, 4]), "the last term alone"),
        ("05/6", 0.9, "three new scores"),
        ("05/7", attention(lambda x, q: x.shape[1], 0), "both faults"),
        ("05/7", attention(lambda x, q: q.shape[1], 0), "the scale is right"),
        ("05/7", attention(lambda x, q: x.shape[1], 1), "width under the root"),
        ("05/7", attention(lambda x, q: 1, 1), "the scale is missing"),
        ("05/7", attention(lambda x, q: 2, 1), "that of d_v"),
        ("05/7", attention(lambda x, q: 5, 1), "the number of keys"),
        ("05/7", attention(lambda x, q: q.shape[1], 1, 0), "the maximum must too"),
        ("05/7", attention(lambda x, q: q.shape[1], 0, 1), "the sum must too"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said


def test_no_hint_is_the_formula(verdict):
    for attempt in (1, 2, 3):
        said = verdict("05/3", 0.1, attempt)
        assert "not yet" in said and "1 - a" not in said and "exp" not in said
