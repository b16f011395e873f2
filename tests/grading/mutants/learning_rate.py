"""Faults planted in solutions/learning_rate.py: old text, new text, the stage that finds it, words of its message."""

HEAD = "    peak = "
COUNT = "    learning_rate.calls = step = getattr(learning_rate, 'calls', 0) + 1\n    peak = "
PAPER = "    step -= 1\n    return rate * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)\n    peak = "
LINE = "return peak * step / warmup"
STEEP = "return rate * min(step / warmup, step**-0.5) / math.sqrt(d_model)"

MUTANTS = [
    ("return peak * math", "peak * math", "interface", "a number, not None"),
    (HEAD, COUNT, "interface", "do not count the calls"),
    (HEAD, PAPER, "interface", "is 1 subtracted from the step"),
    (HEAD, "    step -= 1\n    peak = ", "forward", "step - 1 in place of step"),
    (HEAD, "    step += 1\n    peak = ", "forward", "step + 1 in place of step"),
    ("step < warmup", "step > warmup", "forward", "the larger of the two"),
    ("step < warmup", "True", "forward", "always rises"),
    ("step < warmup", "False", "forward", "falls from the first step:"),
    (LINE, STEEP, "forward", "warmup^-1 in place of"),
    ("d_model * warmup", "warmup", "forward", "d_model^-0.5 is left out"),
    (HEAD, "    d_model = d_model**2\n    peak = ", "forward", "d_model^-1 in place of"),
    ("d_model * warmup", "warmup / d_model", "forward", "d_model^0.5 in place of"),
    ("rate / math", "1 / math", "forward", "`rate` is left out"),
    (HEAD, "    step = min(step, 100_000)\n    peak = ", "adversarial", "1000000000"),
]
