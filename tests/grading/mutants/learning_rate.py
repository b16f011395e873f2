"""Faults planted in solutions/learning_rate.py: what, old, new, the stage that finds it, words of its message."""

HEAD = "    peak = "
COUNT = "    learning_rate.calls = step = getattr(learning_rate, 'calls', 0) + 1\n    peak = "
PAPER = "    step -= 1\n    return rate * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)\n    peak = "
LINE = "return peak * step / warmup"
STEEP = "return rate * min(step / warmup, step**-0.5) / math.sqrt(d_model)"

MUTANTS = [
    ("nothing returned", "return peak * math", "peak * math", "interface", "a number, not None"),
    ("calls counted", HEAD, COUNT, "interface", "do not count the calls"),
    ("step 0 to a negative power", HEAD, PAPER, "interface", "is 1 subtracted from the step"),
    ("steps from 0", HEAD, "    step -= 1\n    peak = ", "forward", "step - 1 in place of step"),
    ("a step too far", HEAD, "    step += 1\n    peak = ", "forward", "step + 1 in place of step"),
    ("larger for smaller", "step < warmup", "step > warmup", "forward", "the larger of the two"),
    ("rises for ever", "step < warmup", "True", "forward", "always rises"),
    ("never rises", "step < warmup", "False", "forward", "falls from the first step:"),
    ("warmup^-1", LINE, STEEP, "forward", "warmup^-1 in place of"),
    ("d_model left out", "d_model * warmup", "warmup", "forward", "d_model^-0.5 is left out"),
    ("root of d_model left out", HEAD, "    d_model = d_model**2\n    peak = ", "forward", "d_model^-1 in place of"),
    ("times the root of d_model", "d_model * warmup", "warmup / d_model", "forward", "d_model^0.5 in place of"),
    ("rate left out", "rate / math", "1 / math", "forward", "`rate` is left out"),
    ("no fall after step 100,000", HEAD, "    step = min(step, 100_000)\n    peak = ", "adversarial", "1000000000"),
]
