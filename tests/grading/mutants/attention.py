"""Faults planted in solutions/attention.py: old text, new text, the stage that finds it, words of its message."""

SPLIT = """\
    q = q.reshape(batch, queries, heads, d_k).transpose(0, 2, 1, 3)
    k = k.reshape(batch, keys, heads, d_k).transpose(0, 2, 1, 3)
    v = v.reshape(batch, keys, heads, d_v).transpose(0, 2, 1, 3)
"""
RESHAPE = """\
    q = q.reshape(batch, heads, queries, d_k)
    k = k.reshape(batch, heads, keys, d_k)
    v = v.reshape(batch, heads, keys, d_v)
"""
IN_TURN = """\
    q = q.reshape(batch, queries, d_k, heads).transpose(0, 3, 1, 2)
    k = k.reshape(batch, keys, d_k, heads).transpose(0, 3, 1, 2)
    v = v.reshape(batch, keys, d_v, heads).transpose(0, 3, 1, 2)
"""
ATTEND = """\
    allowed = np.broadcast_to(key_mask[:, None, None, :], (batch, heads, queries, keys))
    if causal:
        allowed = allowed & (np.arange(keys) <= np.arange(queries)[:, None])
    scores = q @ k.transpose(0, 1, 3, 2) / d_k**0.5
    weights = softmax(np.where(allowed, scores, -np.inf))
    y = weights @ v
    return """
MERGE = "y.transpose(0, 2, 1, 3).reshape(batch * queries"
RESHAPE_BACK = "y.reshape(batch * queries"
MASK, HIDE = "key_mask[:, None, None, :]", "np.where(allowed, scores, -np.inf)"
CAUSAL = "allowed & (np.arange(keys) <= np.arange(queries)[:, None])"
DQ, DK = "dq = dscores @ k / d_k**0.5", "dk = dscores.transpose(0, 1, 3, 2) @ q / d_k**0.5"
LARGEST_OF_ALL = """\
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) * allowed
    weights /= np.maximum(weights.sum(axis=-1, keepdims=True), 1e-30)
"""
LAST_KEY = "np.tril(np.ones((queries, keys), bool), keys - queries)"
ROWS = "(key_mask[:, None, :, None] if queries == keys else True)"
QUERIES = f"{MASK} if queries != keys else {ROWS}"
BOTH = f"{MASK} & {ROWS}"
AFTER = "np.where(key_mask[:, None, None, :], scores, -np.inf)) * allowed"
NO_WORDS = "softmax(np.where(allowed, scores, -1e30)) * key_mask.any(1)[:, None, None, None]"
LENGTHS = "(np.arange(keys) < key_mask.sum(axis=1)[:, None])[:, None, None, :]"

MUTANTS = [
    (MASK, "key_mask[:, None, :, None]", "interface", "broadcast"),
    ("weights.transpose(0, 1, 3, 2) @ dy", "weights @ dy", "interface", "matmul"),
    ("join(dq), join(dk)", "join(dk), join(dq)", "interface", "the order of the results"),
    (SPLIT, RESHAPE, "forward", "heads are split by a reshape only"),
    (MERGE, RESHAPE_BACK, "forward", "heads are merged by a reshape only"),
    (
        SPLIT + ATTEND + MERGE,
        RESHAPE + ATTEND + RESHAPE_BACK,
        "forward",
        "heads are split and merged by a reshape only",
    ),
    (SPLIT, IN_TURN, "forward", "takes every h-th column"),
    ("/ d_k**0.5\n    w", "/ (heads * d_k) ** 0.5\n    w", "forward", "sqrt(h * d_k)"),
    ("/ d_k**0.5\n    w", "\n    w", "forward", "scores are not divided by sqrt(d_k)"),
    ("/ d_k**0.5\n    w", "/ d_k\n    w", "forward", "divided by d_k, not by its root"),
    (MASK, "np.ones((batch, 1, 1, keys), bool)", "forward", "key_mask is ignored"),
    (MASK, f"~{MASK}", "forward", "key_mask is inverted"),
    (CAUSAL, CAUSAL.replace("&", "|"), "forward", "causal is ignored"),
    (CAUSAL, CAUSAL.replace("allowed & ", ""), "forward", "key_mask is ignored"),
    (CAUSAL, "allowed", "forward", "causal is ignored: queries see later words"),
    ("<=", ">=", "forward", "queries see only later words"),
    ("<=", "<", "forward", "causal hides the word itself too"),
    ("if causal:", "if True:", "forward", "later words are hidden, although causal is False"),
    (HIDE, f"{HIDE}, axis=-2", "forward", "runs over the queries"),
    (HIDE, "scores * allowed", "forward", "set to 0, not to -infinity"),
    (f"softmax({HIDE})", "softmax(scores) * allowed", "forward", "after the softmax"),
    (HIDE, "scores - (10 * ~allowed).astype(q.dtype)", "forward", "nearly right"),
    (DQ, "dq = dscores @ k", "gradient", "1/sqrt(d_k) is missing in dq"),
    (DK, DK[: -len(" / d_k**0.5")], "gradient", "1/sqrt(d_k) is missing in dk"),
    ("keepdims=True))\n    dq", "keepdims=True)) * d_k**0.5\n    dq", "gradient", "in dq and dk"),
    (
        "(dweights - (dweights * weights).sum(axis=-1, keepdims=True))",
        "dweights",
        "gradient",
        "lacks the sum over the row",
    ),
    (
        "dy.reshape(batch, queries, heads, -1).transpose(0, 2, 1, 3)",
        "dy.reshape(batch, heads, queries, -1)",
        "gradient",
        "heads of dy are split by a reshape only",
    ),
    ("dx.transpose(0, 2, 1, 3)", "dx", "gradient", "heads of the gradients are merged"),
    ("np.exp(z - np.where(np.isfinite(top), top, 0))", "np.exp(z)", "adversarial", "1e4"),
    ("np.where(np.isfinite(top), top, 0)", "top", "adversarial", "nothing but padding"),
    (HIDE, "scores - (1e9 * ~allowed).astype(q.dtype)", "adversarial", "but padding"),
    ("np.where(total > 0, total, 1)", "total", "adversarial", "nothing but padding"),
    (f"    weights = softmax({HIDE})\n", LARGEST_OF_ALL, "invariants", "later words"),
    ("/ d_k**0.5\n    w", "/ d_v**0.5\n    w", "forward", "by the root of d_v, not of d_k"),
    (CAUSAL, f"allowed & {LAST_KEY}", "forward", "aligned at the last key"),
    ("<=", "- 1 <=", "forward", "shows the next word too"),
    (MASK, QUERIES, "forward", "key_mask hides queries, not keys"),
    (MASK, BOTH, "forward", "key_mask hides queries as well as keys"),
    (f"{HIDE})", AFTER, "forward", "masked after the softmax"),
    (MASK, LENGTHS, "adversarial", "padding before and between"),
    (HIDE, "np.where(allowed, scores, -1e30)", "adversarial", "gets the mean of all values"),
    (f"softmax({HIDE})", NO_WORDS, "adversarial", "a query that sees no key gets zeros"),
]
