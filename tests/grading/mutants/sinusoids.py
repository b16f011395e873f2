"""Faults planted in solutions/sinusoids.py: old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    ("return table", "return table.T", "interface", "transposed"),
    ("np.zeros((length, d_model))", "np.zeros((length, d_model), np.float32)", "interface", "not float64"),
    ("return table", "return table.tolist()", "interface", "not an array"),
    ("range(d_model)", "range(d_model + d_model % 2)", "adversarial", "the last sine has no cosine: IndexError"),
    ("np.arange(length)", "np.arange(length) % 256", "adversarial", "sinusoids(70000, 4)"),
    ("return table", "return table[:5000]", "adversarial", "the table ends after 5000 positions"),
    ("np.arange(length)", "np.arange(length) % 65536", "adversarial", "sinusoids(70000, 4)"),
]
