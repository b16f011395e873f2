"""Faults planted in solutions/softmax.py: old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    ("x.max(axis=-1, keepdims=True)", "x.max()", "adversarial", "rows far apart"),
    ("np.exp(x - np.where(np.isfinite(top), top, 0))", "np.exp(x)", "adversarial", "an overflow of exp"),
    ("np.where(total == 0, 1, total)", "total", "adversarial", "attend to nothing"),
    ("return (y", "return (-y", "gradient", "the sign"),
    ("x = np.where(mask, x, -np.inf)", "x[~mask] = -np.inf", "interface", "forward has changed"),
    ("(total == 0, 1, total)", "(total == 0, 1, total).astype(float)", "interface", "y is float64"),
    ("(dy * y).sum(axis=-1, keepdims=True)", "(dy * y).sum(axis=-1)", "interface", "broadcast"),
    ("np.where(mask, x, -np.inf)", "np.where(mask, x, -1e9)", "adversarial", "attend to nothing"),
    ("return y, y", "return y, x", "gradient", "argument 0 (x)"),
]
