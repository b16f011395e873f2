"""Works in chunks of the array, all in place."""

import numpy as np


class Adam:
    __slots__ = ("m", "v", "beta1", "beta2", "epsilon")

    def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
        self.m, self.v = flat * 0, flat * 0
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def update(self, flat, gradient, step, rate):
        for start in range(0, len(flat), 1000):
            m, v, g = (array[start : start + 1000] for array in (self.m, self.v, gradient))
            np.multiply(m, self.beta1, out=m)
            m += g * (1 - self.beta1)
            np.multiply(v, self.beta2, out=v)
            v += g * g * (1 - self.beta2)
            divisor = np.sqrt(v / (1 - self.beta2**step))
            divisor += self.epsilon
            flat[start : start + 1000] -= m / divisor * (rate / (1 - self.beta1**step))
