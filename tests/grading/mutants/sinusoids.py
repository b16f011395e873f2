"""Faults planted in solutions/sinusoids.py: old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    ("return table", "return table.T", "interface", "transposed"),
    ("np.zeros((length, d_model))", "np.zeros((length, d_model), np.float32)", "interface", "not float64"),
    ("return table", "return table.tolist()", "interface", "not an array"),
    (
        "return table",
        "return np.concatenate([table[:, ::2], table[:, 1::2]], 1)",
        "forward",
        "all sines, then all cosines",
    ),
    ("column % 2 == 0", "column % 2 == 1", "forward", "swapped"),
    ("np.arange(length)", "np.arange(1, length + 1)", "forward", "start at 1"),
    ("10000 **", "1000 **", "forward", "1000, not 10000"),
    ("2 * pair / d_model", "pair / d_model", "forward", "i / d, not 2i / d"),
    ("2 * pair / d_model", "4 * pair / d_model", "forward", "do not double it"),
    ("2 * pair / d_model", "2 * column / d_model", "forward", "i counts pairs"),
    ("2 * pair / d_model", "column / d_model", "forward", "share the angle"),
    ("2 * pair / d_model", "2 * pair / (d_model - 2)", "forward", "2i / (d - 2)"),
    ("position /", "position *", "forward", "multiplied"),
    ("range(d_model)", "range(d_model + d_model % 2)", "adversarial", "the last sine has no cosine: IndexError"),
    ("range(d_model)", "range(d_model // 2 * 2)", "adversarial", "the last sine is left out"),
    ("np.arange(length)", "np.arange(length) % 256", "adversarial", "sinusoids(70000, 4)"),
    ("return table", "return table[:5000]", "adversarial", "the table ends after 5000 positions"),
    ("np.arange(length)", "np.arange(length) % 65536", "adversarial", "sinusoids(70000, 4)"),
]
