"""Faults planted in solutions/softmax.py: old text, new text, the stage that finds it, words of its message."""

HIDDEN = """\
    if mask is not None:
        x = np.where(mask, x, -np.inf)
    top = x.max(axis=-1, keepdims=True)
    e = np.exp(x - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=-1, keepdims=True)
    y = e / np.where(total == 0, 1, total)
"""
MASKED_LAST = """\
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    e = e if mask is None else e * mask
    total = e.sum(axis=-1, keepdims=True)
    y = e / np.where(total == 0, 1, total)
"""
MASKED_AFTER = """\
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    y = e / e.sum(axis=-1, keepdims=True)
    y = y if mask is None else y * mask
"""

BY_ROW = """\
    top = x.max(axis=-1, keepdims=True)
    e = np.exp(x - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=-1, keepdims=True)
"""
WHOLE = """\
    e = np.exp(x - x.max())
    total = e.sum()
"""

MUTANTS = [
    ("x.max(axis=-1, keepdims=True)", "x.max()", "adversarial", "rows far apart"),
    ("total = e.sum(axis=-1", "total = e.sum(axis=0", "forward", "wrong axis"),
    ("np.where(mask, x, -np.inf)", "np.where(mask, -np.inf, x)", "forward", "mask is inverted"),
    ("np.exp(x - np.where(np.isfinite(top), top, 0))", "np.exp(x)", "adversarial", "an overflow of exp"),
    ("np.where(total == 0, 1, total)", "total", "adversarial", "attend to nothing"),
    ("dy - (dy * y).sum(axis=-1, keepdims=True)", "dy", "gradient", "is missing"),
    ("return (y", "return (-y", "gradient", "the sign"),
    ("x = np.where(mask, x, -np.inf)", "x[~mask] = -np.inf", "interface", "forward has changed"),
    ("(total == 0, 1, total)", "(total == 0, 1, total).astype(float)", "interface", "y is float64"),
    ("(dy * y).sum(axis=-1, keepdims=True)", "(dy * y).sum(axis=-1)", "interface", "broadcast"),
    ("e.sum(axis=-1, keepdims=True)", "e.sum()", "forward", "the whole array"),
    (BY_ROW, WHOLE, "forward", "not over each row"),
    ("np.where(mask, x, -np.inf)", "np.where(mask, x, 0)", "forward", "set to 0"),
    ("np.where(mask, x, -np.inf)", "x", "forward", "the mask is ignored"),
    ("np.where(mask, x, -np.inf)", "np.where(mask, x, -1e9)", "adversarial", "attend to nothing"),
    ("(dy * y).sum(axis=-1", "dy.sum(axis=-1", "gradient", "not weighted by y"),
    ("(dy * y).sum(axis=-1", "(dy * y).sum(axis=0", "gradient", "the sum runs over the wrong axis"),
    ("(dy - (dy * y).sum(axis=-1, keepdims=True))", "(dy - dy * y)", "gradient", "the diagonal"),
    ("return y, y", "return y, x", "gradient", "argument 0 (x)"),
    (HIDDEN, MASKED_LAST, "adversarial", "the maximum includes masked entries"),
    (HIDDEN, MASKED_AFTER, "forward", "masked after the softmax"),
]
