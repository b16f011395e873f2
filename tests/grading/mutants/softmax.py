"""Faults planted in solutions/softmax.py: what, old text, new text, the stage that finds it, words of its message."""

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
    ("maximum of the whole array", "x.max(axis=-1, keepdims=True)", "x.max()", "adversarial", "rows far apart"),
    ("sum over the wrong axis", "total = e.sum(axis=-1", "total = e.sum(axis=0", "forward", "wrong axis"),
    ("mask inverted", "np.where(mask, x, -np.inf)", "np.where(mask, -np.inf, x)", "forward", "mask is inverted"),
    (
        "maximum not subtracted",
        "np.exp(x - np.where(np.isfinite(top), top, 0))",
        "np.exp(x)",
        "adversarial",
        "an overflow of exp",
    ),
    ("0 / 0 where nothing is allowed", "np.where(total == 0, 1, total)", "total", "adversarial", "attend to nothing"),
    ("sum over the row missing", "dy - (dy * y).sum(axis=-1, keepdims=True)", "dy", "gradient", "is missing"),
    ("the sign", "return (y", "return (-y", "gradient", "the sign"),
    (
        "scores written to",
        "x = np.where(mask, x, -np.inf)",
        "x[~mask] = -np.inf",
        "interface",
        "forward has changed",
    ),
    (
        "float64 comes out",
        "(total == 0, 1, total)",
        "(total == 0, 1, total).astype(float)",
        "interface",
        "y is float64",
    ),
    (
        "sum over the row not broadcast",
        "(dy * y).sum(axis=-1, keepdims=True)",
        "(dy * y).sum(axis=-1)",
        "interface",
        "broadcast",
    ),
    ("sum over the whole array", "e.sum(axis=-1, keepdims=True)", "e.sum()", "forward", "the whole array"),
    ("no axis at all", BY_ROW, WHOLE, "forward", "not over each row"),
    ("masked scores of 0", "np.where(mask, x, -np.inf)", "np.where(mask, x, 0)", "forward", "set to 0"),
    ("mask ignored", "np.where(mask, x, -np.inf)", "x", "forward", "the mask is ignored"),
    (
        "masked scores of -1e9",
        "np.where(mask, x, -np.inf)",
        "np.where(mask, x, -1e9)",
        "adversarial",
        "attend to nothing",
    ),
    ("sum over the row not weighted", "(dy * y).sum(axis=-1", "dy.sum(axis=-1", "gradient", "not weighted by y"),
    (
        "sum of the gradient over the wrong axis",
        "(dy * y).sum(axis=-1",
        "(dy * y).sum(axis=0",
        "gradient",
        "the sum runs over the wrong axis",
    ),
    (
        "only the diagonal of the Jacobian",
        "(dy - (dy * y).sum(axis=-1, keepdims=True))",
        "(dy - dy * y)",
        "gradient",
        "the diagonal",
    ),
    ("cache of the scores", "return y, y", "return y, x", "gradient", "argument 0 (x)"),
    ("maximum of masked entries", HIDDEN, MASKED_LAST, "adversarial", "the maximum includes masked entries"),
    ("masked after the softmax", HIDDEN, MASKED_AFTER, "forward", "masked after the softmax"),
]
