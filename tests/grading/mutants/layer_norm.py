"""Faults planted in solutions/layer_norm.py: old text, new text, the stage that finds it,
words of its message."""

MEAN, VAR = "mean = x.mean(axis=-1, keepdims=True)", "((x - mean) ** 2).mean(axis=-1, keepdims=True)"
DX = "(g - by_mean - by_std) / std"

MUTANTS = [
    ("dbeta = dy.sum(axis=rows)", "dbeta = dy.sum(axis=rows)\n    x_hat *= 2", "invariants", "has changed its cache"),
    ("tuple(range(dy.ndim - 1))", "(0, 1)[: dy.ndim - 1]", "adversarial", "four axes"),
    ("g = dy * gamma", "dy *= gamma\n    g = dy", "interface", "has changed an array"),
    ("(dy * x_hat).sum(axis=rows)", "dy * x_hat", "interface", "(gamma) has shape (3, 5)"),
    ("tuple(range(dy.ndim - 1))", "0", "interface", "(gamma) has shape (3, 7)"),
    ("var + eps", "var + 1e-6", "forward", "an eps of 0.5"),
    (MEAN, MEAN.replace("-1,", "-1, dtype=np.float32,"), "forward", "rounded to a lower precision"),
    (DX, "(g + by_mean + by_std) / std", "gradient", "gradient of argument 0 (x)"),
    ("(dy * x_hat).sum", "-(dy * x_hat).sum", "gradient", "the sign: it is right times -1"),
    ("dbeta = dy.sum(axis=rows)", "dbeta = dy.mean(axis=rows)", "gradient", "a mean for a sum"),
    ("dx, dgamma, dbeta", "dx, dbeta, dgamma", "gradient", "the order of the results"),
    ("(x_hat, std, gamma)", "(x_hat, np.sqrt(var), gamma)", "gradient", "an eps of 0.5"),
    (VAR, f"(x**2).{VAR.partition('.')[2]} - mean**2", "adversarial", "a mean of"),
    ("x_hat = (x", "std = np.where(std < 0.05, 1, std)\n    x_hat = (x", "invariants", "0.0001 x"),
]
