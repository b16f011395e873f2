"""Faults planted in solutions/feed_forward.py.

Each: old text, new text, the stage that finds it, words of its message.
"""

MUTANTS = [
    (
        "np.where(before > 0, before, 0)",
        "np.where(before > 0, before, np.zeros(before.shape))",
        "interface",
        "y is float64",
    ),
    ("np.where(before > 0, dhidden, 0)", "np.where(dy > 0, dhidden, 0)", "interface", "could not be broadcast"),
    ("dy.sum(axis=0)", "dy.mean(axis=0)", "gradient", "a mean for a sum"),
    (
        "return dx, dw1, db1, dw2, db2",
        "return dx, dw1, dw2, db1, db2",
        "interface",
        "gradient of argument 2 (b1) has shape",
    ),
    ("x.T @ dbefore", "np.squeeze(x).T @ dbefore", "adversarial", "mismatch"),
]
