"""Small exercises of chapter 2."""

import math

import numpy as np

from .answer import expect, numbers, small


@small("02/1", "softmax of [0, log 2, log 5], an array of 3")
def softmax_by_hand(answer):
    if numbers(answer).shape == (3,) and np.allclose(numbers(answer), [1, 2, 5]):
        raise AssertionError("these are the exponentials; probabilities sum to 1")
    expect(
        answer,
        [1 / 8, 2 / 8, 5 / 8],
        "take exp of each entry; the three results are whole numbers",
        "exp gives 1, 2 and 5; what must they be divided by?",
        digits=3,
    )


@small("02/2", "a function of logits [n] and a temperature that gives softmax(logits / temperature), [n]")
def temperature(answer):
    logits = np.array([1.0, -2.0, 0.5, 3.0])
    for t in (0.5, 1.0, 4.0):
        exponentials = np.exp(logits / t)
        mistakes = {
            "this is softmax(logits * temperature): a high one must flatten": softmax(logits * t),
            "these do not sum to 1: the logits are divided, not the result": softmax(logits) / t,
            "these are the exponentials: divide them by their sum": exponentials,
            "this is softmax(logits): the temperature has no effect": softmax(logits),
        }
        expect(
            answer(logits.copy(), t),
            softmax(logits / t),
            f"wrong at temperature {t}: divide the logits, then take softmax",
            mistakes={f"at temperature {t} {mistake}": value for mistake, value in mistakes.items()},
        )
    with np.errstate(all="ignore"):
        cold = answer(logits.copy(), 0.001)
    expect(
        cold,
        [0, 0, 0, 1],
        "wrong at temperature 0.001: what is exp(3 / 0.001) in float64?",
        "wrong at temperature 0.001: exp(3000) overflows; which number can be subtracted without changing the result?",
    )


def softmax(x):
    return np.array([1 / math.fsum(math.exp(b - a) for b in x) for a in x])


@small("02/3", "the gradient dx of a softmax with y = [1/2, 1/4, 1/4] for dy = [4, 0, 0], an array of 3")
def backward_by_hand(answer):
    mistakes = {
        "this is y_j (1 - y_j) dy_j, the diagonal alone; each probability also reacts to the other logits": [1, 0, 0],
        "this is y_j dy_j, so the mean m has not been subtracted": [2, 0, 0],
        "this subtracts the plain sum of dy; in m each entry is weighted by its probability": [0, -1, -1],
        "this subtracts the plain mean of dy; in m each entry is weighted by its probability": [4 / 3, -1 / 3, -1 / 3],
        "this is dy_j - m; it has to be multiplied by y_j": [2, -2, -2],
        "the sign: it is dy_j - m, not m - dy_j": [-1, 0.5, 0.5],
    }
    expect(
        answer,
        [1, -0.5, -0.5],
        "compute one number for the row first: the mean of dy, in which each entry is weighted by its probability",
        "the mean is 2; what is left of each dy_j when it is subtracted, and by what is it multiplied?",
        mistakes=mistakes,
    )


@small(
    "02/4",
    "a function of smoothing and V: how far the right logit is ahead of all others at the minimum of the loss, "
    "if the other V - 1 tokens share smoothing",
)
def best_gap(answer):
    for smoothing, size in ((0.1, 37000), (0.1, 10), (0.3, 2), (0.9, 5)):
        where = f"wrong for smoothing {smoothing}, V = {size}"
        ratio = (1 - smoothing) * (size - 1) / smoothing
        of_paper = math.log((1 - smoothing) * size / smoothing + 1)
        mistakes = {
            "this is the rule of the paper; here the right token gets no part of it": of_paper,
            "this is e^g, not g": ratio,
            "the sign: the right logit is ahead": -np.log(ratio),
            "this gives each of the other tokens all of smoothing; they share it": np.log((1 - smoothing) / smoothing),
        }
        expect(
            answer(smoothing, size),
            math.log(ratio),
            f"{where}: write down q for the right token and for another one; do all V of them sum to 1?",
            f"{where}: the gradient is 0 where softmax(z) = q, so exp(g) is one entry of q over another",
            mistakes={f"{where}: {mistake}": value for mistake, value in mistakes.items()},
        )


@small("02/5", "the perplexity if the right token has probability 1/2 in one half of a text and 1/8 in the other")
def perplexity(answer):
    given = numbers(answer)
    for mistake, hint in (
        (5, "this is the mean of the two perplexities"),
        (3.2, "this is one over the mean of the two probabilities"),
        (2 * math.log(2), "this is the mean loss; perplexity is e to the mean loss"),
    ):
        if given.shape == () and math.isclose(given, mistake, rel_tol=0.01):
            raise AssertionError(f"{hint}; the definition takes the mean of the losses")
    expect(
        given,
        4,
        "perplexity is e to the mean loss, and the loss of a token is minus the logarithm of its probability",
        "the two losses are log 2 and 3 log 2; take their mean, then exp",
        digits=3,
    )


@small("02/6", "a function of logits [n] that gives the logarithms of their softmax, [n]")
def log_softmax(answer):
    for logits in ([1.0, -2.0, 0.5], [0.0, -200.0], [-2000.0, -2001.0], [1000.0, 0.0, -1000.0]):
        largest = max(logits)
        total = largest + math.log(math.fsum(math.exp(z - largest) for z in logits))
        with np.errstate(all="ignore"):
            given = numbers(answer(np.array(logits)))
        if np.isnan(given).any() or np.isposinf(given).any():
            raise AssertionError(f"for {logits}: exp overflows or log(0) is taken; subtract the largest logit first")
        if np.isneginf(given).any():
            raise AssertionError(f"for {logits}: a probability has become 0 before its logarithm was taken")
        if given.size and (given > 0).all():
            raise AssertionError(f"for {logits}: these are not logarithms of probabilities, which are at most 0")
        right = [z - total for z in logits]
        if given.shape == (len(logits),) and (given > np.array(right) + 1).any():
            raise AssertionError(f"for {logits}: the loss of the improbable entry is hidden by a number added to it")
        expect(
            given,
            right,
            f"wrong for {logits}: compute it from the logits, not from the probabilities",
            f"wrong for {logits}: log-sum-exp must be subtracted from each logit",
        )
