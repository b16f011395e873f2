"""Faults planted in solutions/softmax.py: what, old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    ("sum over the wrong axis", "total = e.sum(axis=-1", "total = e.sum(axis=0", "forward", "wrong axis"),
    ("mask inverted", "np.where(mask, x, -np.inf)", "np.where(mask, -np.inf, x)", "forward", "mask is inverted"),
    ("maximum not subtracted", "np.exp(x - np.where(np.isfinite(top), top, 0))", "np.exp(x)", "adversarial", "1e4"),
    ("0 / 0 where nothing is allowed", "np.where(total == 0, 1, total)", "total", "adversarial", "attend to nothing"),
    ("sum over the row missing", "dy - (dy * y).sum(axis=-1, keepdims=True)", "dy", "gradient", "is missing"),
    ("the sign", "return (y", "return (-y", "gradient", "the sign"),
]
