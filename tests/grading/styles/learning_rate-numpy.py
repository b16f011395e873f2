"""Uses NumPy functions and returns a NumPy number."""

import numpy as np


def learning_rate(step, d_model, warmup, rate=1.0):
    step = np.float64(step)
    return np.minimum(1 / np.sqrt(step), step / warmup**1.5) * np.power(float(d_model), -0.5) * rate
