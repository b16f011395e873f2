"""Computed with logarithms."""

from math import exp, log


def learning_rate(step, d_model, warmup, rate=1.0):
    rise = log(step) - 1.5 * log(warmup)
    return rate * exp(min(-0.5 * log(step), rise) - 0.5 * log(d_model))
