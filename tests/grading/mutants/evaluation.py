"""Faults planted in solutions/evaluation.py: old text, new text, the stage that finds it, words of its message."""

MUTANTS = [
    ("total = np.zeros_like(checkpoints[0])",
     "total = checkpoints[0]\n    total -= checkpoints[0]", "interface", "has changed an array"),
    ("if right == 0:\n            return 0.0", "right = max(right, 0.5)", "adversarial", ""),
    ("        if right == 0:\n            return 0.0\n", "", "adversarial", "ValueError"),
    ("tuple(words[i : i + n])", "tuple(map(str.lower, words[i : i + n]))", "adversarial", ""),
]  # fmt: skip
