"""Faults planted in solutions/embedding.py: old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    ("axis=0", "axis=1", "interface", "out of bounds"),
    ("np.take(table, ids,", "np.take(table, ids.ravel(),", "interface", "y has shape (12, 5), not (3, 4, 5)"),
    (
        "np.take(table, ids,",
        "np.take(table, np.minimum(ids, max(len(table) - 2, 0)),",
        "adversarial",
        "the first and the last id",
    ),
    ("np.ndenumerate(ids)", "enumerate(ids)", "gradient", "overwritten, not accumulated"),
    ("dtable[row] +=", "dtable[row - 1] +=", "gradient", "off by one"),
    ("return (dtable,)", "return (dy,)", "interface", "gradient of argument 0 (table) has shape (4, 5), not (7, 5)"),
    ("np.zeros(shape, dy.dtype)", "np.zeros_like(dy)", "interface", "out of bounds"),
    (
        "return (dtable,)",
        "return ((ids.ravel()[:, None] == np.arange(shape[0])) @ dy.reshape(-1, shape[1]),)",
        "interface",
        "mismatch",
    ),
    ("np.zeros(shape, dy.dtype)", "np.zeros(shape)", "interface", "gradient of argument 0 (table) is float64"),
    (" if out is None else out", "", "gradient", "nothing was added"),
    (
        "if out is None else out",
        "if out is None else out\n    dtable[...] = 0",
        "gradient",
        "overwritten, not accumulated: add the gradient to what is in out",
    ),
    ("return (dtable,)", "return (dtable.copy(),)", "gradient", "must return out itself"),
]
