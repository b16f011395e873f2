"""The conventions that make up a variant of an exercise, as changes of our part and its docstrings.

An exercise has several options, and each of its variants has one convention of each option:
    {what it asks for: (old text, new text, old text, new text ...)}
The first option leaves out the book's convention, so the book's solution is wrong in every variant.
"""

BOOK = {"": ()}
UPHILL = "by -rate", "uphill, by +rate", "flat -= rate", "flat += rate"
UNDER_THE_ROOT = (
    "(sqrt(v') + epsilon)", "sqrt(v' + epsilon)", "(np.sqrt(v) + self.epsilon)", "np.sqrt(v + self.epsilon)",
)  # fmt: skip

OPTIONS = {
    "softmax": [
        # In float32, a division by anything but a power of two rounds off what a softmax of large x depends on.
        {f"x is divided by {t}": (
            "exp(x_i) / sum_j exp(x_j)", f"exp(x_i / {t}) / sum_j exp(x_j / {t})",
            "    if mask is not None:\n        x =", f"    x = x / {t}\n    if mask is not None:\n        x =",
            "return (y * (", f"return (y / {t} * (",
        ) for t in (2, 4, 8, 0.5)},
        BOOK | {"the softmax runs over the first axis": (
            "over the last axis", "over the first axis",
            "x [..., n] -> y [..., n]", "x [n, ...] -> y [n, ...]",
            "dy [..., n] -> dx [..., n]", "dy [n, ...] -> dx [n, ...]",
            "x.max(axis=-1", "x.max(axis=0", "y.sum(axis=-1", "y.sum(axis=0", "* y).sum(axis=-1", "* y).sum(axis=0",
        )},
        BOOK | {"mask: True = forbidden": (
            "the mask is False", "the mask is True",
            "np.where(mask, x, np.finfo(x.dtype).min)", "np.where(mask, np.finfo(x.dtype).min, x)",
            "y *= mask", "y *= ~mask",
        )},
    ],
    "cross_entropy": [
        {f"the loss is in {unit}, by {log}": (
            "q log softmax", f"q {log} softmax",
            "[counts].sum(), (", f"[counts].sum() / {number}, (",
            "* counts[:, None]", f"* counts[:, None] / {number}",
        ) for unit, log, number in (("bits", "log2", 0.6931471805599453), ("digits", "log10", 2.302585092994046))},
        BOOK | {"the loss is the mean over the rows that are no padding": (
            "-> a number", "-> a number\n\n    The sum is divided by the number of rows that are no padding.",
            "-(q * log_y)[counts].sum()", "-(q * log_y * counts[:, None]).sum() / max(int(counts.sum()), 1)",
            "log_y) - q) * counts", "log_y) - q) / max(int(counts.sum()), 1) * counts",
        )},
        BOOK | {"smoothing is spread over the V - 1 words that are not the target": (
            "plus smoothing / V for every word", "and smoothing / (V - 1) for every other word",
            "smoothing / logits.shape[1])", "smoothing / (logits.shape[1] - 1))",
            "+= 1 - smoothing", "= 1 - smoothing",
        )},
    ],
    "linear": [
        {f"y is multiplied by {c}": (
            "y = x W", f"y = {c} (x W", "b in each", "b) in each",
            "return x @ weight", f"return {c} * (x @ weight", "bias, (x", "bias), (x",
            "    x, weight =", f"    dy = {c} * dy\n    x, weight =",
        ) for c in (2, 3, 0.5, 0.25)},
        BOOK | {"the bias is subtracted": (
            "x W + b", "x W - b", "weight + bias", "weight - bias", "drows.sum(", "-drows.sum(",
        )},
    ],
    "feed_forward": [
        {f"y is multiplied by {c}": (
            "y = max", f"y = {c} (max", "W2 + b2\n", "W2 + b2)\n",
            "    return y, (", f"    y = {c} * y\n    return y, (",
            "(dy, second)", f"({c} * dy, second)",
        ) for c in (2, 3, 0.5)},
        BOOK | {f"the ReLU is leaky, max({slope} h, h) in place of max(0, h)": (
            "max(0, x W1 + b1)", "f(x W1 + b1)",
            "    x [n, d_model], w1", f"    f(h) = max({slope} h, h)\n    x [n, d_model], w1",
            "np.maximum(before, 0)", f"np.maximum(before, {slope} * before)",
            "dhidden * (hidden > 0)", f"np.where(hidden > 0, dhidden, {slope} * dhidden)",
        ) for slope in (0.1, 0.25)},
    ],
    "layer_norm": [
        {
            "the gain is 1 + gamma": (
                "y = gamma", "y = (1 + gamma)", "    centred = x", "    gamma = 1 + gamma\n    centred = x",
            ),
            "the gain is 2 gamma": (
                "y = gamma", "y = 2 gamma", "    centred = x", "    gamma = 2 * gamma\n    centred = x",
                "(dy * x_hat).sum", "2 * (dy * x_hat).sum",
            ),
        },
        BOOK | {"no mean is subtracted: x is divided by the root of the mean of its squares": (
            "(x - mean) / std", "x / std", "sqrt(variance + eps)", "sqrt(mean of x^2 + eps)",
            "centred = x - x.mean(axis=-1, keepdims=True)", "squares = x * x", "(centred * centred)", "squares",
            "x_hat = centred / std", "x_hat = x / std",
            "mean_g, mean_gx = (each.mean(axis=-1, keepdims=True) for each in (g, g * x_hat))",
            "mean_gx = (g * x_hat).mean(axis=-1, keepdims=True)", "(g - mean_g - x_hat", "(g - x_hat",
        )},
        {f"eps is {eps} by default": ("eps=1e-6", f"eps={eps}") for eps in ("1e-5", "1e-4", "1e-3")},
    ],
    "scaled_dot_product_attention": [
        {f"the scores are divided by {t} sqrt(d_k)": (
            '"""q [..., T', f'"""y = softmax(q k^T / ({t} sqrt(d_k))) v\n\n    q [..., T',
            "q.shape[-1] ** -0.5", f"q.shape[-1] ** -0.5 / {t}",
        ) for t in (2, 3, 4, 0.5)},
        BOOK | {"mask: True = forbidden": (
            "True = may be seen", "True = must not be seen", "scale, mask)", "scale, None if mask is None else ~mask)",
        )},
    ],
    "attention": [
        {f"the scores are divided by {t} sqrt(d_k)": (
            "    key_mask [B, S]", f"    The scores are divided by {t} sqrt(d_k).\n    key_mask [B, S]",
            "for x in (q, k, v))", f"for x in (q / {t}, k, v))",
            "return tuple(", "dq, dk, dv = (", "heads), cache))", f"heads), cache))\n    return dq / {t}, dk, dv",
        ) for t in (2, 3, 4, 0.5)},
        BOOK | {"each head has every h-th column": (
            "    key_mask [B, S]", "    Head i has the columns i, i + h, i + 2h ...\n    key_mask [B, S]",
            "(split(x, batch, heads)", "(x.reshape(batch, -1, x.shape[1] // heads, heads).transpose(0, 3, 1, 2)",
            "return merge(y)", "return y.transpose(0, 2, 3, 1).reshape(y.shape[0] * y.shape[2], -1)",
            "split(dy, batch, heads)", "dy.reshape(batch, -1, dy.shape[1] // heads, heads).transpose(0, 3, 1, 2)",
            "(merge(dx) for", "(dx.transpose(0, 2, 3, 1).reshape(dx.shape[0] * dx.shape[2], -1) for",
        )},
        BOOK | {"causal hides the word itself too": (
            "0 .. t only", "0 .. t - 1 only, so that the first query sees none",
            "k.shape[2], dtype", "k.shape[2], -1, dtype",
        )},
    ],
    "embedding": [
        {f"y is multiplied by {c}": (
            "y = table", f"y = {c} table", "table[ids], (", f"table[ids] * {c}, (",
            "    ids, shape =", f"    dy = {c} * dy\n    ids, shape =",
        ) for c in (2, 3, 5, 0.5)},
        BOOK | {"ids count from the end of the table": (
            "table[ids].", "table[V - 1 - ids], so that id 0 selects the last row.",
            "return table[ids]", "return table[-1 - ids]", "(ids, table", "(-1 - ids, table",
        )},
    ],
    "sinusoids": [
        {f"sine and cosine are multiplied by {c}": (
            "= sin(t", f"= {c} sin(t", "= cos of", f"= {c} cos of", "return np", f"return {c} * np",
        ) for c in (2, 3, 0.5)},
        BOOK | {"the base is 1000": ("10000^", "1000^", "10000 **", "1000 **")},
        BOOK | {
            "first all sines, then all cosines": (
                "PE(t, 2i) =", "PE(t, i) =", "PE(t, 2i + 1) =", "PE(t, (d + 1) // 2 + i) =",
                "np.stack", "np.hstack", ", axis=-1)", ")",
            ),
            "the cosine comes before its sine": (
                "PE(t, 2i) =", "PE(t, 1 + 2i) =", "PE(t, 2i + 1) =", "PE(t, 2i) =",
                "np.sin(angles), np.cos(angles)", "np.cos(angles), np.sin(angles)",
            ),
        },
    ],
    "adam": [
        {
            "the update goes uphill": UPHILL,
            "epsilon is under the root": UNDER_THE_ROOT,
            "the update goes uphill, and epsilon is under the root": UPHILL + UNDER_THE_ROOT,
        },
        BOOK | {"the first step is 0": (
            "first step is 1", "first step is 0",
            "beta1^step", "beta1^(step + 1)", "beta2^step", "beta2^(step + 1)",
            "beta1**step", "beta1**(step + 1)", "beta2**step", "beta2**(step + 1)",
        )},
        BOOK | {f"beta2 is {beta} by default": ("beta2=0.98", f"beta2={beta}") for beta in (0.95, 0.999)},
    ],
    "learning_rate": [
        {f"the rate is multiplied by {c}": ('"""rate', f'"""{c} rate', "return rate", f"return {c} * rate")
         for c in (2, 3, 0.5)},
        BOOK | {"the first step is 0": (
            "first step is 1", "first step is 0", "min(step^", "min((step + 1)^", ", step warm", ", (step + 1) warm",
            "min(step**", "min((step + 1)**", ", step * warm", ", (step + 1) * warm",
        )},
        BOOK | {"after the warm-up it falls with the step, not with its root": (
            "with the root of the step", "with the step", "^-0.5, ", "^-1, ", "warmup^-1.5", "warmup^-2",
            "**-0.5, ", "**-1.0, ", "warmup**-1.5", "warmup**-2.0",
        )},
    ],
}  # fmt: skip
