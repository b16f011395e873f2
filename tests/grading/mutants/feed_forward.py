"""Faults planted in solutions/feed_forward.py.

Each: old text, new text, the stage that finds it, words of its message.
"""

MUTANTS = [
    ("hidden = np.where(before > 0, before, 0)", "hidden = before", "forward", "the ReLU is missing"),
    ("hidden @ w2 + b2", "np.maximum(hidden @ w2 + b2, 0)", "forward", "a second ReLU"),
    ("np.where(before > 0, before", "np.where(before < 0, before", "forward", "keeps negative"),
    ("x @ w1 + b1", "x @ w1", "forward", "b1 is left out"),
    (
        "x @ w1 + b1\n    hidden = np.where(before > 0, before, 0)",
        "x @ w1\n    hidden = np.where(before > 0, before, 0) + b1",
        "forward",
        "b1 is added after the ReLU",
    ),
    ("hidden @ w2 + b2", "hidden @ w2", "forward", "b2 is left out"),
    ("hidden @ w2 + b2", "hidden @ w2 + b2 + x", "forward", "residual connection"),
    (
        "np.where(before > 0, before, 0)",
        "np.where(before > 0, before, np.zeros(before.shape))",
        "interface",
        "y is float64",
    ),
    ("np.where(before > 0, dhidden, 0)", "dhidden", "gradient", "ReLU's mask is missing"),
    ("np.where(before > 0, dhidden, 0)", "np.where(hidden >= 0, dhidden, 0)", "gradient", "output >= 0"),
    ("np.where(before > 0, dhidden, 0)", "np.where(dhidden > 0, dhidden, 0)", "gradient", "the sign of the gradient"),
    ("np.where(before > 0, dhidden, 0)", "np.where(before > 0, 0, dhidden)", "gradient", "mask is inverted"),
    ("np.where(before > 0, dhidden, 0)", "np.where(dy > 0, dhidden, 0)", "interface", "could not be broadcast"),
    ("dbefore.sum(axis=0)", "dhidden.sum(axis=0)", "gradient", "db1 is computed without"),
    ("dbefore.sum(axis=0)", "hidden.sum(axis=0)", "gradient", "db1 is the sum of the hidden layer"),
    ("x.T @ dbefore", "x.T @ dhidden", "gradient", "dw1 is computed without"),
    ("dbefore @ w1.T", "dhidden @ w1.T", "gradient", "dx is computed without"),
    ("hidden.T @ dy", "before.T @ dy", "gradient", "dw2 is computed from the hidden layer before ReLU"),
    ("dy.sum(axis=0)", "dy.mean(axis=0)", "gradient", "a mean for a sum"),
    ("dx = dbefore @ w1.T", "dx = dbefore @ w1.T + dy", "gradient", "the residual connection"),
    (
        "return dx, dw1, db1, dw2, db2",
        "return dx, dw1, dw2, db1, db2",
        "interface",
        "gradient of argument 2 (b1) has shape",
    ),
    ("x.T @ dbefore", "np.squeeze(x).T @ dbefore", "adversarial", "mismatch"),
]
