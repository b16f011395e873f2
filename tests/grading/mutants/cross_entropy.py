"""Faults planted in solutions/cross_entropy.py.

Each: what, old text, new text, the stage that finds it, words of its message.
"""

SMOOTH = "q = np.full_like(logits, smoothing / vocabulary)\n    q[np.arange(n), targets] += 1 - smoothing"
SMOOTH_V_2 = SMOOTH.replace("vocabulary", "(vocabulary - 2)").replace("+=", "=")
NO_PAD = "q[:, pad] = 0"

MUTANTS = [
    (
        "mean over the words",
        "* log_p).sum()",
        "* log_p).sum() / real.sum(dtype=logits.dtype)",
        "forward",
        "it is a mean",
    ),
    ("mean over the rows", "* log_p).sum()", "* log_p).sum() / n", "forward", "it is a mean"),
    ("not summed", "* log_p).sum()", "* log_p).sum(axis=1)", "interface", "y has shape (5,), not ()"),
    (
        "a float",
        "loss = -(real * q * log_p).sum()",
        "loss = float(-(real * q * log_p).sum())",
        "interface",
        "not an array",
    ),
    ("float64 comes out", "np.full_like(logits,", "np.full(logits.shape,", "interface", "y is float64"),
    ("the sign", "loss = -(", "loss = (", "forward", "the sign"),
    ("padding counted", "-(real * q", "-(q", "forward", "padding is counted"),
    ("pad taken for 0", "targets != pad", "targets != 0", "forward", "rows with id 0 are left out"),
    (
        "smoothing ignored",
        "smoothing / vocabulary)\n    q[np.arange(n), targets] += 1 - smoothing",
        "0)\n    q[np.arange(n), targets] += 1",
        "forward",
        "smoothing is ignored",
    ),
    ("smoothing on top", "+= 1 - smoothing", "+= 1", "forward", "the target keeps a weight of 1"),
    (
        "smoothing without the target's share",
        "] += 1 - smoothing",
        "] = 1 - smoothing",
        "forward",
        "the target gets no part",
    ),
    (
        "smoothing over V - 1",
        "smoothing / vocabulary)\n    q[np.arange(n), targets] +=",
        "smoothing / (vocabulary - 1))\n    q[np.arange(n), targets] =",
        "forward",
        "V - 1 other words",
    ),
    (
        "smoothing exchanged",
        "smoothing / vocabulary)\n    q[np.arange(n), targets] += 1 - smoothing",
        "(1 - smoothing) / vocabulary)\n    q[np.arange(n), targets] += smoothing",
        "forward",
        "are swapped",
    ),
    ("sum over the wrong axis", "np.exp(z).sum(axis=1", "np.exp(z).sum(axis=0", "forward", "no smoothing: y is wrong"),
    (
        "log of the softmax",
        "z - np.log(np.exp(z).sum(axis=1, keepdims=True))",
        "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True))",
        "adversarial",
        "meets log(0)",
    ),
    (
        "log(p + epsilon)",
        "z - np.log(np.exp(z).sum(axis=1, keepdims=True))",
        "np.log(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True) + 1e-12)",
        "adversarial",
        "hides log(0)",
    ),
    (
        "maximum not subtracted",
        "logits - logits.max(axis=1, keepdims=True)",
        "logits",
        "adversarial",
        "exp(z) overflows",
    ),
    ("maximum of the whole array", "logits.max(axis=1, keepdims=True)", "logits.max()", "adversarial", "1e4"),
    (
        "logits written to",
        "z = logits - logits.max(axis=1, keepdims=True)",
        "logits -= logits.max(axis=1, keepdims=True)\n    z = logits",
        "interface",
        "forward has changed",
    ),
    ("padding gets a gradient", "dloss * real *", "dloss *", "gradient", "padding gets a gradient"),
    ("dloss ignored", "dloss * real *", "real *", "gradient", "dloss is ignored"),
    ("target not subtracted", "(p - q)", "p", "gradient", "the target is not subtracted"),
    ("target minus prediction", "(p - q)", "(q - p)", "gradient", "the sign"),
    (
        "smoothing ignored in the gradient",
        "(p - q)",
        "(p - (q == q.max(axis=1, keepdims=True)))",
        "gradient",
        "smoothing is ignored",
    ),
    ("gradient of a mean", "dloss * real *", "dloss / real.sum(dtype=p.dtype) * real *", "gradient", "number of words"),
    ("gradient of log p", "(np.exp(log_p), q, real)", "(log_p, q, real)", "gradient", "argument 0 (logits)"),
    ("smoothing over V - 2", SMOOTH, SMOOTH_V_2, "forward", "spread over V - 2 words: each of all V"),
    (
        "smoothing over V - 2, padding 0",
        SMOOTH,
        f"{SMOOTH_V_2}\n    {NO_PAD}",
        "forward",
        "V - 2 words, without padding",
    ),
    (
        "smoothing / (V - 2) for each word",
        "smoothing / vocabulary",
        "smoothing / (vocabulary - 2)",
        "forward",
        "(V - 2)",
    ),
    (
        "smoothing / (V - 1) for each word",
        "smoothing / vocabulary",
        "smoothing / (vocabulary - 1)",
        "forward",
        "(V - 1)",
    ),
    ("smoothing over V, padding 0", SMOOTH, f"{SMOOTH}\n    {NO_PAD}", "forward", "padding gets no part"),
]
