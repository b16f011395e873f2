"""Faults planted in solutions/attention.py: old text, new text, the stage that finds it, words of its message."""

MASK, HIDE = "key_mask[:, None, None, :]", "np.where(allowed, scores, -np.inf)"
NO_WORDS = "softmax(np.where(allowed, scores, -1e30)) * key_mask.any(1)[:, None, None, None]"
LENGTHS = "(np.arange(keys) < key_mask.sum(axis=1)[:, None])[:, None, None, :]"

MUTANTS = [
    (MASK, "key_mask[:, None, :, None]", "interface", "broadcast"),
    ("weights.transpose(0, 1, 3, 2) @ dy", "weights @ dy", "interface", "matmul"),
    ("join(dq), join(dk)", "join(dk), join(dq)", "interface", "the order of the results"),
    (HIDE, "scores - (10 * ~allowed).astype(q.dtype)", "forward", "nearly right"),
    ("np.exp(z - np.where(np.isfinite(top), top, 0))", "np.exp(z)", "adversarial", "1e4"),
    ("np.where(np.isfinite(top), top, 0)", "top", "adversarial", "nothing but padding"),
    (HIDE, "scores - (1e9 * ~allowed).astype(q.dtype)", "adversarial", "but padding"),
    ("np.where(total > 0, total, 1)", "total", "adversarial", "nothing but padding"),
    (MASK, LENGTHS, "adversarial", "padding before and between"),
    (f"softmax({HIDE})", NO_WORDS, "adversarial", "a query that sees no key gets zeros"),
]
