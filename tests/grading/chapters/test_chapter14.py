import numpy as np
import pytest


def back(factor=lambda h: 1 - h**2, transposed=True, early=False):
    """The loop of 14/5, right or with a mistake."""

    def answer(dh, h, w_h):
        lengths = []
        for state in h[::-1]:
            dz = dh * factor(state)
            lengths.append(np.linalg.norm(dh if early else dz))
            dh = dz @ (w_h.T if transposed else w_h)
        return lengths[::-1]

    return answer


def causal(dy, w, tap=lambda j, k: j, overwrite=False):
    dx = np.zeros_like(dy)
    for j in range(len(w)):
        more = dy[j:] @ w[tap(j, len(w))].T
        dx[: len(dy) - j] = more if overwrite else dx[: len(dy) - j] + more
    return dx


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("14/1", 10.24),
        ("14/1", 10.2),
        ("14/2", 20.0),
        ("14/3", lambda n, r: [[abs(t - s) <= r for s in range(n)] for t in range(n)]),
        ("14/4", lambda dilations, k: 1 + 2 * sum(each * (k // 2) for each in dilations)),
        ("14/5", back()),
        ("14/6", 2.67),
        ("14/7", causal),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("14/1", 50 / 512, "the attention over the recurrent layer"),
        ("14/2", 10, "on the side of the later positions"),
        ("14/2", 21, "one layer less"),
        ("14/3", lambda n, r: np.tri(n, k=r, dtype=bool), "a band has two edges"),
        ("14/4", lambda dilations, k: (k - 1) * sum(dilations), "the position itself"),
        ("14/4", lambda dilations, k: 1 + k // 2 * sum(dilations), "on both sides"),
        ("14/4", lambda dilations, k: 1 + (k - 1) * len(dilations), "dilations are left out"),
        ("14/5", back(lambda h: 1), "the factor 1 - h_t^2 of tanh is left out"),
        ("14/5", back(transposed=False), "a transpose is missing"),
        ("14/5", back(early=True), "before the factor"),
        ("14/5", lambda dh, h, w: np.linalg.norm(dh * (1 - h**2), axis=1), "nothing is carried"),
        ("14/6", 4, "the projections grow less"),
        ("14/7", lambda dy, w: causal(dy, w, overwrite=True), "overwrites"),
        ("14/7", lambda dy, w: causal(dy, w, lambda j, k: k - 1 - j), "in the reverse order"),
        ("14/7", lambda dy, w: causal(dy, w.transpose(0, 2, 1)), "a transpose is missing"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert "not yet" in said and hint in said, said
