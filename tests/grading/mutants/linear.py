"""Faults planted in solutions/linear.py: old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    (
        "np.dot(x, weight) + bias",
        '(np.dot(x.astype("f"), weight.astype("f")) + bias).astype(x.dtype)',
        "forward",
        "lower precision",
    ),
    ("+ bias", "+ bias.astype(float)", "interface", "y is float64 where the inputs are float32"),
    ("np.dot(x, weight)", "np.dot(x, weight.T)", "interface", "not aligned"),
    ("return y, (x, weight)", "return y", "interface", "(y, cache)"),
    ("y = np.dot", "x += 1\n    y = np.dot", "interface", "forward has changed"),
    ("dx = dy @", "dy /= len(dy)\n    dx = dy @", "interface", "backward has changed"),
    ("dy @ weight.T", "dy @ weight", "interface", "mismatch"),
    ("dy.sum(axis=leading)", "dy.sum(axis=0)", "interface", "gradient of argument 2 (bias) has shape (3, 7), not (7,)"),
    ("dy.sum(axis=leading)", "weight.sum(axis=0)", "gradient", "argument 2 (bias)"),
    (
        "tensordot(x, dy,",
        "tensordot(dy, x,",
        "interface",
        "gradient of argument 1 (weight) has shape (5, 3), not (3, 5)",
    ),
    ("np.tensordot(x, dy, axes=(leading, leading))", "x.T @ dy", "interface", "mismatch"),
    (
        "np.tensordot(x, dy, axes=(leading, leading))",
        "x.swapaxes(-1, -2) @ dy",
        "interface",
        "gradient of argument 1 (weight) has shape (2, 5, 7), not (5, 7)",
    ),
    (
        "dx, dweight, dbias",
        "dx, dbias, dweight",
        "interface",
        "gradient of argument 1 (weight) has shape (5,), not (3, 5)",
    ),
    ("tuple(range(x.ndim - 1))", "(0, 1)[: x.ndim - 1]", "interface", "gradient of argument 1 (weight) has shape"),
    ("dx = dy", "dx = -dy", "gradient", "the sign"),
    (
        "leading = tuple(range(x.ndim - 1))",
        "leading = tuple(range(max(x.ndim - 1, 1)))",
        "adversarial",
        "shape-mismatch",
    ),
]
