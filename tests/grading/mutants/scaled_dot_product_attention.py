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
MASKED_AFTER = """\
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    if mask is not None:
        weights = weights * mask
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
    (SCORES, SCORES.removesuffix(ROOT), "forward", "scores are not divided by sqrt(d_k)"),
    (SCORES, "q @ np.swapaxes(k, -1, -2) / q.shape[-1]", "forward", "by d_k, not by its root"),
    (HIDE, "np.where(mask, -np.inf, scores)", "forward", "the mask is inverted"),
    (HIDE, "scores", "forward", "the mask is ignored"),
    (HIDE, "scores * mask", "forward", "set to 0, not to -infinity"),
    (SOFTMAX, MASKED_AFTER, "forward", "masked after the softmax"),
    (SOFTMAX, SOFTMAX.replace("-1", "-2"), "forward", "runs over the queries"),
    (DQ, "dscores @ k", "gradient", "1/sqrt(d_k) is missing in dq"),
    (DK, DK.removesuffix(ROOT), "gradient", "1/sqrt(d_k) is missing in dk"),
    ("(dweights - share)", f"(dweights - share) * {ROOT[3:]}", "gradient", "missing in dq and dk"),
    (DQ, "dscores @ k / q.shape[-1]", "gradient", "is 1/sqrt(d_k) there twice?"),
    ("(dweights - share)", "dweights", "gradient", "lacks the sum over the row"),
    ("(dweights - share)", "(1 - weights) * dweights", "gradient", "only the diagonal of the softmax's"),
    ("np.swapaxes(k, -1, -2)", "k.T", "interface", ".T reverses all of them"),
    (ROOT_OF_SCORES, ROOT_OF_SCORES.replace("math", "np"), "interface", "np.sqrt(2) is a float64"),
    ("(dweights * weights).sum", "dweights.sum", "gradient", "gradient of argument 0 (q)"),
    ("np.swapaxes(weights", "-np.swapaxes(weights", "gradient", "the sign: it is right times -1"),
    (f"np.exp(scores - {TOP})", "np.exp(scores)", "adversarial", "scores of 1e4"),
    (TOP, "top", "adversarial", "a row that may attend to nothing"),
    ("np.where(total == 0, 1, total)", "total", "adversarial", "a row that may attend to nothing"),
    (HIDE, "np.where(mask, scores, -1e9)", "adversarial", "attend to nothing"),
    (SOFTMAX, LARGEST_OF_ALL, "invariants", "a masked key or value must not change y"),
    (
        "total = e.sum(axis=-1, keepdims=True)",
        "e = np.exp(scores - scores.max())\n    total = e.sum()",
        "forward",
        "over the whole array",
    ),
    (SCORES, SCORES.replace("q.shape", "v.shape"), "forward", "by the root of d_v, not of d_k"),
    (DQ, DQ.replace("q.shape", "v.shape"), "gradient", "dq is divided by the root of d_v"),
    (DK, DK.replace("q.shape", "v.shape"), "gradient", "dk is divided by the root of d_v"),
    (
        "(dweights - share)",
        "(dweights - share) * math.sqrt(q.shape[-1] / v.shape[-1])",
        "gradient",
        "dq and dk are divided by the root of d_v",
    ),
]
