import numpy as np
import pytest

from minitrans.ops.r_drop import symmetric_divergence


def softmaxes(z, w):
    return [np.exp(each) / np.exp(each).sum() for each in (z, w)]


def by_jacobian(p, q):
    jacobian_of_p, jacobian_of_q = (np.diag(each) - np.outer(each, each) for each in (p, q))
    return jacobian_of_p @ (np.log(p / q) + 1), jacobian_of_q @ (-p / q)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("10/1", 0.6),
        ("10/4", 6),
        ("10/5", lambda smoothing, vocabulary: vocabulary / (vocabulary - smoothing * (vocabulary - 1))),
        ("10/6", 0.05),
        ("10/7", lambda step, warmup, total, peak: peak * min(step / warmup, (total - step) / (total - warmup))),
        ("10/8", lambda z, w: by_jacobian(*softmaxes(z, w))),
        ("10/8", lambda z, w: list(by_jacobian(*softmaxes(z, w)))),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("10/1", 0.4, "against its gradient"),
        ("10/1", 0.5003, "gradient descent"),
        ("10/1", 0.5, "m_hat and the root"),
        ("10/2", lambda g1, g2, beta1=0.9, beta2=0.98: (g1 + g2) / 2, "it should be"),
        ("10/3", 0.0007, "not the rate"),
        ("10/4", 36, "variances"),
        ("10/5", lambda smoothing, vocabulary: 1 / (1 - smoothing), "the best model predicts q"),
        ("10/6", 1, "cancel"),
        (
            "10/7",
            lambda step, warmup, total, peak: peak * step / warmup if step < warmup else peak * (total - step) / total,
            "step = 100",
        ),
        ("10/7", lambda step, warmup, total, peak: peak, "rise or fall"),
        ("10/8", lambda z, w: by_jacobian(*softmaxes(z, w))[0], "return a pair"),
        ("10/8", lambda z, w: (by_jacobian(*softmaxes(z, w))[0], np.subtract(*softmaxes(z, w))), "the wrong sign"),
        ("10/8", lambda z, w: [each[0] for each in symmetric_divergence(z[None], w[None])[1:]], "take one direction"),
        ("10/8", lambda z, w: (np.log(np.divide(*softmaxes(z, w))) + 1, -np.subtract(*softmaxes(z, w))), "upstream"),
    ],
)
def test_wrong_answers_get_a_hint_that_fits(verdict, name, answer, hint):
    said = verdict(name, answer)
    assert said.startswith(f"{name}  not yet: ") and hint in said
