"""Faults planted in solutions/layer_norm.py: old text, new text, the stage that finds it,
words of its message."""

MEAN, VAR = "mean = x.mean(axis=-1, keepdims=True)", "((x - mean) ** 2).mean(axis=-1, keepdims=True)"
STATISTICS = f"{MEAN}\n    var = {VAR}"
DX = "(g - by_mean - by_std) / std"
TERMS = """
    by_mean = g.mean(axis=-1, keepdims=True)
    by_std = x_hat * (g * x_hat).mean(axis=-1, keepdims=True)
    dx = """

MUTANTS = [
    ("dbeta = dy.sum(axis=rows)", "dbeta = dy.sum(axis=rows)\n    x_hat *= 2", "invariants", "has changed its cache"),
    ("tuple(range(dy.ndim - 1))", "(0, 1)[: dy.ndim - 1]", "adversarial", "four axes"),
    ("g = dy * gamma", "dy *= gamma\n    g = dy", "interface", "has changed an array"),
    ("(dy * x_hat).sum(axis=rows)", "dy * x_hat", "interface", "(gamma) has shape (3, 5)"),
    ("tuple(range(dy.ndim - 1))", "0", "interface", "(gamma) has shape (3, 7)"),
    ("np.sqrt(var + eps)", "np.sqrt(var) + eps", "forward", "eps is added to the standard"),
    ("np.sqrt(var + eps)", "np.sqrt(var)", "forward", "eps is left out"),
    ("var + eps", "var + 1e-6", "forward", "an eps of 0.5"),
    ("eps=1e-6", "eps=1e-5", "forward", "eps is 1e-05, not 1e-06"),
    (VAR, "x.var(axis=-1, ddof=1, keepdims=True)", "forward", "divided by d - 1"),
    ("(x - mean) / std", "(x - mean) / (var + eps)", "forward", "divided by the variance"),
    ("(x - mean) / std", "x / std", "forward", "mean is not subtracted"),
    (STATISTICS, "mean, var = x.mean(axis=0), x.var(axis=0)", "forward", "the wrong axis"),
    ("gamma * x_hat + beta", "x_hat + beta", "forward", "gamma is left out"),
    ("gamma * x_hat + beta", "gamma * x_hat", "forward", "beta is left out"),
    (MEAN, MEAN.replace("-1,", "-1, dtype=np.float32,"), "forward", "rounded to a lower precision"),
    ("g = dy * gamma", "g = dy", "gradient", "gamma is left out of dx"),
    (DX, "(g - by_std) / std", "gradient", "lacks the term of the mean"),
    (DX, "(g - by_mean) / std", "gradient", "the term of the standard deviation"),
    (DX, "g / std", "gradient", "both the term of the mean and that of"),
    (DX, "g - by_mean - by_std", "gradient", "dx is not divided by the standard deviation"),
    (DX, "(g + by_mean + by_std) / std", "gradient", "gradient of argument 0 (x)"),
    ("(dy * x_hat).sum", "-(dy * x_hat).sum", "gradient", "the sign: it is right times -1"),
    ("(dy * x_hat).sum", "dy.sum", "gradient", "dgamma lacks x-hat"),
    ("dbeta = dy.sum(axis=rows)", "dbeta = dy.mean(axis=rows)", "gradient", "a mean for a sum"),
    ("dx, dgamma, dbeta", "dx, dbeta, dgamma", "gradient", "the order of the results"),
    ("(x_hat, std, gamma)", "(x_hat, np.sqrt(var), gamma)", "gradient", "an eps of 0.5"),
    (VAR, f"(x**2).{VAR.partition('.')[2]} - mean**2", "adversarial", "a mean of"),
    (f"g = dy * gamma{TERMS}{DX}", f"g = dy{TERMS}gamma * {DX}", "gradient", "gamma is applied after"),
    ("x_hat = (x", "std = np.where(std < 0.05, 1, std)\n    x_hat = (x", "invariants", "0.0001 x"),
]
