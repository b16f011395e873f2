import numpy as np
import pytest


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("02/1", [0.125, 0.25, 0.625]),
        ("02/1", np.array([1, 2, 5], np.float32) / 8),
        ("02/2", lambda logits, t: softmax(logits / t)),
        ("02/2", lambda logits, t: softmax((logits - logits.max()) / t).tolist()),
        ("02/3", (1, -0.5, -0.5)),
        ("02/4", lambda smoothing, V: np.log((1 - smoothing) * (V - 1) / smoothing)),
        ("02/4", lambda smoothing, V: np.log(1 - smoothing) - np.log(smoothing / (V - 1))),
        ("02/5", 4),
        ("02/5", np.float32(4)),
        ("02/6", lambda x: x - x.max() - np.log(np.exp(x - x.max()).sum())),
        ("02/6", lambda x: x - np.logaddexp.reduce(x)),
    ],
)
def test_right_answers_in_several_forms(verdict, name, answer):
    assert verdict(name, answer) == f"{name}  right"


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("02/1", [1, 2, 5], "probabilities sum to 1"),
        ("02/1", [0, 0.3, 0.7], "take exp of each entry"),
        ("02/1", [0.125, 0.25], "of shape (2,) is given, and an array of shape (3,) is asked for"),
        ("02/2", lambda logits, t: softmax(logits * t), "a high one must flatten"),
        ("02/2", lambda logits, t: softmax(logits) / t, "not the result"),
        ("02/2", lambda logits, t: np.exp(logits / t), "divide them by their sum"),
        ("02/2", lambda logits, t: softmax(logits), "the temperature has no effect"),
        ("02/2", lambda logits, t: softmax(logits / t**2), "divide the logits, then take softmax"),
        ("02/2", lambda logits, t: np.exp(logits / t) / np.exp(logits / t).sum(), "what is exp(3 / 0.001)"),
        ("02/3", [1, 0, 0], "the diagonal alone"),
        ("02/3", [2, 0, 0], "m has not been subtracted"),
        ("02/3", [0, -1, -1], "weighted by its probability"),
        ("02/3", [4 / 3, -1 / 3, -1 / 3], "the plain mean of dy"),
        ("02/3", [2, -2, -2], "multiplied by y_j"),
        ("02/3", [-1, 0.5, 0.5], "the sign"),
        ("02/3", [1, 1, 1], "one number for the row first"),
        ("02/4", lambda smoothing, V: np.log((1 - smoothing) * V / smoothing + 1), "the rule of the paper"),
        ("02/4", lambda smoothing, V: np.log((1 - smoothing) * V / smoothing), "do all V of them sum to 1"),
        ("02/4", lambda smoothing, V: (1 - smoothing) * (V - 1) / smoothing, "e^g, not g"),
        ("02/4", lambda smoothing, V: np.log((1 - smoothing) / smoothing), "they share it"),
        ("02/4", lambda smoothing, V: -np.log((1 - smoothing) * (V - 1) / smoothing), "the sign"),
        ("02/4", lambda smoothing, V: 1.0, "write down q"),
        ("02/5", 5, "the mean of the two perplexities"),
        ("02/5", 3.2, "the mean of the two probabilities"),
        ("02/5", 1.386, "e to the mean loss"),
        ("02/5", 16, "minus the logarithm"),
        ("02/6", lambda x: np.log(softmax(x) + 1e-9), "hidden by a number"),
        ("02/6", lambda x: np.log(softmax(x)), "before its logarithm was taken"),
        ("02/6", lambda x: x - np.log(np.exp(x).sum()), "subtract the largest logit first"),
        ("02/6", softmax, "at most 0"),
        ("02/6", lambda x: x - x.max(), "compute it from the logits"),
    ],
)
def test_wrong_answers_get_the_hint_that_fits(verdict, name, answer, hint):
    assert "not yet" in verdict(name, answer) and hint in verdict(name, answer)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("02/1", [0, 0, 0]),
        ("02/2", lambda logits, t: np.exp(logits / t) / np.exp(logits / t).sum()),
        ("02/3", [0, 0, 0]),
        ("02/4", lambda smoothing, V: 1.0),
        ("02/5", 17),
        ("02/6", lambda x: x - x.max()),
    ],
)
def test_second_hint_says_more(verdict, name, answer):
    assert verdict(name, answer, attempt=2) != verdict(name, answer, attempt=1)
