"""Faults planted in solutions/learning_rate.py: old text, new text, the stage that finds it, words of its message."""

HEAD = "    peak = "
COUNT = "    learning_rate.calls = step = getattr(learning_rate, 'calls', 0) + 1\n    peak = "
PAPER = "    step -= 1\n    return rate * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)\n    peak = "

MUTANTS = [
    ("return peak * math", "peak * math", "interface", "a number, not None"),
    (HEAD, COUNT, "interface", "do not count the calls"),
    (HEAD, PAPER, "interface", "is 1 subtracted from the step"),
    (HEAD, "    step = min(step, 100_000)\n    peak = ", "adversarial", "1000000000"),
]
