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


def gap(s, V):
    return np.log((1 - s) * (V - 1) / s)


ask(
    "02/4",
    "a function of smoothing and V: how far the right logit is ahead of all others at the minimum of the loss, "
    "if the other V - 1 tokens share smoothing",
    gap,
    tries=[(0.1, 37000), (0.1, 10), (0.3, 2), (0.9, 5)],
    wrong={
        "this is the rule of the paper; here the right token gets no part of it": lambda s, V: np.log(
            (1 - s) * V / s + 1
        ),
        "this is e^g, not g": lambda s, V: np.exp(gap(s, V)),
        "the sign: the right logit is ahead": (lambda s, V: -gap(s, V), lambda s, V: abs(gap(s, V))),
        "this gives each of the other tokens all of smoothing; they share it": lambda s, V: np.log((1 - s) / s),
    },
    hints=(
        "write down q for the right token and for another one; do all V of them sum to 1?",
        "the gradient is 0 where softmax(z) = q, so exp(g) is one entry of q over another",
    ),
)

ask(
    "02/5",
    "the perplexity if the right token has probability 1/2 in one half of a text and 1/8 in the other",
    4,
    wrong={
        "this is the mean of the two perplexities; the definition takes the mean of the losses": 5,
        "this is one over the mean of the two probabilities; the definition takes the mean of the losses": 3.2,
        "this is the mean loss; perplexity is e to the mean loss": 2 * np.log(2),
    },
    hints=(
        "perplexity is e to the mean loss, and the loss of a token is minus the logarithm of its probability",
        "the two losses are log 2 and 3 log 2; take their mean, then exp",
    ),
    digits=3,
)


def log_softmax(x):
    return x - x.max() - np.log(np.exp(x - x.max()).sum())


def added(epsilon):
    return lambda x: np.log(softmax(x) + epsilon)


ask(
    "02/6",
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
        "log-sum-exp must be subtracted from each logit",
    ),
)
