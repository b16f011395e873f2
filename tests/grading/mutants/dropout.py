"""Faults planted in solutions/dropout.py: old text, new text, the stage that finds it, words of its message."""

KEPT_FOR_BACKWARD = """    return x * factor, factor


def dropout_backward(dy, factor):
    if factor is None:
        return (dy,)
"""

# One object that holds the mask of its last call, used at two places of the model.
OVERWRITTEN = """    kept["mask"] = factor
    return x * factor, kept


kept = {}


def dropout_backward(dy, cache):
    if cache is None:
        return (dy,)
    factor = cache["mask"]
"""

DRAWN_ANEW = """    return x * factor, (rng, p)


def dropout_backward(dy, cache):
    if cache is None:
        return (dy,)
    rng, p = cache
    factor = ((rng.random(dy.shape) >= p) / (1 - p)).astype(dy.dtype)
"""

TWICE = "    rng = np.random.default_rng(seed)\n    mask = rng.random(x.shape) >= p\n    factor = (mask / (1 - p))"
KEEPS_P = "    rng = np.random.default_rng(seed)\n    mask = rng.random(x.shape) < p\n    factor = (mask / p)"
TWO_COLUMNS = "rng.random((*x.shape[:-1], -(-x.shape[-1] // 2))).repeat(2, axis=-1)[..., : x.shape[-1]]"
OF_ALL = "rng.permutation(x.size).reshape(x.shape) >= round(p * x.size)"
DIGITS = "default_rng(int(''.join(map(str, seed))))"

MUTANTS = [
    (".astype(x.dtype)", "", "interface", "float64 where the inputs are float32"),
    ("return x * factor, factor", "x *= factor\n    return x, factor", "interface", "has changed an array"),
    ("return (dy * factor,)", "return dy * factor", "interface", "must return a tuple"),
    (">= p", "< p", "forward", "used as the probability of keeping"),
    (TWICE, KEEPS_P, "forward", "used as the probability of keeping"),
    ("rng.random(x.shape)", "rng.random(x.shape[-1])", "forward", "constant along axis 0"),
    ("rng.random(x.shape)", "rng.random((*x.shape[:-1], 1))", "forward", "constant along axis 2"),
    ("default_rng(seed)", "default_rng()", "forward", "the same seed must give the same mask"),
    ("default_rng(seed)", "default_rng(seed[0])", "forward", "use every number of the seed"),
    ("default_rng(seed)", "default_rng(sum(seed))", "forward", "use every number of the seed"),
    ("if seed is None or p == 0", "if p == 0", "forward", "without a seed y = x"),
    (KEPT_FOR_BACKWARD, OVERWRITTEN, "gradient", "that of the last forward"),
    (KEPT_FOR_BACKWARD, DRAWN_ANEW, "gradient", "not that of the forward"),
    (
        "return x * factor, factor",
        "return x * factor, ((x * factor != 0) / (1 - p)).astype(x.dtype)",
        "adversarial",
        "zeros in x",
    ),
    ("rng.random(x.shape)", TWO_COLUMNS, "forward", "dropped together too often"),
    ("rng.random(x.shape) >= p", OF_ALL, "forward", "drops nearly the same number"),
    ("default_rng(seed)", "default_rng(hash(seed) % 256)", "forward", "use every number of the seed"),
    ("default_rng(seed)", DIGITS, "forward", "(3, 11, 0, 2, 5) and (31, 1, 0, 2, 5) give the same"),
    (">= p", ">= round(p, 1)", "forward", "is kept, not 0.65"),
]
