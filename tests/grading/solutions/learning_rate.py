import math


def learning_rate(step, d_model, warmup, rate=1.0):
    peak = rate / math.sqrt(d_model * warmup)
    if step < warmup:
        return peak * step / warmup
    return peak * math.sqrt(warmup / step)
