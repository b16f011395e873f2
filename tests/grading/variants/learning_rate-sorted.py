"""Finds the minimum by sorting; takes one root of everything."""


def learning_rate(step, d_model, warmup, rate=1.0):
    fall, rise = 1 / step, step * step / warmup**3
    smaller, _ = sorted([fall, rise])
    return rate * (smaller / d_model) ** 0.5
