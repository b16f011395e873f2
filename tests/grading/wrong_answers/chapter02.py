"""Wrong answers to the exercises of chapter 2."""

import numpy as np


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


WRONG = [
    ("02/1", "the logarithm to base 10 was taken: exp of 0, 0.3 and 0.7", softmax(np.log10([1, 2, 5]))),
    ("02/1", "in descending order", [5 / 8, 2 / 8, 1 / 8]),
    ("02/1", "divided by the largest", [1 / 5, 2 / 5, 1]),
    ("02/1", "base 2 in place of e", 2.0 ** np.log([1, 2, 5]) / (2.0 ** np.log([1, 2, 5])).sum()),
    ("02/2", "the logits are clipped before exp", lambda x, t: softmax(np.clip(x / t, -20, 20))),
    ("02/2", "divided by the root of the temperature", lambda x, t: softmax(x / t**0.5)),
    ("02/2", "the temperature is subtracted", lambda x, t: softmax(x - t)),
    ("02/2", "base 2 in place of e", lambda x, t: softmax(x / t * np.log(2))),
    ("02/2", "a cold softmax is taken as the maximum", lambda x, t: (x == x.max()) + 0.0 if t < 1 else softmax(x / t)),
    ("02/2", "1e-4 is added below", lambda x, t: np.exp((x - x.max()) / t) / (np.exp((x - x.max()) / t).sum() + 1e-4)),
    ("02/3", "the other sign", [-1, 0.5, 0.5]),
    ("02/3", "divided by 2 once more", [0.5, -0.25, -0.25]),
    ("02/3", "the plain mean of dy, 4/3, is subtracted", [4 / 3, -1 / 3, -1 / 3]),
    ("02/4", "in bits", lambda s, V: np.log2((1 - s) * (V - 1) / s)),
    ("02/4", "the inverse quotient", lambda s, V: np.log(s / ((1 - s) * (V - 1)))),
    ("02/4", "an absolute value", lambda s, V: abs(np.log((1 - s) * (V - 1) / s))),
    ("02/4", "V - 2 others", lambda s, V: np.log((1 - s) * (V - 2) / s) if V > 2 else np.log((1 - s) / s)),
    ("02/4", "1 - smoothing is left out", lambda s, V: np.log((V - 1) / s)),
    ("02/5", "the mean loss in bits", 2),
    ("02/5", "e to the mean of the bits", np.exp(2)),
    ("02/5", "the product of the two", 16),
    ("02/6", "to base 2", lambda x: np.log2(np.exp(x - x.max()) / np.exp(x - x.max()).sum() + 1e-300)),
    ("02/6", "without the sum", lambda x: x - x.max()),
    ("02/6", "the smallest logit is subtracted", lambda x: x - x.min() - np.log(np.exp(x - x.min()).sum())),
    ("02/6", "minus it, the losses", lambda x: x.max() + np.log(np.exp(x - x.max()).sum()) - x),
    ("02/6", "the mean of exp, not its sum", lambda x: x - x.max() - np.log(np.exp(x - x.max()).mean())),
]
