"""Faults planted in solutions/scaled_dot_product_attention.py: old text, new text, the stage that finds it,
words of its message."""

SCORES, ROOT = "q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])", " / math.sqrt(q.shape[-1])"
ROOT_OF_SCORES = f"-2){ROOT}\n"
DQ, DK = f"dscores @ k{ROOT}", f"np.swapaxes(dscores, -1, -2) @ q{ROOT}"
HIDE, TOP = "np.where(mask, scores, -np.inf)", "np.where(np.isfinite(top), top, 0)"
SOFTMAX = """\
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
"""
LARGEST_OF_ALL = """\
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    if mask is not None:
        e = e * mask
    weights = e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-30)
"""

MUTANTS = [
    ("np.swapaxes(weights, -1, -2) @ dy", "weights @ dy", "interface", "matmul"),
    ("scores = q", "q /= 2\n    scores = 2 * q", "interface", "has changed an array"),
    ("return dq, dk, dv", "return dk, dq, dv", "interface", "the order of the results"),
    (DQ, "dscores @ k / q.shape[-1]", "gradient", "is 1/sqrt(d_k) there twice?"),
    ("np.swapaxes(k, -1, -2)", "k.T", "interface", ".T reverses all of them"),
    (ROOT_OF_SCORES, ROOT_OF_SCORES.replace("math", "np"), "interface", "np.sqrt(2) is a float64"),
    ("(dweights * weights).sum", "dweights.sum", "gradient", "gradient of argument 0 (q)"),
    ("np.swapaxes(weights", "-np.swapaxes(weights", "gradient", "the sign: it is right times -1"),
    (f"np.exp(scores - {TOP})", "np.exp(scores)", "adversarial", "scores of 1e4"),
    (TOP, "top", "adversarial", "a row that may attend to nothing"),
    ("np.where(total == 0, 1, total)", "total", "adversarial", "a row that may attend to nothing"),
    (SOFTMAX, LARGEST_OF_ALL, "invariants", "a masked key or value must not change y"),
]
