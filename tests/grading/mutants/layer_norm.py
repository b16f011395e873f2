"""Faults planted in solutions/layer_norm.py: what, old text, new text, the stage that finds it,
words of its message."""

MEAN, VAR = "mean = x.mean(axis=-1, keepdims=True)", "((x - mean) ** 2).mean(axis=-1, keepdims=True)"
STATISTICS = f"{MEAN}\n    var = {VAR}"
DX = "(g - by_mean - by_std) / std"
TERMS = """
    by_mean = g.mean(axis=-1, keepdims=True)
    by_std = x_hat * (g * x_hat).mean(axis=-1, keepdims=True)
    dx = """

MUTANTS = [
    ("dy overwritten", "g = dy * gamma", "dy *= gamma\n    g = dy", "interface", "has changed an array"),
    ("dgamma not summed", "(dy * x_hat).sum(axis=rows)", "dy * x_hat", "interface", "(gamma) has shape (3, 5)"),
    ("summed over sentences only", "tuple(range(dy.ndim - 1))", "0", "interface", "(gamma) has shape (3, 7)"),
    ("eps added to the root", "np.sqrt(var + eps)", "np.sqrt(var) + eps", "forward", "eps is added to the standard"),
    ("eps left out", "np.sqrt(var + eps)", "np.sqrt(var)", "forward", "eps is left out"),
    ("eps of its own", "var + eps", "var + 1e-6", "forward", "an eps of 0.5"),
    ("eps of another library", "eps=1e-6", "eps=1e-5", "forward", "eps is 1e-05, not 1e-06"),
    ("divided by d - 1", VAR, "x.var(axis=-1, ddof=1, keepdims=True)", "forward", "divided by d - 1"),
    ("divided by the variance", "(x - mean) / std", "(x - mean) / (var + eps)", "forward", "divided by the variance"),
    ("mean not subtracted", "(x - mean) / std", "x / std", "forward", "mean is not subtracted"),
    ("over the wrong axis", STATISTICS, "mean, var = x.mean(axis=0), x.var(axis=0)", "forward", "the wrong axis"),
    ("gamma left out", "gamma * x_hat + beta", "x_hat + beta", "forward", "gamma is left out"),
    ("beta left out", "gamma * x_hat + beta", "gamma * x_hat", "forward", "beta is left out"),
    ("float32 inside", MEAN, MEAN.replace("-1,", "-1, dtype=np.float32,"), "forward", "rounded to a lower precision"),
    ("gamma left out of dx", "g = dy * gamma", "g = dy", "gradient", "gamma is left out of dx"),
    ("no term of the mean", DX, "(g - by_std) / std", "gradient", "lacks the term of the mean"),
    ("no term of the standard deviation", DX, "(g - by_mean) / std", "gradient", "the term of the standard deviation"),
    ("neither term", DX, "g / std", "gradient", "both the term of the mean and that of"),
    ("dx not divided", DX, "g - by_mean - by_std", "gradient", "dx is not divided by the standard deviation"),
    ("signs of the terms", DX, "(g + by_mean + by_std) / std", "gradient", "gradient of argument 0 (x)"),
    ("sign of dgamma", "(dy * x_hat).sum", "-(dy * x_hat).sum", "gradient", "the sign: it is right times -1"),
    ("dgamma without x-hat", "(dy * x_hat).sum", "dy.sum", "gradient", "dgamma lacks x-hat"),
    ("dbeta a mean", "dbeta = dy.sum(axis=rows)", "dbeta = dy.mean(axis=rows)", "gradient", "a mean for a sum"),
    ("dbeta before dgamma", "dx, dgamma, dbeta", "dx, dbeta, dgamma", "gradient", "the order of the results"),
    ("eps not in the backward", "(x_hat, std, gamma)", "(x_hat, np.sqrt(var), gamma)", "gradient", "an eps of 0.5"),
    ("mean of squares", VAR, f"(x**2).{VAR.partition('.')[2]} - mean**2", "adversarial", "a mean of"),
    (
        "gamma applied last",
        f"g = dy * gamma{TERMS}{DX}",
        f"g = dy{TERMS}gamma * {DX}",
        "gradient",
        "gamma is applied after",
    ),
    (
        "small spreads left",
        "x_hat = (x",
        "std = np.where(std < 0.05, 1, std)\n    x_hat = (x",
        "invariants",
        "0.0001 x",
    ),
]
