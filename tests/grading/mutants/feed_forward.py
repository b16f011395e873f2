"""Faults planted in solutions/feed_forward.py.

Each: what, old text, new text, the stage that finds it, words of its message.
"""

MUTANTS = [
    ("ReLU missing", "hidden = np.where(before > 0, before, 0)", "hidden = before", "forward", "the ReLU is missing"),
    ("ReLU of the output as well", "hidden @ w2 + b2", "np.maximum(hidden @ w2 + b2, 0)", "forward", "a second ReLU"),
    ("negative half passes", "np.where(before > 0, before", "np.where(before < 0, before", "forward", "negative half"),
    ("b1 left out", "x @ w1 + b1", "x @ w1", "forward", "b1 is left out"),
    (
        "b1 after the ReLU",
        "x @ w1 + b1\n    hidden = np.where(before > 0, before, 0)",
        "x @ w1\n    hidden = np.where(before > 0, before, 0) + b1",
        "forward",
        "b1 is added after the ReLU",
    ),
    ("b2 left out", "hidden @ w2 + b2", "hidden @ w2", "forward", "b2 is left out"),
    ("residual added", "hidden @ w2 + b2", "hidden @ w2 + b2 + x", "forward", "the residual path"),
    (
        "hidden layer in float64",
        "np.where(before > 0, before, 0)",
        "np.where(before > 0, before, np.zeros(before.shape))",
        "interface",
        "y is float64",
    ),
    ("mask missing", "np.where(before > 0, dhidden, 0)", "dhidden", "gradient", "ReLU's mask is missing"),
    (
        "mask is output >= 0",
        "np.where(before > 0, dhidden, 0)",
        "np.where(hidden >= 0, dhidden, 0)",
        "gradient",
        "output >= 0",
    ),
    (
        "mask from the gradient",
        "np.where(before > 0, dhidden, 0)",
        "np.where(dhidden > 0, dhidden, 0)",
        "gradient",
        "the gradient's sign",
    ),
    (
        "mask inverted",
        "np.where(before > 0, dhidden, 0)",
        "np.where(before > 0, 0, dhidden)",
        "gradient",
        "mask is inverted",
    ),
    (
        "mask from dy",
        "np.where(before > 0, dhidden, 0)",
        "np.where(dy > 0, dhidden, 0)",
        "interface",
        "could not be broadcast",
    ),
    ("db1 before the mask", "dbefore.sum(axis=0)", "dhidden.sum(axis=0)", "gradient", "db1 is summed before"),
    (
        "db1 from the hidden layer",
        "dbefore.sum(axis=0)",
        "hidden.sum(axis=0)",
        "gradient",
        "db1 is the sum of the hidden layer",
    ),
    ("dw1 before the mask", "x.T @ dbefore", "x.T @ dhidden", "gradient", "dw1 is made before"),
    ("dx before the mask", "dbefore @ w1.T", "dhidden @ w1.T", "gradient", "dx is made before"),
    (
        "dw2 before the ReLU",
        "hidden.T @ dy",
        "before.T @ dy",
        "gradient",
        "dw2 is made of the hidden layer before ReLU",
    ),
    ("db2 averaged", "dy.sum(axis=0)", "dy.mean(axis=0)", "gradient", "a mean for a sum"),
    ("residual in the gradient", "dx = dbefore @ w1.T", "dx = dbefore @ w1.T + dy", "gradient", "the residual path"),
    (
        "order of the gradients",
        "return dx, dw1, db1, dw2, db2",
        "return dx, dw1, dw2, db1, db2",
        "interface",
        "gradient of argument 2 (b1) has shape",
    ),
    ("a batch of one loses its axis", "x.T @ dbefore", "np.squeeze(x).T @ dbefore", "adversarial", "mismatch"),
]
