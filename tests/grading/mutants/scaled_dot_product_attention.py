"""Faults planted in solutions/scaled_dot_product_attention.py: what, old text, new text, the stage that finds it,
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
    ("weights of dv not transposed", "np.swapaxes(weights, -1, -2) @ dy", "weights @ dy", "interface", "matmul"),
    ("q overwritten", "scores = q", "q /= 2\n    scores = 2 * q", "interface", "has changed an array"),
    ("dk before dq", "return dq, dk, dv", "return dk, dq, dv", "interface", "the order of the results"),
    ("scores not divided", SCORES, SCORES.removesuffix(ROOT), "forward", "scores are not divided by sqrt(d_k)"),
    ("divided by d_k", SCORES, "q @ np.swapaxes(k, -1, -2) / q.shape[-1]", "forward", "by d_k, not by its root"),
    ("mask inverted", HIDE, "np.where(mask, -np.inf, scores)", "forward", "the mask is inverted"),
    ("mask ignored", HIDE, "scores", "forward", "the mask is ignored"),
    ("masked scores are 0", HIDE, "scores * mask", "forward", "set to 0, not to -infinity"),
    ("masked after the softmax", SOFTMAX, MASKED_AFTER, "forward", "masked after the softmax"),
    ("softmax over the queries", SOFTMAX, SOFTMAX.replace("-1", "-2"), "forward", "runs over the queries"),
    ("dq not divided", DQ, "dscores @ k", "gradient", "1/sqrt(d_k) is missing in dq"),
    ("dk not divided", DK, DK.removesuffix(ROOT), "gradient", "1/sqrt(d_k) is missing in dk"),
    ("neither divided", "(dweights - share)", f"(dweights - share) * {ROOT[3:]}", "gradient", "missing in dq and dk"),
    ("dq divided by d_k", DQ, "dscores @ k / q.shape[-1]", "gradient", "is 1/sqrt(d_k) there twice?"),
    ("no sum over the row", "(dweights - share)", "dweights", "gradient", "lacks the sum over the row"),
    (
        "only the diagonal",
        "(dweights - share)",
        "(1 - weights) * dweights",
        "gradient",
        "only the diagonal of the softmax's",
    ),
    ("k.T of a batch", "np.swapaxes(k, -1, -2)", "k.T", "interface", ".T reverses all of them"),
    ("root of NumPy", ROOT_OF_SCORES, ROOT_OF_SCORES.replace("math", "np"), "interface", "np.sqrt(2) is a float64"),
    ("no weights in the sum", "(dweights * weights).sum", "dweights.sum", "gradient", "gradient of argument 0 (q)"),
    ("sign of dv", "np.swapaxes(weights", "-np.swapaxes(weights", "gradient", "the sign: it is right times -1"),
    ("maximum not subtracted", f"np.exp(scores - {TOP})", "np.exp(scores)", "adversarial", "scores of 1e4"),
    ("minus infinity less itself", TOP, "top", "adversarial", "a row that may attend to nothing"),
    ("0 / 0", "np.where(total == 0, 1, total)", "total", "adversarial", "a row that may attend to nothing"),
    ("nothing allowed, all taken", HIDE, "np.where(mask, scores, -1e9)", "adversarial", "attend to nothing"),
    ("maximum of hidden scores", SOFTMAX, LARGEST_OF_ALL, "invariants", "a masked key or value must not change y"),
    (
        "softmax of the whole array",
        "total = e.sum(axis=-1, keepdims=True)",
        "e = np.exp(scores - scores.max())\n    total = e.sum()",
        "forward",
        "over the whole array",
    ),
    ("root of d_v", SCORES, SCORES.replace("q.shape", "v.shape"), "forward", "by the root of d_v, not of d_k"),
    ("root of d_v in dq", DQ, DQ.replace("q.shape", "v.shape"), "gradient", "dq is divided by the root of d_v"),
    ("root of d_v in dk", DK, DK.replace("q.shape", "v.shape"), "gradient", "dk is divided by the root of d_v"),
    (
        "root of d_v in both",
        "(dweights - share)",
        "(dweights - share) * math.sqrt(q.shape[-1] / v.shape[-1])",
        "gradient",
        "dq and dk are divided by the root of d_v",
    ),
]
