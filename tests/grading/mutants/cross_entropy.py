"""Faults planted in solutions/cross_entropy.py.

Each: old text, new text, the stage that finds it, words of its message.
"""

MUTANTS = [
    ("* log_p).sum()", "* log_p).sum(axis=1)", "interface", "y has shape (5,), not ()"),
    (
        "loss = -(real * q * log_p).sum()",
        "loss = float(-(real * q * log_p).sum())",
        "interface",
        "np.asarray(y, x.dtype) makes",
    ),
    ("np.full_like(logits,", "np.full(logits.shape,", "interface", "y is float64"),
    ("loss = -(", "loss = (", "forward", "the sign"),
    ("np.exp(z).sum(axis=1", "np.exp(z).sum(axis=0", "forward", "no smoothing: y is wrong"),
    (
        "z - np.log(np.exp(z).sum(axis=1, keepdims=True))",
        "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True))",
        "adversarial",
        "meets log(0)",
    ),
    ("logits - logits.max(axis=1, keepdims=True)", "logits", "adversarial", "exp(z) overflows"),
    ("logits.max(axis=1, keepdims=True)", "logits.max()", "adversarial", "1e4"),
    (
        "z = logits - logits.max(axis=1, keepdims=True)",
        "logits -= logits.max(axis=1, keepdims=True)\n    z = logits",
        "interface",
        "forward has changed",
    ),
    ("(p - q)", "(q - p)", "gradient", "the sign"),
    ("(np.exp(log_p), q, real)", "(log_p, q, real)", "gradient", "argument 0 (logits)"),
    ("targets = targets % vocabulary", "", "adversarial", "padding of id -100"),
    ("dloss * real", "abs(dloss) * real", "invariants", "with -1 times dy"),
]
