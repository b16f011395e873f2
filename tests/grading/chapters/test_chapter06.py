import numpy as np
import pytest


def shares(y, wo):
    return np.stack([part @ rows for part, rows in zip(y, np.split(wo, len(y)), strict=True)])


def forms(wq, wk, heads):
    pairs = zip(np.hsplit(wq, heads), np.hsplit(wk, heads), strict=True)
    return np.stack([a @ b.T / np.sqrt(a.shape[1]) for a, b in pairs])


def pruned(wq, wk, wv, wo, heads, keep):
    wq, wk, wv = (np.hstack([np.hsplit(w, heads)[i] for i in keep]) for w in (wq, wk, wv))
    return [wq, wk, wv, np.vstack([np.vsplit(wo, heads)[i] for i in keep])]


def faulty(wq, wk, wv, wo, heads, keep):
    wq, wk, wv = (w.reshape(len(w), -1, heads)[:, :, keep].reshape(len(w), -1) for w in (wq, wk, wv))
    return wq, wk, wv, wo.reshape(heads, -1, wo.shape[1])[keep].reshape(-1, wo.shape[1])


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("06/1", 2 * 8 * 50 * 50 * 64),
        ("06/1", 2.56e6),
        ("06/2", (60, 4, 12, 1)),
        ("06/2", np.array([60, 4, 12, 1])),
        ("06/3", 2 / 3),
        ("06/3", 0.667),
        ("06/4", shares),
        ("06/4", lambda y, wo: np.einsum("htd,hdm->htm", y, wo.reshape(len(y), -1, wo.shape[1]))),
        ("06/5", forms),
        ("06/6", 1),
        ("06/6", 1.0),
        ("06/7", pruned),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("06/1", 8 * 50 * 50 * 64, "one of the two"),
        ("06/1", 2 * 50 * 50 * 64, "of one head"),
        ("06/1", 3, "the shapes of Q, K"),
        ("06/2", [60, 20, 4, 1], "of its own"),
        ("06/2", [60, 12, 4, 1], "h and T exchanged"),
        ("06/2", [480, 32, 96, 8], "bytes"),
        ("06/3", 0.5, "two places"),
        ("06/3", 0.333, "part that is explained"),
        ("06/3", 0.1, "add three of these"),
        ("06/4", lambda y, wo: shares(y, wo).sum(axis=0), "sum over the heads"),
        ("06/4", lambda y, wo: y @ wo.reshape(2, 3, 4).transpose(1, 0, 2), "every h-th row"),
        ("06/5", lambda wq, wk, heads: forms(wq, wk, heads) * np.sqrt(3), "is missing"),
        ("06/5", lambda wq, wk, heads: forms(wq, wk, heads) / np.sqrt(2), "not by sqrt(d_k)"),
        ("06/5", lambda wq, wk, heads: wq @ wk.T / np.sqrt(3), "all heads together"),
        ("06/6", 2, "a sum over the heads"),
        ("06/7", faulty, "columns of one head are neighbours"),
        ("06/7", lambda *arrays: pruned(*arrays)[:3], "return wq, wk, wv, wo"),
        ("06/7", lambda wq, wk, wv, wo, heads, keep: [*pruned(wq, wk, wv, wo, heads, keep)[:3], wo], "(6, 5), not"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
