"""Small exercises of chapter 2."""

import numpy as np

from .question import ask


def softmax(x, largest=None):
    e = np.exp(x - (x.max() if largest is None else largest))
    return e / e.sum()


ask(
    "02/1",
    "softmax of [0, log 2, log 5], an array of 3",
    [1 / 8, 2 / 8, 5 / 8],
    wrong={"these are the exponentials; probabilities sum to 1": [1, 2, 5]},
    hints=(
        "take exp of each entry; the three results are whole numbers",
        "exp gives 1, 2 and 5; what must they be divided by?",
    ),
    digits=3,
)

LOGITS = np.array([1.0, -2.0, 0.5, 3.0])

ask(
    "02/2",
    "a function of logits [n] and a temperature that gives softmax(logits / temperature), [n]",
    lambda z, t: softmax(z / t),
    tries=[(LOGITS, t) for t in (0.5, 1.0, 4.0, 0.001)],
    wrong={
        "this is softmax(logits * temperature): a high one must flatten": lambda z, t: softmax(z * t),
        "these do not sum to 1: the logits are divided, not the result": lambda z, t: softmax(z) / t,
        "these are the exponentials: divide them by their sum": lambda z, t: np.exp(z / t),
        "this is softmax(logits): the temperature has no effect": lambda z, t: softmax(z),
        "what is exp(3 / 0.001) in float64?  Which number can be subtracted without changing the result?": (
            lambda z, t: softmax(z / t, largest=0),
            lambda z, t: softmax(np.clip(z / t, -20, 20)),
        ),
    },
    hints=("divide the logits, then take softmax",),
)

ask(
    "02/3",
    "the gradient dx of a softmax with y = [1/2, 1/4, 1/4] for dy = [4, 0, 0], an array of 3",
    [1, -0.5, -0.5],
    wrong={
        "this is y_j (1 - y_j) dy_j, the diagonal alone; each probability also reacts to the other logits": [1, 0, 0],
        "this is y_j dy_j, so the mean m has not been subtracted": [2, 0, 0],
        "this subtracts the plain sum of dy; in m each entry is weighted by its probability": [0, -1, -1],
        "this subtracts the plain mean of dy; in m each entry is weighted by its probability": [4 / 3, -1 / 3, -1 / 3],
        "this is dy_j - m; it has to be multiplied by y_j": [2, -2, -2],
        "the sign: it is dy_j - m, not m - dy_j": [-1, 0.5, 0.5],
    },
    hints=(
        "compute one number for the row first: the mean of dy, in which each entry is weighted by its probability",
        "the mean is 2; what is left of each dy_j when it is subtracted, and by what is it multiplied?",
    ),
)


def log_softmax(x):
    return x - x.max() - np.log(np.exp(x - x.max()).sum())


def added(epsilon):
    return lambda x: np.log(softmax(x) + epsilon)


ask(
    "02/4",
    "a function of logits [n] that gives the logarithms of their softmax, [n]",
    log_softmax,
    tries=[(np.array(z),) for z in ([1.0, -2.0, 0.5], [0.0, -200.0], [-2000.0, -2001.0], [1000.0, 0.0, -1000.0])],
    wrong={
        "exp overflows or log(0) is taken; subtract the largest logit first": (
            lambda x: x - np.log(np.exp(x).sum()),
            lambda x: np.log(softmax(x, largest=0)),
            lambda x: x - x.min() - np.log(np.exp(x - x.min()).sum()),
        ),
        "a probability has become 0 before its logarithm was taken": lambda x: np.log(softmax(x)),
        "these are not logarithms of probabilities, which are at most 0": (softmax, lambda x: -log_softmax(x)),
        "the loss of the improbable entry is hidden by a number added to it": tuple(
            added(epsilon) for epsilon in (1e-6, 1e-8, 1e-9, 1e-10, 1e-12)
        ),
    },
    hints=(
        "compute it from the logits, not from the probabilities",
        "the logarithm of the sum of the exponentials must be subtracted from each logit",
    ),
)
