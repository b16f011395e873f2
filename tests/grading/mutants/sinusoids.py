"""Faults planted in solutions/sinusoids.py: what, old, new, the stage that finds it, words of its message."""

MUTANTS = [
    ("transposed", "return table", "return table.T", "interface", "transposed"),
    ("float32", "np.zeros((length, d_model))", "np.zeros((length, d_model), np.float32)", "interface", "not float64"),
    ("list of rows", "return table", "return table.tolist()", "interface", "not an array"),
    (
        "halves side by side",
        "return table",
        "return np.concatenate([table[:, ::2], table[:, 1::2]], 1)",
        "forward",
        "all sines, then all cosines",
    ),
    ("sine and cosine swapped", "column % 2 == 0", "column % 2 == 1", "forward", "swapped"),
    ("positions from 1", "np.arange(length)", "np.arange(1, length + 1)", "forward", "start at 1"),
    ("base 1000", "10000 **", "1000 **", "forward", "1000, not 10000"),
    ("i for 2i", "2 * pair / d_model", "pair / d_model", "forward", "i / d, not 2i / d"),
    ("4i for 2i", "2 * pair / d_model", "4 * pair / d_model", "forward", "do not double it"),
    ("columns for pairs", "2 * pair / d_model", "2 * column / d_model", "forward", "i counts pairs"),
    ("an angle for each column", "2 * pair / d_model", "column / d_model", "forward", "share the angle"),
    ("d - 2 for d", "2 * pair / d_model", "2 * pair / (d_model - 2)", "forward", "2i / (d - 2)"),
    ("position times the power", "position /", "position *", "forward", "multiplied"),
    (
        "a cosine too many",
        "range(d_model)",
        "range(d_model + d_model % 2)",
        "adversarial",
        "the last sine has no cosine: IndexError",
    ),
    ("last sine left out", "range(d_model)", "range(d_model // 2 * 2)", "adversarial", "the last sine is left out"),
    ("positions in a byte", "np.arange(length)", "np.arange(length) % 256", "adversarial", "sinusoids(70000, 4)"),
    ("5000 positions", "return table", "return table[:5000]", "adversarial", "the table ends after 5000 positions"),
    ("16 bits", "np.arange(length)", "np.arange(length) % 65536", "adversarial", "sinusoids(70000, 4)"),
]
