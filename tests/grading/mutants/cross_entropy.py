"""Faults planted in solutions/cross_entropy.py.

Each: old text, new text, the stage that finds it, words of its message.
"""

SMOOTH = "q = np.full_like(logits, smoothing / vocabulary)\n    q[np.arange(n), targets] += 1 - smoothing"
SMOOTH_V_2 = SMOOTH.replace("vocabulary", "(vocabulary - 2)").replace("+=", "=")
NO_PAD = "q[:, pad] = 0"

MUTANTS = [
    ("* log_p).sum()", "* log_p).sum() / real.sum(dtype=logits.dtype)", "forward", "it is a mean"),
    ("* log_p).sum()", "* log_p).sum() / n", "forward", "it is a mean"),
    ("* log_p).sum()", "* log_p).sum(axis=1)", "interface", "y has shape (5,), not ()"),
    (
        "loss = -(real * q * log_p).sum()",
        "loss = float(-(real * q * log_p).sum())",
        "interface",
        "np.asarray(y, x.dtype) makes",
    ),
    ("np.full_like(logits,", "np.full(logits.shape,", "interface", "y is float64"),
    ("loss = -(", "loss = (", "forward", "the sign"),
    ("-(real * q", "-(q", "forward", "padding is counted"),
    ("targets != pad", "targets != 0", "forward", "rows with id 0 are left out"),
    (
        "smoothing / vocabulary)\n    q[np.arange(n), targets] += 1 - smoothing",
        "0)\n    q[np.arange(n), targets] += 1",
        "forward",
        "smoothing is ignored",
    ),
    ("+= 1 - smoothing", "+= 1", "forward", "the target keeps a weight of 1"),
    ("] += 1 - smoothing", "] = 1 - smoothing", "forward", "the target gets no part"),
    (
        "smoothing / vocabulary)\n    q[np.arange(n), targets] +=",
        "smoothing / (vocabulary - 1))\n    q[np.arange(n), targets] =",
        "forward",
        "V - 1 other words",
    ),
    (
        "smoothing / vocabulary)\n    q[np.arange(n), targets] += 1 - smoothing",
        "(1 - smoothing) / vocabulary)\n    q[np.arange(n), targets] += smoothing",
        "forward",
        "are swapped",
    ),
    ("np.exp(z).sum(axis=1", "np.exp(z).sum(axis=0", "forward", "no smoothing: y is wrong"),
    (
        "z - np.log(np.exp(z).sum(axis=1, keepdims=True))",
        "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True))",
        "adversarial",
        "meets log(0)",
    ),
    (
        "z - np.log(np.exp(z).sum(axis=1, keepdims=True))",
        "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True) + 1e-12)",
        "adversarial",
        "hides log(0)",
    ),
    ("logits - logits.max(axis=1, keepdims=True)", "logits", "adversarial", "exp(z) overflows"),
    ("logits.max(axis=1, keepdims=True)", "logits.max()", "adversarial", "1e4"),
    (
        "z = logits - logits.max(axis=1, keepdims=True)",
        "logits -= logits.max(axis=1, keepdims=True)\n    z = logits",
        "interface",
        "forward has changed",
    ),
    ("dloss * real *", "dloss *", "gradient", "padding gets a gradient"),
    ("dloss * real *", "real *", "gradient", "dloss is ignored"),
    ("(p - q)", "p", "gradient", "the target is not subtracted"),
    ("(p - q)", "(q - p)", "gradient", "the sign"),
    ("(p - q)", "(p - (q == q.max(axis=1, keepdims=True)))", "gradient", "smoothing is ignored"),
    ("dloss * real *", "dloss / real.sum(dtype=p.dtype) * real *", "gradient", "number of words"),
    ("(np.exp(log_p), q, real)", "(log_p, q, real)", "gradient", "argument 0 (logits)"),
    ("targets = targets % vocabulary", "", "adversarial", "padding of id -100"),
    ("dloss * real", "abs(dloss) * real", "invariants", "with -1 times dy"),
    (SMOOTH, SMOOTH_V_2, "forward", "spread over V - 2 words: each of all V"),
    (SMOOTH, f"{SMOOTH_V_2}\n    {NO_PAD}", "forward", "V - 2 words, without padding"),
    ("smoothing / vocabulary", "smoothing / (vocabulary - 2)", "forward", "(V - 2)"),
    ("smoothing / vocabulary", "smoothing / (vocabulary - 1)", "forward", "(V - 1)"),
    (SMOOTH, f"{SMOOTH}\n    {NO_PAD}", "forward", "padding gets no part"),
]
